// The options of a decision, sorted by what they point at. Nothing is decided here, only found.

import type { Building, Card, Cell, DecisionView, Effect, OptionView, PieceId, Ref, Side } from '../protocol';

/** Whatever points at things: an option, or what was done. */
export type Pointing = Pick<OptionView, 'refs'>;

function ref<T extends Ref['type']>(option: Pointing, type: T): Extract<Ref, { type: T }> | undefined {
  return option.refs.find((r): r is Extract<Ref, { type: T }> => r.type === type);
}

export const piece = (option: Pointing): PieceId | undefined => ref(option, 'piece')?.piece;
export const cell = (option: Pointing): Cell | undefined => ref(option, 'cell')?.at;
export const side = (option: OptionView): Side | undefined => ref(option, 'side')?.side;
export const turn = (option: OptionView): number => ref(option, 'turn')?.turn ?? 0;
export const number = (option: OptionView): number | undefined => ref(option, 'number')?.number;
export const cards = (option: Pointing): Card[] => option.refs.flatMap((r) => (r.type === 'cards' ? r.cards : []));
export const building = (option: OptionView): Building | undefined => ref(option, 'building')?.building;
/** Whether an option points at a cell, as the first it names or a later one: from here, to there. */
export const through = (option: OptionView, at: Cell): boolean =>
  option.refs.some((r) => r.type === 'cell' && same(r.at, at));
/** The second tile an option points at: the one that is swapped out. */
export const other = (option: OptionView): PieceId | undefined =>
  option.refs.filter((r) => r.type === 'piece').map((r) => r.piece)[1];

export function keyed(decision: DecisionView | null, ...keys: string[]): OptionView[] {
  return decision?.options.filter((option) => keys.includes(option.key)) ?? [];
}

/** Whatever leads to something: an option, or what the server said of a choice. */
export type Leading = Pick<OptionView, 'effects'>;

export function effect<T extends Effect['type']>(option: Leading, type: T): Extract<Effect, { type: T }> | undefined {
  return option.effects.find((e): e is Extract<Effect, { type: T }> => e.type === type);
}

export const exact = (option: Leading): boolean =>
  effect(option, 'extra_action') !== undefined || effect(option, 'exact') !== undefined;
export const lost = (option: Leading): number => effect(option, 'lost')?.amount ?? 0;
export const wall = (option: Leading): { from: number; to: number } | undefined => effect(option, 'wall');

export const same = (a: Cell, b: Cell): boolean => a[0] === b[0] && a[1] === b[1];

/** Keys that have a place of their own on the table: display, market, palace, tray, payment sheet. */
const PLACED = [
  'take',
  'buy',
  'target',
  'pay',
  'pay_card',
  'place',
  'add',
  'move',
  'swap',
  'remove',
  'reserve',
  'gift',
];

/** Doing without: the answer that ends a window without touching anything. */
export function passing(option: OptionView): boolean {
  return option.passes === true;
}

/** Options that are neither drawn on the table nor buttons of the turn: the chooser shows them. */
export function chosen(decision: DecisionView | null): OptionView[] {
  return (
    decision?.options.filter(
      (option) =>
        !PLACED.includes(option.key) && option.key !== 'end_turn' && option.key !== 'decline' && !passing(option),
    ) ?? []
  );
}

/** What is asked by an option: the same for all that differ only in what they point at. */
export const actOf = (option: OptionView): string => option.act ?? option.key;

/** One question of a chooser: options of the same sort. */
export type Group = { act: string; options: OptionView[] };

export function groups(options: OptionView[]): Group[] {
  const found = new Map<string, OptionView[]>();
  for (const option of options) {
    const act = actOf(option);
    found.set(act, [...(found.get(act) ?? []), option]);
  }
  return [...found].map(([act, members]) => ({ act, options: members }));
}

/** What is pointed at, as a text; things are compared often, so each is written once. */
export function refId(r: Ref): string {
  let id = written.get(r);
  if (id === undefined) written.set(r, (id = JSON.stringify(r)));
  return id;
}
const written = new WeakMap<Ref, string>();

/** What is printed on a card; 0 on cards without a value. */
export function printed(card: Card): number {
  return Number(card.split('-')[1]) || 0;
}

/** What is printed on some cards together. */
export function sum(cards: Card[]): number {
  return cards.reduce((all, card) => all + printed(card), 0);
}
