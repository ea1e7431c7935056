// Things of modules that stand in palaces: the trader beside it, the designer, citizens and chests on its tiles.

import type { Building, Cell, PieceId, Seat, View } from '../protocol';

/** Where a designer's feet point to, in quarter turns from the south, clockwise. */
const FEET: Record<string, number> = { south: 0, west: 1, north: 2, east: 3 };

export type Token = { kind: 'trader' | 'designer' | 'citizen' | 'chest'; at: Cell; corner: number; seat: Seat; building?: Building; turn?: number };

const ON_TILES: Record<string, 'citizen' | 'chest'> = { homes: 'citizen', on_tiles: 'chest' };

export function tokens(view: View, seat: Seat): Token[] {
  const cells = new Map((view.players[seat]?.palace ?? []).map((lying): [PieceId, typeof lying] => [lying.tile.piece, lying]));
  return view.modules.flatMap((module) =>
    module.shows.flatMap(({ name, shown }): Token[] => {
      if (shown.type === 'cell_by_seat') {
        const kind = name === 'designer_at' ? 'designer' : 'trader';
        return shown.is.filter(([whose]) => whose === seat).map(([, at]) => ({ kind, at, corner: 0, seat, turn: feet(module.shows, seat) }));
      }
      const kind = ON_TILES[name];
      if (shown.type !== 'tiles_by_seat' || !kind) return [];
      const pieces = shown.is.filter(([whose]) => whose === seat).flatMap(([, own]) => own);
      return pieces.flatMap((piece) => {
        const lying = cells.get(piece);
        if (!lying) return [];
        // Chests and citizens have the colour of the building they stand on.
        const { at, tile } = lying;
        return [{ kind, at, corner: kind === 'chest' ? 1 : 0, seat, ...(tile.building ? { building: tile.building } : {}) }];
      });
    }),
  );
}

function feet(shows: View['modules'][number]['shows'], seat: Seat): number {
  const shown = shows.find(({ name }) => name === 'feet')?.shown;
  const side = shown?.type === 'words_by_seat' ? shown.is.find(([whose]) => whose === seat)?.[1][0] : undefined;
  return FEET[side ?? 'south'] ?? 0;
}
