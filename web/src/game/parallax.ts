// The hillside is farther away than the palace: where the palace is moved about, it follows by a third, and where the palace
// grows, it grows by a third of that, so that its edges never come into sight.

import { still } from '../settings.svelte';

const SHARE = 1 / 3;

/** How a place is moved about that shows a part of something larger. */
export type Pan = Pick<
  HTMLElement,
  'scrollLeft' | 'scrollTop' | 'scrollWidth' | 'scrollHeight' | 'clientWidth' | 'clientHeight'
>;

/** How the ground lies meanwhile; nothing where nothing is moved. */
export function lying(pan: Pan): string {
  const [across, down] = [pan.scrollWidth - pan.clientWidth, pan.scrollHeight - pan.clientHeight];
  if (across <= 0 && down <= 0) return '';
  const larger = Math.max(pan.scrollWidth / pan.clientWidth, pan.scrollHeight / pan.clientHeight);
  // From the left in every language: pages that run from the right count back from nothing.
  const x = pan.scrollLeft < 0 ? pan.scrollLeft + across : pan.scrollLeft;
  const by = (way: number, whole: number): number => Math.round((whole / 2 - way) * SHARE * 10) / 10;
  return `translate(${by(x, across)}px, ${by(pan.scrollTop, down)}px) scale(${1 + (larger - 1) * SHARE})`;
}

/** Has the ground follow. To be used on what scrolls. */
export function followed(node: HTMLElement): { destroy: () => void } {
  const ground = document.querySelector<HTMLElement>('.hillside');
  const follow = (): void => {
    if (ground) ground.style.transform = still() ? '' : lying(node);
  };
  // Larger or smaller by the buttons, or because a tile was laid.
  const sizes = typeof ResizeObserver === 'function' ? new ResizeObserver(follow) : null;
  for (const one of [node, ...node.children]) sizes?.observe(one);
  node.addEventListener('scroll', follow, { passive: true });
  return {
    destroy: () => {
      sizes?.disconnect();
      node.removeEventListener('scroll', follow);
      if (ground) ground.style.transform = '';
    },
  };
}
