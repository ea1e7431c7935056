// Choices of modules made from what the cards say about themselves: a new module finds its places alone. Sets that somebody
// thought about are the server's.

import type { ModuleCard, ModuleGroup, ModuleId } from '../protocol';

export type Chosen = Record<ModuleId, Record<string, string>>;

export const PRESETS = ['classic', 'peaceful', 'everything'] as const;
export type Preset = (typeof PRESETS)[number];

export function fits(card: ModuleCard, players: number): boolean {
  return players >= card.min_players && players <= card.max_players;
}

/** The modules of a preset that this many players can play. */
export function preset(name: Preset, cards: ModuleCard[], players: number): Chosen {
  const wanted: Record<Preset, (card: ModuleCard) => boolean> = {
    classic: () => false,
    peaceful: (card) => !card.touches.includes('others_turns') && !card.touches.includes('auction') && card.weight <= 3,
    everything: () => true,
  };
  return of(cards.filter((card) => fits(card, players) && wanted[name](card)));
}

export function of(cards: ModuleCard[]): Chosen {
  return Object.fromEntries(cards.map((card) => [card.module, {}]));
}

/** Whether exactly these are chosen, whatever their options. */
export function same(chosen: Chosen, modules: ModuleId[]): boolean {
  return modules.length === Object.keys(chosen).length && modules.every((module) => module in chosen);
}

/** Cards as they were published; what belongs to no group of the box stands at the end. */
export function grouped(cards: ModuleCard[], groups: ModuleGroup[]): { group: string; cards: ModuleCard[] }[] {
  const known = new Set(groups.flatMap((group) => group.modules));
  return [
    ...groups.map(({ group, modules }) => ({ group, cards: cards.filter((card) => modules.includes(card.module)) })),
    { group: '', cards: cards.filter((card) => !known.has(card.module)) },
  ].filter((part) => part.cards.length > 0);
}

/** What is still to be drawn from when something is chosen by lot: not too heavy, not barred, not there already. */
export function pool(
  cards: ModuleCard[],
  players: number,
  weight: number,
  chosen: Chosen,
  barred: Set<ModuleId>,
): ModuleCard[] {
  return cards.filter(
    (card) => fits(card, players) && card.weight <= weight && !(card.module in chosen) && !barred.has(card.module),
  );
}
