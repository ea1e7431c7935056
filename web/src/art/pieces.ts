// Pieces of modules: how a tile that not every game has is drawn, by the pictures its module brings. The names say which:
// `piece-KIND` is its ground, `-BUILDING` that of one building type, `-half` that of half a cell, which turns with the tile as
// `-turned` does; `-top` stands upright on it in the colour of the building, `-over` lies on the building itself, `-edge` is on
// each of its walls. Where pieces of a kind differ in what turns with them, the key of the piece stands for the kind.

import type { Tile } from '../protocol';
import { printed } from '../catalogue.svelte';
import { anyone } from '../looks.svelte';

export type PieceArt = { ground?: string; half?: string; turned?: string; top?: string; over?: string; edge?: string };

/** The pictures of a piece; null if it is a plain building. */
export function pieceArt(tile: Tile): PieceArt | null {
  if (!tile.kind) return null;
  const name = `piece-${tile.kind}`;
  const card = printed(tile.piece);
  // What only shows the colour of a building, as a square does, has it printed.
  const colour = tile.building ?? card?.building[0];
  const over = tile.building ? anyone(`${name}-over`) : undefined;
  const ground = over ? undefined : ((colour ? anyone(`${name}-${colour}`) : undefined) ?? anyone(name));
  const found = {
    ground,
    half: anyone(`${name}-half`),
    turned: anyone(`piece-${card?.key}-turned`) ?? anyone(`${name}-turned`),
    top: tile.building ? anyone(`${name}-top`) : undefined,
    over,
    edge: anyone(`${name}-edge`),
  };
  const there = Object.entries(found).filter((entry): entry is [keyof PieceArt, string] => entry[1] !== undefined);
  return there.length > 0 ? Object.fromEntries(there) : null;
}
