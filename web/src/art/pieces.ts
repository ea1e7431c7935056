// Pieces of modules: how a tile that not every game has is drawn, by the pictures its module brings. The names say which:
// `piece-KIND` is its ground, `-BUILDING` that of one building type, `-half` that of half a cell, which turns with the tile as
// `-turned` does; `-top` stands upright on it in the colour of the building, `-over` lies on the building itself, `-edge` is on
// each of its walls.

import type { Tile } from '../protocol';
import { anyone } from '../looks.svelte';

export type PieceArt = { ground?: string; half?: string; turned?: string; top?: string; over?: string; edge?: string };

/** The pictures of a piece; null if it is a plain building. */
export function pieceArt(tile: Tile): PieceArt | null {
  if (!tile.kind) return null;
  const name = `piece-${tile.kind}`;
  const over = tile.building ? anyone(`${name}-over`) : undefined;
  const ground = over ? undefined : ((tile.building ? anyone(`${name}-${tile.building}`) : undefined) ?? anyone(name));
  const found = { ground, half: anyone(`${name}-half`), turned: anyone(`${name}-turned`), top: tile.building ? anyone(`${name}-top`) : undefined, over, edge: anyone(`${name}-edge`) };
  const there = Object.entries(found).filter((entry): entry is [keyof PieceArt, string] => entry[1] !== undefined);
  return there.length > 0 ? Object.fromEntries(there) : null;
}
