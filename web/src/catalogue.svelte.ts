// What the server says about the box: modules, bots, house rules, printed facts. Fetched once.

import type { Catalogue, ModuleCard, ModuleId, PieceCard, PieceId, Tile } from './protocol';
import { troubleText } from './game/say';
import { look } from './looks.svelte';
import { api, marked } from './net/api';
import { settings } from './settings.svelte';

export const box = $state<{ catalogue: Catalogue | null; trouble: string | null }>({ catalogue: null, trouble: null });

let asked: { language: string; answer: Promise<void> } | undefined;

/** Asks once, and again when the language of the page has changed: help comes in one language. */
export function open(): Promise<void> {
  const { language } = settings;
  if (asked?.language === language) return asked.answer;
  const answer = api.catalogue(language).then(
    (catalogue) => {
      // A later question may have been answered sooner.
      if (asked?.language !== language) return;
      box.catalogue = catalogue;
      marked(Object.fromEntries(catalogue.modules.map((card) => [card.module, card.look])));
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
  const tile: Tile = {
    piece,
    building: card?.building[0] ?? null,
    price: card?.price ?? 0,
    walls: card?.walls[0] ?? '',
  };
  if (card && card.kind !== 'base' && card.kind !== 'fountain') tile.kind = card.kind;
  if (card?.towards) tile.second = { towards: card.towards, building: card.building[1], walls: card.walls[1] };
  return tile;
}

const card = (module: ModuleId): ModuleCard | undefined => box.catalogue?.modules.find((one) => one.module === module);

export function moduleTitle(module: ModuleId): string {
  return look(module).words['title'] ?? card(module)?.title ?? module;
}

/** One line about a module. */
export function moduleSummary(module: ModuleId): string {
  return card(module)?.summary ?? look(module).words['summary'] ?? '';
}

/** What an option of a module decides, or what one of its values is called. */
export function optionName(module: ModuleId, option: string, value?: string): string {
  const found = card(module)?.options.find((one) => one.name === option);
  const name = value === undefined ? found?.about : found?.names[found.values.indexOf(value)];
  return name ?? (value ?? option).replaceAll('_', ' ');
}
