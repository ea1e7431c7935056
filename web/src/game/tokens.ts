// Things of modules that stand in palaces: the trader beside it, citizens and chests on its tiles.

import type { Cell, PieceId, Seat, View } from '../protocol';

export type Token = { kind: 'trader' | 'citizen' | 'chest'; at: Cell; corner: number };

const ON_TILES: Record<string, 'citizen' | 'chest'> = { homes: 'citizen', on_tiles: 'chest' };

export function tokens(view: View, seat: Seat): Token[] {
  const cells = new Map<PieceId, Cell>((view.players[seat]?.palace ?? []).map(({ at, tile }) => [tile.piece, at]));
  return view.modules.flatMap((module) =>
    module.shows.flatMap(({ name, shown }): Token[] => {
      if (shown.type === 'cell_by_seat') return shown.is.filter(([whose]) => whose === seat).map(([, at]) => ({ kind: 'trader', at, corner: 0 }));
      const kind = ON_TILES[name];
      if (shown.type !== 'tiles_by_seat' || !kind) return [];
      const pieces = shown.is.filter(([whose]) => whose === seat).flatMap(([, own]) => own);
      return pieces.flatMap((piece) => {
        const at = cells.get(piece);
        return at ? [{ kind, at, corner: kind === 'chest' ? 1 : 0 }] : [];
      });
    }),
  );
}
