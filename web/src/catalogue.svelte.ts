// What the server says about the box: modules, bots, house rules, printed facts. Fetched once.

import type { Catalogue, PieceCard, PieceId, Tile } from './protocol';
import { api } from './net/api';

export const box = $state<{ catalogue: Catalogue | null; trouble: string | null }>({ catalogue: null, trouble: null });

let asked: Promise<void> | undefined;

export function open(): Promise<void> {
  asked ??= api.catalogue().then(
    (catalogue) => void (box.catalogue = catalogue),
    (error: Error) => {
      box.trouble = error.message;
      asked = undefined;
    },
  );
  return asked;
}

export function printed(piece: PieceId): PieceCard | undefined {
  return box.catalogue?.pieces[piece];
}

/** A piece that lies nowhere in the view, as it is printed. */
export function asTile(piece: PieceId): Tile {
  const card = printed(piece);
  const tile: Tile = { piece, building: card?.building[0] ?? null, price: card?.price ?? 0, walls: card?.walls[0] ?? '' };
  if (card && card.kind !== 'base' && card.kind !== 'fountain') tile.kind = card.kind;
  return tile;
}

export function moduleTitle(module: string): string {
  return box.catalogue?.modules.find((card) => card.module === module)?.title ?? module;
}
