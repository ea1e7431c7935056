// Reading what a module shows, and how its board lays that out. Nothing here knows a module: shapes come from its board, and
// where there is none from what is shown.

import type {
  BoardItem,
  Building,
  Card,
  ModuleId,
  ModuleView,
  OptionView,
  PieceId,
  Ref,
  Seat,
  Shown,
} from '../../protocol';
import { look, sign } from '../../looks.svelte';
import { wording } from '../../words/engine';

export type Shape = BoardItem['as'];

/** How a thing is drawn if no board says so. */
const BY_TYPE: Record<Shown['type'], Shape> = {
  words: 'words',
  number: 'counter',
  numbers: 'words',
  seats: 'words',
  by_seat: 'counter',
  words_by_seat: 'words',
  cards: 'cards',
  cards_by_seat: 'cards',
  marked: 'cards',
  marked_by_seat: 'cards',
  currencies: 'slots',
  ascending: 'track',
  tiles: 'tiles',
  buildings: 'slots',
  buildings_by_seat: 'slots',
  tiles_by_seat: 'pins',
  cell_by_seat: 'pins',
  counter: 'counter',
  slots: 'slots',
  tracks: 'track',
  pile: 'pile',
  pins: 'pins',
};

export function shown(module: ModuleView, name: string | undefined): Shown | undefined {
  return name === undefined ? undefined : module.shows.find((item) => item.name === name)?.shown;
}

/** The names an item speaks of. */
export function named(item: BoardItem): string[] {
  return [item.key, ...(item.keys ?? []), item.of, item.side, item.bid, item.by, item.out, item.cards].filter(
    (name): name is string => name !== undefined,
  );
}

/** Whether there is nothing to see. */
export function empty(it: Shown | undefined): boolean {
  return it === undefined || (Array.isArray(it.is) && it.is.length === 0);
}

/** The rows of a module's board with what is there now; things no board speaks of come last, by their own shape. */
export function rows(module: ModuleView): BoardItem[][] {
  const board = look(module.module).board;
  const declared = board?.rows ?? [];
  const spoken = new Set([...declared.flat().flatMap(named), ...(board?.hidden ?? [])]);
  const rest = module.shows
    .filter(({ name }) => !spoken.has(name))
    .map(({ name, shown }): BoardItem[] => [{ as: BY_TYPE[shown.type], key: name }]);
  const there = (item: BoardItem): boolean =>
    item.as !== 'pins' && (item.keys ?? [item.key]).some((name) => !empty(shown(module, name)));
  return [...declared, ...rest].map((row) => row.filter(there)).filter((row) => row.length > 0);
}

/** What stands on the table itself, with how it is drawn. */
export function pinned(module: ModuleView): { item: BoardItem; shown: Shown }[] {
  const declared = (look(module.module).board?.rows ?? []).flat();
  const spoken = new Set(declared.flatMap(named));
  const rest = module.shows
    .filter(({ name, shown }) => !spoken.has(name) && BY_TYPE[shown.type] === 'pins')
    .map(({ name }): BoardItem => ({ as: 'pins', key: name }));
  return [...declared.filter((item) => item.as === 'pins'), ...rest].flatMap((item) => {
    const it = shown(module, item.key);
    return it ? [{ item, shown: it }] : [];
  });
}

/** What an item is called. */
export function itemName(module: ModuleId, name: string): string {
  return wording(module, `shown.${name}`) ?? name.replaceAll('_', ' ');
}

/** The words above an item; empty if it has none. */
export function label(module: ModuleId, item: BoardItem): string {
  if (item.label !== undefined) return item.label === '' ? '' : (wording(module, item.label) ?? '');
  return item.key === undefined ? '' : itemName(module, item.key);
}

/** Shapes whose things are buttons themselves. */
export const LISTS: Shape[] = ['cards', 'tiles', 'slots'];

/** Actions that are chosen on the board itself, among those that are open. */
export function onBoard(module: ModuleView, options: OptionView[]): string[] {
  const open = options.flatMap((option) =>
    option.act?.startsWith(`${module.module}.`) ? [option.act.slice(module.module.length + 1)] : [],
  );
  return [...new Set(open)].filter((act) => LISTS.includes(offeredAt(module, act)?.as ?? 'words'));
}

/** Where an action of a module is offered on its board. */
export function offeredAt(module: ModuleView, act: string): BoardItem | undefined {
  return rows(module)
    .flat()
    .find((item) => item.act === act);
}

/** The picture of a word, if the module drew one. */
export function wordSign(module: ModuleId, word: string): string | undefined {
  return sign(module, word);
}

/** Things of one sort, of somebody or of nobody. */
export type Group = { seat: Seat | null; things: Ref[]; marks?: (Building | null)[] };

const one = (seat: Seat | null, things: Ref[], marks?: Building[]): Group => ({
  seat,
  things,
  ...(marks ? { marks } : {}),
});
const cards = (all: Card[]): Ref[] => all.map((card) => ({ type: 'cards', cards: [card] }));
const pieces = (all: PieceId[]): Ref[] => all.map((piece) => ({ type: 'piece', piece }));
const buildings = (all: Building[]): Ref[] => all.map((building) => ({ type: 'building', building }));
const marked = (seat: Seat | null, all: [Card, Building][]): Group =>
  one(
    seat,
    cards(all.map(([card]) => card)),
    all.map(([, mark]) => mark),
  );
const words = (by: ModuleId, all: string[]): Ref[] => all.map((word) => ({ type: 'word', by, word }));

/** Many of the same are one with a number. */
export function piled(things: Ref[]): { thing: Ref; n: number }[] {
  const found = new Map<string, { thing: Ref; n: number }>();
  for (const thing of things) {
    const key = JSON.stringify(thing);
    found.set(key, { thing, n: (found.get(key)?.n ?? 0) + 1 });
  }
  return [...found.values()];
}

/** Whatever is shown, as things of players: every list can be drawn in every way. */
export function groups(module: ModuleId, it: Shown): Group[] {
  switch (it.type) {
    case 'words':
      return [one(null, words(module, it.is))];
    case 'words_by_seat':
      return it.is.map(([seat, all]) => one(seat, words(module, all)));
    case 'cards':
      return [one(null, cards(it.is))];
    case 'cards_by_seat':
      return it.is.map(([seat, all]) => one(seat, cards(all)));
    case 'marked':
      return [marked(null, it.is)];
    case 'marked_by_seat':
      return it.is.map(([seat, all]) => marked(seat, all));
    case 'tiles':
      return [one(null, pieces(it.is))];
    case 'tiles_by_seat':
      return it.is.map(([seat, all]) => one(seat, pieces(all)));
    case 'buildings':
    case 'ascending':
      return [one(null, buildings(it.is))];
    case 'buildings_by_seat':
      return it.is.map(([seat, all]) => one(seat, buildings(all)));
    case 'currencies':
      return [
        one(
          null,
          it.is.map((currency) => ({ type: 'currency', currency })),
        ),
      ];
    case 'number':
      return [one(null, [{ type: 'number', number: it.is }])];
    case 'numbers':
      return [
        one(
          null,
          it.is.map((number) => ({ type: 'number', number })),
        ),
      ];
    case 'by_seat':
      return it.is.map((number, seat) => one(seat, [{ type: 'number', number }]));
    case 'seats':
      return it.is.map((seat) => one(seat, []));
    case 'cell_by_seat':
      return it.is.map(([seat, at]) => one(seat, [{ type: 'cell', at }]));
    case 'counter':
      return [one(null, [{ type: 'number', number: it.is.n }])];
    case 'pile':
      return [one(null, it.is.top ? [it.is.top] : [])];
    case 'slots':
      return it.is.map((row) =>
        one(
          row.seat,
          row.cells.flatMap((cell) => (cell.holds ? [cell.holds] : [])),
        ),
      );
    case 'tracks':
      return it.is.map((track) =>
        one(
          track.seat,
          track.at.map(([, at]) => ({ type: 'number', number: track.stops[at] ?? at })),
        ),
      );
    case 'pins':
      return it.is.map((pin) =>
        one(
          pin.seat,
          pin.on.type === 'piece' ? pieces([pin.on.piece]) : 'at' in pin.on ? [{ type: 'cell', at: pin.on.at }] : [],
        ),
      );
  }
}

/** The number a badge shows: mine, or everybody's. */
export function badge(module: ModuleView, me: Seat | null): number | null {
  const it = shown(module, look(module.module).board?.badge);
  switch (it?.type) {
    case 'number':
      return it.is;
    case 'counter':
    case 'pile':
      return it.is.n;
    case 'by_seat':
      return me === null ? null : (it.is[me] ?? null);
    case 'words_by_seat':
    case 'cards_by_seat':
    case 'tiles_by_seat':
    case 'buildings_by_seat':
    case 'marked_by_seat':
      return me === null ? null : ((it.is as [Seat, unknown[]][]).find(([seat]) => seat === me)?.[1].length ?? 0);
    case 'words':
    case 'cards':
    case 'tiles':
    case 'buildings':
    case 'marked':
      return it.is.length;
    default:
      return null;
  }
}
