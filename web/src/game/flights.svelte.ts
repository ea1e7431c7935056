// What somebody did is seen to happen: money flies to the hand, tiles to the desk, to the palace, or to a rival's panel.
// A flight is a copy of what left its place, moved by the compositor alone; a click ends all of them, and whoever wants less
// movement has none.

import { untrack } from 'svelte';
import { asTile } from '../catalogue.svelte';
import type { Table } from '../net/table.svelte';
import type { Cell, EventView, PieceId } from '../protocol';
import { still } from '../settings.svelte';
import type { Play } from './play.svelte';

const LONG = 320;
const EASE = 'cubic-bezier(.2,.8,.2,1)';

/** Something that is about to leave its place: how it looked, where it was, where it goes, which is seen when it is there. */
type Leaving = {
  copy: SVGElement;
  from: DOMRect;
  to: () => DOMRect | undefined;
  /** How much it may grow. */ most?: number;
};

/** Where somebody's things arrive. */
const panel = (seat: number): string => `.rivals [data-seat="${seat}"]`;

/** A cell of a larger drawing, by itself: the tile leaves its stall, the stall stays. */
function part(cell: SVGGElement, to: Leaving['to'], most: number): Leaving[] {
  const place = cell.getScreenCTM();
  if (!place) return [];
  const copy = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  copy.setAttribute('viewBox', '0 0 100 100');
  copy.style.setProperty('overflow', 'visible');
  copy.append(...[...cell.childNodes].map((node) => node.cloneNode(true)));
  return [{ copy, from: new DOMRect(place.e, place.f, 100 * place.a, 100 * place.d), to, most }];
}

const place = (selector: string): DOMRect | undefined => document.querySelector(selector)?.getBoundingClientRect();

/** A cell of somebody's palace: in the middle if one looks at it, else in the small one beside their points. */
function cell([x, y]: Cell, seat: number, shown: number): DOMRect | undefined {
  const palace = document.querySelector<SVGSVGElement>(
    seat === shown ? '.stage svg.palace' : `${panel(seat)} .thumb svg.palace`,
  );
  const at = palace?.getClientRects().length ? palace.getScreenCTM() : null;
  return at ? new DOMRect(at.e + 100 * x * at.a, at.f - 100 * y * at.d, 100 * at.a, 100 * at.d) : undefined;
}

/** A building that was seen nowhere since it was bought, drawn anew. */
function drawn(piece: PieceId, from: DOMRect | undefined, to: Leaving['to']): Leaving[] {
  const { building } = asTile(piece);
  if (!from || from.width === 0 || building === null) return [];
  const copy = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  copy.setAttribute('viewBox', '0 0 100 100');
  const tile = document.createElementNS('http://www.w3.org/2000/svg', 'use');
  tile.setAttribute('href', `#t-${building}`);
  copy.append(tile);
  return [{ copy, from, to, most: 2 }];
}

/** What an event takes from where, while the page still shows how it was; `shown` is whose palace is in the middle. */
function leaving({ what }: EventView, me: number, shown: number): Leaving[] {
  const look = (selector: string, to: string | Leaving['to']): Leaving[] => {
    const goal = typeof to === 'string' ? (): DOMRect | undefined => place(to) : to;
    const most = typeof to === 'string' ? 1 : 2;
    const drawing = document.querySelector<SVGElement>(selector);
    const from = drawing?.getBoundingClientRect();
    if (!drawing || !from || from.width === 0) return [];
    if (drawing instanceof SVGGElement) return part(drawing, goal, most);
    return [{ copy: drawing.cloneNode(true) as SVGElement, from, to: goal, most }];
  };
  switch (what.type) {
    case 'took_money':
      return what.cards.flatMap((card) =>
        look(`.money[data-card="${card}"] svg`, what.seat === me ? '.desk .hand' : panel(what.seat)),
      );
    case 'bought':
      return look(
        `.space[data-piece="${what.piece}"] :is(.ware > g, svg.art)`,
        what.seat === me ? '.desk .tray' : panel(what.seat),
      );
    case 'placed': {
      const goal = (): DOMRect | undefined => cell(what.at, what.seat, shown);
      return what.seat === me
        ? look(`.traytile[data-piece="${what.piece}"] svg`, goal)
        : drawn(what.piece, place(`${panel(what.seat)} .sigil`), goal);
    }
    case 'reserved':
      return what.seat === me ? look(`.traytile[data-piece="${what.piece}"] svg`, '.desk .tray:last-of-type') : [];
    default:
      return [];
  }
}

const flying = new Set<Animation>();
function skip(): void {
  for (const flight of flying) flight.finish();
}

function fly({ copy, from, to, most = 1 }: Leaving, delay: number): void {
  const goal = to();
  if (!goal || goal.width === 0) return;
  const scale = Math.min(goal.height / from.height, most);
  const [dx, dy] = [
    goal.x + goal.width / 2 - (from.x + from.width / 2),
    goal.y + goal.height / 2 - (from.y + from.height / 2),
  ];
  copy.classList.add('flight');
  copy.setAttribute('aria-hidden', 'true');
  for (const [name, value] of Object.entries({
    position: 'fixed',
    left: `${from.x}px`,
    top: `${from.y}px`,
    width: `${from.width}px`,
    height: `${from.height}px`,
    'z-index': '45',
    'pointer-events': 'none',
    'max-height': 'none',
  }))
    copy.style.setProperty(name, value);
  document.body.append(copy);
  const flight = copy.animate(
    [
      { transform: 'none' },
      { transform: `translate(${dx}px, ${dy}px) scale(${scale})`, opacity: 1, offset: 0.92 },
      { transform: `translate(${dx}px, ${dy}px) scale(${scale})`, opacity: 0 },
    ],
    { duration: LONG, delay, easing: EASE, fill: 'backwards' },
  );
  flying.add(flight);
  flight.onfinish = flight.oncancel = () => {
    flying.delete(flight);
    copy.remove();
  };
}

/** Watches a table and shows what happens at it. To be called while a component is made. */
export function flights(play: Play, table: () => Table): void {
  let ready: Leaving[] = [];
  let first = true;
  $effect.pre(() => {
    const { fresh } = table();
    // What happened before one looked is told, not shown.
    if (first || still() || fresh.length > 24) {
      first = false;
      return;
    }
    untrack(() => (ready = fresh.flatMap((event) => leaving(event, play.me, play.shown))));
  });
  $effect(() => {
    void table().fresh;
    ready.forEach((item, i) => fly(item, i * 60));
    ready = [];
  });
  $effect(() => {
    addEventListener('pointerdown', skip, true);
    addEventListener('keydown', skip, true);
    return () => {
      removeEventListener('pointerdown', skip, true);
      removeEventListener('keydown', skip, true);
      skip();
    };
  });
}
