// Whether the server has a newer page than this one, and the part of the page that works without the server.

import { base } from './net/api';

export const news = $state({ newer: false });

/** The script this page runs, as its own address. */
function running(): string | undefined {
  return document.querySelector<HTMLScriptElement>('script[type=module][src]')?.src;
}

/** Asks the server for its page of today. Built files carry fingerprints, so another name is another version. */
export async function look(): Promise<void> {
  const own = running();
  if (!own || news.newer) return;
  try {
    const answer = await fetch(base(), { cache: 'no-store', headers: { accept: 'text/html' } });
    if (!answer.ok) return;
    const found = /<script[^>]*type="module"[^>]*src="([^"]+)"/.exec(await answer.text())?.[1];
    if (found && new URL(found, base()).href !== own) news.newer = true;
  } catch {
    // Without a server there are no news.
  }
}

/** A part of an older page that the server does not have any more: the new page has its own. */
addEventListener('vite:preloadError', () => location.reload());

/** Keeps the page for times without a connection. Development servers have no worker. */
export function keep(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  addEventListener('load', () => {
    navigator.serviceWorker
      .register(new URL('sw.js', base()), { scope: base().pathname, updateViaCache: 'none' })
      .catch(() => undefined);
  });
}
