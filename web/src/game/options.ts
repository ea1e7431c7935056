// The options of a decision, sorted by what they point at. Nothing is decided here, only found.

import type { Building, Card, Cell, DecisionView, OptionView, PieceId, Ref } from '../protocol';

function ref<T extends Ref['type']>(option: OptionView, type: T): Extract<Ref, { type: T }> | undefined {
  return option.refs.find((r): r is Extract<Ref, { type: T }> => r.type === type);
}

export const piece = (option: OptionView): PieceId | undefined => ref(option, 'piece')?.piece;
export const cell = (option: OptionView): Cell | undefined => ref(option, 'cell')?.at;
export const turn = (option: OptionView): number => ref(option, 'turn')?.turn ?? 0;
export const cards = (option: OptionView): Card[] => ref(option, 'cards')?.cards ?? [];
export const building = (option: OptionView): Building | undefined => ref(option, 'building')?.building;
/** The second tile an option points at: the one that is swapped out. */
export const other = (option: OptionView): PieceId | undefined => option.refs.filter((r) => r.type === 'piece').map((r) => r.piece)[1];

export function keyed(decision: DecisionView | null, ...keys: string[]): OptionView[] {
  return decision?.options.filter((option) => keys.includes(option.key)) ?? [];
}

export function exact(option: OptionView): boolean {
  return option.effects.some((effect) => effect.type === 'extra_action' || effect.type === 'exact');
}

export function lost(option: OptionView): number {
  return option.effects.find((effect) => effect.type === 'lost')?.amount ?? 0;
}

export function wall(option: OptionView): { from: number; to: number } | undefined {
  return option.effects.find((effect) => effect.type === 'wall');
}

export const same = (a: Cell, b: Cell): boolean => a[0] === b[0] && a[1] === b[1];
