// The options of a decision, sorted by what they point at. Nothing is decided here, only found.

import type { Building, Card, Cell, DecisionView, Effect, OptionView, PieceId, Ref, Side } from '../protocol';

function ref<T extends Ref['type']>(option: OptionView, type: T): Extract<Ref, { type: T }> | undefined {
  return option.refs.find((r): r is Extract<Ref, { type: T }> => r.type === type);
}

export const piece = (option: OptionView): PieceId | undefined => ref(option, 'piece')?.piece;
export const cell = (option: OptionView): Cell | undefined => ref(option, 'cell')?.at;
export const side = (option: OptionView): Side | undefined => ref(option, 'side')?.side;
export const turn = (option: OptionView): number => ref(option, 'turn')?.turn ?? 0;
export const number = (option: OptionView): number | undefined => ref(option, 'number')?.number;
export const cards = (option: OptionView): Card[] => option.refs.flatMap((r) => (r.type === 'cards' ? r.cards : []));
export const building = (option: OptionView): Building | undefined => ref(option, 'building')?.building;
/** The second tile an option points at: the one that is swapped out. */
export const other = (option: OptionView): PieceId | undefined => option.refs.filter((r) => r.type === 'piece').map((r) => r.piece)[1];

export function keyed(decision: DecisionView | null, ...keys: string[]): OptionView[] {
  return decision?.options.filter((option) => keys.includes(option.key)) ?? [];
}

/** Whatever leads to something: an option, or what the server said of a choice. */
export type Leading = Pick<OptionView, 'effects'>;

export function effect<T extends Effect['type']>(option: Leading, type: T): Extract<Effect, { type: T }> | undefined {
  return option.effects.find((e): e is Extract<Effect, { type: T }> => e.type === type);
}

export const exact = (option: Leading): boolean => effect(option, 'extra_action') !== undefined || effect(option, 'exact') !== undefined;
export const lost = (option: Leading): number => effect(option, 'lost')?.amount ?? 0;
export const wall = (option: Leading): { from: number; to: number } | undefined => effect(option, 'wall');

export const same = (a: Cell, b: Cell): boolean => a[0] === b[0] && a[1] === b[1];

/** Keys that have a place of their own on the table: display, market, palace, tray, payment sheet. */
const PLACED = ['take', 'buy', 'target', 'pay', 'pay_card', 'place', 'add', 'move', 'swap', 'remove', 'reserve', 'gift'];

/** Doing without: the answer that ends a window without touching anything. */
export function passing(option: OptionView): boolean {
  return option.passes === true;
}

/** Options that are neither drawn on the table nor buttons of the turn: the chooser shows them. */
export function chosen(decision: DecisionView | null): OptionView[] {
  return decision?.options.filter((option) => !PLACED.includes(option.key) && option.key !== 'end_turn' && option.key !== 'decline' && !passing(option)) ?? [];
}

/** One question of a chooser: options of the same sort. */
export type Group = { act: string; options: OptionView[] };

export function groups(options: OptionView[]): Group[] {
  const found = new Map<string, OptionView[]>();
  for (const option of options) {
    const act = option.act ?? option.key;
    found.set(act, [...(found.get(act) ?? []), option]);
  }
  return [...found].map(([act, members]) => ({ act, options: members }));
}

/** A part of options that differs between them: the place among the references, and its values. */
export type Facet = { at: number; values: { id: string; ref: Ref }[] };

/** Long lists are narrowed part by part; each part offers only what goes with the parts chosen so far. */
export function facets(options: OptionView[], chosen: Record<number, string>): Facet[] {
  const width = Math.max(0, ...options.map((option) => option.refs.length));
  const parts: Facet[] = [];
  for (let at = 0; at < width; at++) {
    const fitting = options.filter((option) => Object.entries(chosen).every(([k, id]) => Number(k) === at || (option.refs[Number(k)] && refId(option.refs[Number(k)]!) === id)));
    const values = new Map<string, Ref>();
    for (const option of fitting) {
      const r = option.refs[at];
      if (r) values.set(refId(r), r);
    }
    const all = new Set(options.map((option) => (option.refs[at] ? refId(option.refs[at]!) : '')));
    if (all.size > 1) parts.push({ at, values: [...values].map(([id, r]) => ({ id, ref: r })) });
  }
  return parts;
}

export function narrowed(options: OptionView[], chosen: Record<number, string>): OptionView[] {
  return options.filter((option) => Object.entries(chosen).every(([at, id]) => option.refs[Number(at)] && refId(option.refs[Number(at)]!) === id));
}

export const refId = (r: Ref): string => JSON.stringify(r);

/** What is printed on a card; 0 on cards without a value. */
export function printed(card: Card): number {
  return Number(card.split('-')[1]) || 0;
}

/** What is printed on some cards together. */
export function sum(cards: Card[]): number {
  return cards.reduce((all, card) => all + printed(card), 0);
}
