// What somebody did is seen to happen: money flies to the hand, tiles to the desk, to the palace, or to a rival's panel.
// A flight is a copy of what left its place, moved by the compositor alone; a click ends all of them, and whoever wants less
// movement has none.

import { untrack } from 'svelte';
import type { Table } from '../net/table.svelte';
import type { EventView } from '../protocol';
import { still } from '../settings.svelte';
import type { Play } from './play.svelte';

const LONG = 320;
const EASE = 'cubic-bezier(.2,.8,.2,1)';

/** Something that is about to leave its place: how it looked, where it was, where it goes. */
type Leaving = { copy: SVGElement; from: DOMRect; to: string };

/** Where somebody's things arrive. */
const panel = (seat: number): string => `.rivals [data-seat="${seat}"]`;

/** A cell of a larger drawing, by itself: the tile leaves its stall, the stall stays. */
function part(cell: SVGGElement, to: string): Leaving[] {
  const place = cell.getScreenCTM();
  if (!place) return [];
  const copy = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  copy.setAttribute('viewBox', '0 0 100 100');
  copy.style.setProperty('overflow', 'visible');
  copy.append(...[...cell.childNodes].map((node) => node.cloneNode(true)));
  return [{ copy, from: new DOMRect(place.e, place.f, 100 * place.a, 100 * place.d), to }];
}

/** What an event takes from where, while the page still shows how it was. */
function leaving({ what }: EventView, me: number): Leaving[] {
  const look = (selector: string, to: string): Leaving[] => {
    const drawing = document.querySelector<SVGElement>(selector);
    const from = drawing?.getBoundingClientRect();
    if (!drawing || !from || from.width === 0) return [];
    if (drawing instanceof SVGGElement) return part(drawing, to);
    return [{ copy: drawing.cloneNode(true) as SVGElement, from, to }];
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
    case 'placed':
      return what.seat === me
        ? look(`.traytile[data-piece="${what.piece}"] svg`, `.stage [data-at="${what.at.join()}"]`)
        : [];
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

function fly({ copy, from, to }: Leaving, delay: number): void {
  const goal = document.querySelector(to)?.getBoundingClientRect();
  if (!goal || goal.width === 0) return;
  const scale = Math.min(1, goal.height / from.height, 1.2);
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
    untrack(() => (ready = fresh.flatMap((event) => leaving(event, play.me))));
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
