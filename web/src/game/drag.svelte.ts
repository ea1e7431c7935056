// Carrying a tile with a pointer. The picture follows through one transform per frame; the palace is only asked which
// cell lies under it, and told when that changes. Nothing needs dragging: every drag is also a tap and a tap.

import type { Tile } from '../protocol';

export const carried = $state<{ tile: Tile | null; turn: number; over: string | null }>({
  tile: null,
  turn: 0,
  over: null,
});

export type Carry = {
  /** What is carried, or nothing if it cannot be lifted now. */
  tile: () => { tile: Tile; turn: number } | null;
  /** It leaves its place; resolves when the cells for it are known. */
  lift: () => Promise<void> | void;
  /** It is let go over a cell (`x,y`) or elsewhere. */
  drop: (cell: string | null) => void;
};

const FAR = 6;
let float: HTMLElement | null = null;

/** The picture under the pointer. */
export function floating(node: HTMLElement): { destroy: () => void } {
  float = node;
  return { destroy: () => void (float = null) };
}

export function cellAt(x: number, y: number): string | null {
  return document.elementFromPoint(x, y)?.closest('[data-cell]')?.getAttribute('data-cell') ?? null;
}

export function carry(
  node: HTMLElement | SVGElement,
  how: Carry,
): { update: (how: Carry) => void; destroy: () => void } {
  let current = how;
  function down(event: PointerEvent): void {
    if (event.button !== 0 || !event.isPrimary) return;
    const [x, y] = [event.clientX, event.clientY];
    let [toX, toY] = [x, y];
    let lifted: Promise<void> | null = null;
    let frame = 0;
    const show = (): void => {
      frame = 0;
      if (float) float.style.transform = `translate(${toX}px, ${toY}px) translate(-50%, -50%)`;
      const over = cellAt(toX, toY);
      if (over !== carried.over) carried.over = over;
    };
    const move = (event: PointerEvent): void => {
      [toX, toY] = [event.clientX, event.clientY];
      if (!lifted) {
        const [across, along] = [Math.abs(toX - x), Math.abs(toY - y)];
        if (Math.hypot(across, along) < FAR) return;
        // Where a finger moves a row sideways, it takes nothing out of it.
        if (event.pointerType === 'touch' && across > along && getComputedStyle(node).touchAction === 'pan-x') return;
        const load = current.tile();
        if (!load) return end();
        carried.tile = load.tile;
        carried.turn = load.turn;
        lifted = Promise.resolve(current.lift());
      }
      event.preventDefault();
      frame ||= requestAnimationFrame(show);
    };
    const up = (): void => {
      const dropped = lifted;
      const cell = dropped ? cellAt(toX, toY) : null;
      end();
      if (!dropped) return;
      // The click that follows belongs to the drag.
      const swallow = (click: Event): void => (click.stopPropagation(), click.preventDefault());
      window.addEventListener('click', swallow, { capture: true, once: true });
      setTimeout(() => window.removeEventListener('click', swallow, { capture: true }), 50);
      void dropped.then(() => current.drop(cell));
    };
    const end = (): void => {
      window.removeEventListener('pointermove', move);
      window.removeEventListener('pointerup', up);
      window.removeEventListener('pointercancel', end);
      cancelAnimationFrame(frame);
      carried.tile = null;
      carried.over = null;
    };
    window.addEventListener('pointermove', move);
    window.addEventListener('pointerup', up);
    window.addEventListener('pointercancel', end);
  }
  node.addEventListener('pointerdown', down as EventListener);
  return {
    update: (how) => void (current = how),
    destroy: () => node.removeEventListener('pointerdown', down as EventListener),
  };
}
