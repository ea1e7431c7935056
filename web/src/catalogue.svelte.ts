// What the server says about the box: modules, bots, house rules, printed facts. Fetched once.

import type { Catalogue, PieceCard, PieceId, Tile } from './protocol';
import { troubleText } from './game/say';
import { api } from './net/api';
import { settings } from './settings.svelte';
import { title, wording } from './words/engine';

export const box = $state<{ catalogue: Catalogue | null; trouble: string | null }>({ catalogue: null, trouble: null });

let asked: { language: string; answer: Promise<void> } | undefined;

/** Asks once, and again when the language of the page has changed: help comes in one language. */
export function open(): Promise<void> {
  const { language } = settings;
  if (asked?.language === language) return asked.answer;
  const answer = api.catalogue(language).then(
    (catalogue) => {
      // A later question may have been answered sooner.
      if (asked?.language === language) box.catalogue = catalogue;
      box.trouble = null;
    },
    (error: unknown) => {
      box.trouble = troubleText(error);
      asked = undefined;
    },
  );
  asked = { language, answer };
  return answer;
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
  return title(module) ?? box.catalogue?.modules.find((card) => card.module === module)?.title ?? module;
}

/** One line about a module. */
export function moduleSummary(module: string): string {
  return wording(module, 'summary') ?? box.catalogue?.modules.find((card) => card.module === module)?.summary ?? '';
}

/** What an option of a module decides, or what one of its values is called. */
export function optionName(module: string, option: string, value?: string): string {
  const key = value === undefined ? `option.${option}` : `option.${option}.${value}`;
  return wording(module, key) ?? (value ?? option).replaceAll('_', ' ');
}
