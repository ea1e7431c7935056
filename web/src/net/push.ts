// Being told of one's turns by the browser, even with the page closed: web push with the server's key.

import { base } from './api';
import type { PushAddress } from '../protocol';

/** What the worker says when the server tells of a turn; it has no words of its own. */
export interface PushWords {
  title: string;
  /** With `{name}` for whoever's turn it is. */
  body: string;
}

/** Where the worker finds them; it can read nothing else of a closed page. */
const WORDS = 'alhambra-push-words';

/** Whether this browser can be told while the page is closed. Only pages that came by https, or from this machine, can. */
export function canPush(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
}

/** Why a browser is not told. */
export type NotTold = 'denied' | 'failed';

/** Asks the person, then the browser; the address is for the server. */
export async function subscribe(key: string, words: PushWords): Promise<PushAddress | NotTold> {
  if ((await Notification.requestPermission()) !== 'granted') return 'denied';
  await keepWords(words);
  try {
    const worker = await navigator.serviceWorker.ready;
    const old = await worker.pushManager.getSubscription();
    // A subscription made for another server's key is of no use to this one.
    if (old && !sameKey(old, key)) await old.unsubscribe();
    const made = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(key) });
    const { endpoint, keys } = made.toJSON();
    if (!endpoint || !keys?.p256dh || !keys.auth) return 'failed';
    return { endpoint, p256dh: keys.p256dh, auth: keys.auth };
  } catch {
    return 'failed';
  }
}

async function keepWords(words: PushWords): Promise<void> {
  const kept = await caches.open(WORDS);
  await kept.put(new URL('push-words', base()), new Response(JSON.stringify(words)));
}

function sameKey(subscription: PushSubscription, key: string): boolean {
  const own = subscription.options.applicationServerKey;
  const wanted = bytes(key);
  return own !== null && [...new Uint8Array(own)].join() === [...wanted].join();
}

/** Base64url as bytes. */
export function bytes(text: string): Uint8Array<ArrayBuffer> {
  const plain = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}
