// What somebody did is seen to happen: money flies to the hand, tiles to the desk, to the palace, or to a rival's panel.
// A flight is a copy of what left its place, moved by the compositor alone; a click ends all of them, and whoever wants less
// movement has none.

import { mount, unmount, untrack } from 'svelte';
import TileArt from '../art/TileArt.svelte';
import { asTile } from '../catalogue.svelte';
import type { Table } from '../net/table.svelte';
import type { Cell, EventView, PieceId, PlayerView, Seat } from '../protocol';
import { settings, still } from '../settings.svelte';
import type { Play } from './play.svelte';

const LONG = 320;
const EASE = 'cubic-bezier(.2,.8,.2,1)';
/** How large a tile is that comes from where none was drawn. */
const SMALL = 40;

/** Something that is about to leave its place: how it looked, where it was, where it goes, which is seen when it is there. */
type Leaving = {
  copy: SVGElement;
  from: DOMRect;
  to: () => DOMRect | undefined;
  /** How much it may grow. */ most?: number;
  /** The tile that is drawn anew, where nothing was there to be copied. */ tile?: { piece: PieceId; turn: number };
};

/** The first of these that can be seen, and where it is. */
function seen(...selectors: string[]): { node: SVGElement; at: DOMRect } | undefined {
  for (const selector of selectors)
    for (const node of document.querySelectorAll<SVGElement>(selector)) {
      const at = node.getBoundingClientRect();
      if (at.width > 0) return { node, at };
    }
  return undefined;
}
const place = (...selectors: string[]): DOMRect | undefined => seen(...selectors)?.at;

/** Where somebody's things arrive: beside their points, which on a phone stand in the head of the table. */
const panel = (seat: number): string[] => [`.rivals [data-seat="${seat}"]`, `.scores [data-seat="${seat}"]`];
const crest = (seat: number): string[] => panel(seat).map((one) => `${one} .sigil`);
/** Where the souk is while it is out of sight, on a phone: behind its name. */
const SOUK = '.rooms button:first-child';

/** The middle of a place, as large as a small tile: what comes out of a button is not as wide as the button. */
function middle(at: DOMRect | undefined): DOMRect | undefined {
  if (!at) return undefined;
  const size = Math.min(SMALL, at.width, at.height);
  return new DOMRect(at.x + (at.width - size) / 2, at.y + (at.height - size) / 2, size, size);
}

const blank = (): SVGSVGElement => {
  const copy = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  copy.setAttribute('viewBox', '0 0 100 100');
  return copy;
};

/** A cell of a larger drawing, by itself: the tile leaves its stall, the stall stays. */
function part(cell: SVGGElement): Pick<Leaving, 'copy' | 'from'> | null {
  const place = cell.getScreenCTM();
  if (!place) return null;
  const copy = blank();
  copy.style.setProperty('overflow', 'visible');
  copy.append(...[...cell.childNodes].map((node) => node.cloneNode(true)));
  return { copy, from: new DOMRect(place.e, place.f, 100 * place.a, 100 * place.d) };
}

/** A cell of somebody's palace: in the middle if one looks at it, else in the small one beside their points. */
function cell([x, y]: Cell, seat: number, shown: number): DOMRect | undefined {
  const palace = document.querySelector<SVGSVGElement>(
    seat === shown ? '.stage svg.palace' : `${panel(seat)[0]} .thumb svg.palace`,
  );
  const at = palace?.getClientRects().length ? palace.getScreenCTM() : null;
  return at ? new DOMRect(at.e + 100 * x * at.a, at.f - 100 * y * at.d, 100 * at.a, 100 * at.d) : undefined;
}

/** A tile that was seen nowhere by itself, drawn anew. */
function drawn(piece: PieceId, from: DOMRect | undefined, to: Leaving['to'], turn = 0): Leaving[] {
  return from && from.width > 0 ? [{ copy: blank(), from, to, most: 2, tile: { piece, turn } }] : [];
}

/** What was seen leaves its place. */
function look(selectors: string[], to: Leaving['to'], most = 1): Leaving[] {
  const found = seen(...selectors);
  if (!found) return [];
  if (!(found.node instanceof SVGGElement))
    return [{ copy: found.node.cloneNode(true) as SVGElement, from: found.at, to, most }];
  const cut = part(found.node);
  return cut ? [{ ...cut, to, most }] : [];
}

/** So does what lies in the souk; out of sight it leaves the name of the souk. */
function sold(selectors: string[], to: Leaving['to'], most = 1): Leaving[] {
  const found = look(selectors, to, most);
  const [hidden, from] = [document.querySelector<SVGElement>(selectors[0]!), middle(place(SOUK))];
  if (found.length > 0 || !hidden || !from) return found;
  const copy = hidden instanceof SVGGElement ? blank() : (hidden.cloneNode(true) as SVGElement);
  if (hidden instanceof SVGGElement) copy.append(...[...hidden.childNodes].map((node) => node.cloneNode(true)));
  return [{ copy, from, to, most }];
}

/** Whose eyes see it, whose palace is in the middle, and how the palaces were before. */
type Eyes = { me: Seat; shown: Seat; before: PlayerView[] };

/** What an event takes from where, while the page still shows how it was. */
function leaving({ what }: EventView, { me, shown, before }: Eyes): Leaving[] {
  const own = 'seat' in what && what.seat === me;
  const home =
    (seat: Seat, desk: string): Leaving['to'] =>
    () =>
      place(...(seat === me ? [desk] : []), ...panel(seat));
  const tray = 'piece' in what ? `.traytile[data-piece="${what.piece}"] svg` : '';
  switch (what.type) {
    case 'took_money':
      return what.cards.flatMap((card) => sold([`.money[data-card="${card}"] svg`], home(what.seat, '.desk .hand')));
    case 'bought':
      return sold(
        [
          `.space[data-piece="${what.piece}"] :is(.ware > g, svg.art)`,
          // While one pays on a phone the stalls have stepped aside: what is paid for is drawn where it is paid.
          ...(own ? ['.pay .what svg'] : []),
        ],
        home(what.seat, '.desk .tray'),
      );
    case 'placed': {
      const goal = (): DOMRect | undefined => cell(what.at, what.seat, shown);
      return own ? look([tray], goal, 2) : drawn(what.piece, place(...crest(what.seat)), goal, what.turn);
    }
    case 'moved': {
      const lay = before[what.seat]?.palace.find(({ tile }) => tile.piece === what.piece);
      const goal = (): DOMRect | undefined => cell(what.at, what.seat, shown);
      return lay
        ? drawn(what.piece, cell(lay.at, what.seat, shown), goal, what.turn)
        : drawn(what.piece, place(...(own ? [tray] : crest(what.seat))), goal, what.turn);
    }
    case 'taken_off':
      return drawn(what.piece, cell(what.at, what.seat, shown), home(what.seat, '.desk .tray:last-of-type'));
    case 'reserved':
      return own
        ? look([tray], home(what.seat, '.desk .tray:last-of-type'))
        : // From where they lay their tiles to what they have in store.
          drawn(what.piece, place(`${panel(what.seat)[0]} .thumb`), () => place(...crest(what.seat)));
    case 'gift': {
      const goal = (): DOMRect | undefined => place('.rivals .dirk', '.scores .dirk');
      return own ? look([tray], goal) : drawn(what.piece, place(...crest(what.seat)), goal);
    }
    default:
      return [];
  }
}

const flying = new Set<Animation>();
function skip(): void {
  for (const flight of flying) flight.finish();
}

function fly({ copy, from, to, most = 1, tile }: Leaving, delay: number): void {
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
  const props = tile && { tile: asTile(tile.piece), turn: tile.turn, letters: settings.letters, whole: true };
  const art = props && mount(TileArt, { target: copy, props });
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
    if (art) void unmount(art);
  };
}

/** Watches a table and shows what happens at it. To be called while a component is made. */
export function flights(play: Play, table: () => Table): void {
  let ready: Leaving[] = [];
  let first = true;
  let before: PlayerView[] = [];
  $effect.pre(() => {
    const { fresh } = table();
    // What happened before one looked is told, not shown.
    if (first || still() || fresh.length > 24) {
      first = false;
      return;
    }
    untrack(() => {
      const eyes = { me: play.me, shown: play.shown, before };
      ready = fresh.flatMap((event) => leaving(event, eyes));
    });
  });
  $effect(() => {
    void table().fresh;
    untrack(() => (before = play.view.players));
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
