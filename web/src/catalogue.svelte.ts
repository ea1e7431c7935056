// What the server says about the box: modules, bots, house rules, printed facts. Fetched once.

import { untrack } from 'svelte';
import type {
  Building,
  Catalogue,
  EditionTerms,
  ModuleCard,
  ModuleId,
  PieceCard,
  PieceId,
  Tile,
  View,
} from './protocol';
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

/** What is looked at: which edition it is, and what stands on lands whose building is not printed on them. */
const scene = $state<{ edition: string; standing: Partial<Record<PieceId, Building>> }>({
  edition: 'classic',
  standing: {},
});
/** The pieces of editions beside the first, which come with the catalogue. */
const others = $state<Record<string, PieceCard[]>>({});

/** Every tile that lies somewhere. */
export function lying(view: View): Tile[] {
  const tiles = [
    ...view.market.map((space) => space.tile),
    ...(view.preview ?? []),
    ...view.players.flatMap((player) => [...player.bought, ...player.reserve, ...player.palace.map((at) => at.tile)]),
    ...(view.dirk?.tiles ?? []),
  ];
  return tiles.filter((tile) => tile !== null);
}

/** Which edition is played: what an edition always has bears its name. */
function editionOf(view: View): string {
  return box.catalogue?.editions.find((one) => view.modules.some(({ module }) => module === one)) ?? 'classic';
}

/** What an edition is called. */
export function editionTitle(edition: string): string {
  return termsOf(edition)?.title || edition;
}

/** What an edition has its own way. */
export function termsOf(edition: string): EditionTerms | undefined {
  return box.catalogue?.terms.find((one) => one.edition === edition);
}

/** What somebody had before the first point was made; Dirk begins with nothing. */
export function startOf(view: View, scorer: string): number {
  return scorer === 'dirk' ? 0 : (termsOf(editionOf(view))?.start_score ?? 0);
}

/** A table or a recorded game is looked at: its pieces are spoken of from now on. */
export function behold(view: View): void {
  const edition = editionOf(view);
  untrack(() => {
    if (scene.edition !== edition) [scene.edition, scene.standing] = [edition, {}];
    if (edition === 'classic') return;
    for (const { piece, building } of lying(view))
      if (building && scene.standing[piece] !== building) scene.standing[piece] = building;
    if (others[edition]) return;
    others[edition] = [];
    void api.catalogue(settings.language, edition).then(
      ({ pieces }) => (others[edition] = pieces),
      () => delete others[edition],
    );
  });
}

export function printed(piece: PieceId): PieceCard | undefined {
  return scene.edition === 'classic' ? box.catalogue?.pieces[piece] : others[scene.edition]?.[piece];
}

/** A piece that lies nowhere in the view, as it is printed; on a land stood what is said, or stands what was seen last. */
export function asTile(piece: PieceId, stood?: Building): Tile {
  const card = printed(piece);
  const stands = card?.kind === 'land' ? (stood ?? scene.standing[piece]) : undefined;
  const tile: Tile = {
    piece,
    building: stands ?? card?.building[0] ?? null,
    price: card?.price ?? 0,
    walls: card?.walls[0] ?? '',
  };
  const everyday = card === undefined || card.kind === 'base' || card.kind === 'fountain' || stands !== undefined;
  if (!everyday) tile.kind = card.kind;
  if (card?.towards) tile.second = { towards: card.towards, building: card.building[1], walls: card.walls[1] };
  return tile;
}

const card = (module: ModuleId): ModuleCard | undefined =>
  [...(box.catalogue?.modules ?? []), ...(box.catalogue?.rules ?? [])].find((one) => one.module === module);

/** What an edition always has: its card with its options. */
export function rulesOf(edition: string): ModuleCard | undefined {
  return box.catalogue?.rules?.find((one) => one.module === edition);
}

/** Whether one of these asks people in turns that are not theirs. */
export function asksOthers(modules: ModuleId[]): boolean {
  return modules.some((module) => card(module)?.touches.includes('others_turns'));
}

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
