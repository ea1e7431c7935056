// Ready-made choices of modules, made from what the cards say about themselves: a new module finds its places alone.

import type { ModuleCard, ModuleId, Touch } from '../protocol';

export type Chosen = Record<ModuleId, Record<string, string>>;

export const PRESETS = ['classic', 'light', 'money', 'palace', 'peaceful', 'everything'] as const;
export type Preset = (typeof PRESETS)[number];

export function fits(card: ModuleCard, players: number): boolean {
  return players >= card.min_players && players <= card.max_players;
}

/** The modules of a preset that this many players can play. */
export function preset(name: Preset, cards: ModuleCard[], players: number): Chosen {
  const first = (touch: Touch) => (card: ModuleCard) => card.touches[0] === touch;
  const wanted: Record<Preset, (card: ModuleCard) => boolean> = {
    classic: () => false,
    light: (card) => card.weight <= 1,
    money: first('money'),
    palace: first('palace'),
    peaceful: (card) => !card.touches.includes('others_turns') && !card.touches.includes('auction') && card.weight <= 3,
    everything: () => true,
  };
  return of(cards.filter((card) => fits(card, players) && wanted[name](card)));
}

export function of(cards: ModuleCard[]): Chosen {
  return Object.fromEntries(cards.map((card) => [card.module, {}]));
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
