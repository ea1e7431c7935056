// Things of modules that stand on the table: on a cell, a piece, an edge, a corner or a market space. Which picture each has
// is said by its module.

import type { Building, Cell, ModuleId, Pin, Seat, Side, View } from '../protocol';
import { sign } from '../looks.svelte';
import { pinned, shown } from './boards/items';

export type Standing = {
  module: ModuleId;
  /** The name of the picture. */
  picture: string;
  /** A cell of a palace, with the side or corner if it is not its middle; or a market space. */
  on:
    | { type: 'cell' | 'empty' | 'corner'; at: Cell }
    | { type: 'edge'; at: Cell; side: Side }
    | { type: 'space'; space: number };
  seat: Seat | null;
  building: Building | null;
  n: number | null;
  /** Quarter turns of the picture, clockwise: its feet are in the south. */
  turn: number;
  /** Which of several on the same place. */
  place: number;
};

const FEET: Record<string, number> = { south: 0, west: 1, north: 2, east: 3 };

/** What stands in a palace. */
export function standing(view: View, seat: Seat): Standing[] {
  const found = all(view, seat).filter(({ on }) => on.type !== 'space');
  return counted(found);
}

/** What stands on the spaces of the market. */
export function onMarket(view: View): Standing[] {
  return counted(all(view, null).filter(({ on }) => on.type === 'space'));
}

/** Things on the same place stand side by side, three at most; more of them become a number. */
function counted(found: Standing[]): Standing[] {
  const places = new Map<string, Standing[]>();
  for (const it of found) {
    const key = JSON.stringify(it.on);
    places.set(key, [...(places.get(key) ?? []), it]);
  }
  return [...places.values()].flatMap((here) => {
    const kept = here.length > 3 ? [{ ...here[0]!, n: here.length, building: null, seat: null }] : here;
    return kept.map((it, place) => ({ ...it, place }));
  });
}

function all(view: View, seat: Seat | null): Standing[] {
  const palace = seat === null ? [] : (view.players[seat]?.palace ?? []);
  const lying = new Map(palace.map((it) => [it.tile.piece, it]));
  const built = (at: Cell): boolean => palace.some((it) => it.at[0] === at[0] && it.at[1] === at[1]);
  const cell = (at: Cell): Standing['on'] => ({ type: built(at) ? 'cell' : 'empty', at });
  return view.modules.flatMap((module) =>
    pinned(module).flatMap(({ item, shown: it }): Standing[] => {
      const stand = (
        on: Standing['on'],
        more: Partial<Standing> = {},
        name: string | undefined = item.sign,
      ): Standing[] => {
        const picture = (name && sign(module.module, name)) ?? sign(module.module, 'sign');
        return picture
          ? [{ module: module.module, picture, on, seat, building: null, n: null, turn: 0, place: 0, ...more }]
          : [];
      };
      const facing = (whose: Seat): number => {
        const side = shown(module, item.side);
        const word = side?.type === 'words_by_seat' ? side.is.find(([other]) => other === whose)?.[1][0] : undefined;
        return FEET[word ?? 'south'] ?? 0;
      };
      if (it.type === 'cell_by_seat')
        return it.is
          .filter(([whose]) => whose === seat)
          .flatMap(([whose, at]) => stand(cell(at), { turn: facing(whose) }));
      if (it.type === 'tiles_by_seat') {
        const own = it.is.filter(([whose]) => whose === seat).flatMap(([, pieces]) => pieces);
        return own.flatMap((piece) => {
          const here = lying.get(piece);
          return here
            ? stand(
                { type: 'cell', at: here.at },
                { building: here.tile.building, seat: here.tile.building ? null : seat },
              )
            : [];
        });
      }
      if (it.type !== 'pins') return [];
      return it.is.flatMap((pin) => {
        const on = where(pin, seat, lying, cell);
        return on
          ? stand(
              on,
              { seat: pin.seat, building: pin.building, n: pin.n, turn: FEET[pin.side ?? 'south'] ?? 0 },
              pin.sign,
            )
          : [];
      });
    }),
  );
}

function where(
  pin: Pin,
  seat: Seat | null,
  lying: Map<number, { at: Cell }>,
  cell: (at: Cell) => Standing['on'],
): Standing['on'] | null {
  const { on } = pin;
  switch (on.type) {
    case 'space':
      return { type: 'space', space: on.space };
    case 'piece': {
      const here = lying.get(on.piece);
      return here ? { type: 'cell', at: here.at } : null;
    }
    case 'cell':
      return on.of === seat ? cell(on.at) : null;
    case 'corner':
      return on.of === seat ? { type: 'corner', at: on.at } : null;
    case 'edge':
      return on.of === seat ? { type: 'edge', at: on.at, side: on.side } : null;
  }
}
