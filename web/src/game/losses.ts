// What a choice gave away although something better was on the table. Only what is surely a loss is named.

import type { Card, DecisionView, OptionView, PieceId } from '../protocol';
import * as o from './options';

export type Loss = { type: 'overpaid'; n: number } | { type: 'reserved'; piece: PieceId };

/** What is lost by an option of a decision, paid with cards of one's own choice if some are named. */
export function loss(decision: DecisionView | null, option: OptionView, cards?: Card[]): Loss | null {
  if (!decision) return null;
  if (option.key === 'buy' || option.key === 'pay') {
    const exact = decision.options.find((other) => other.key === option.key && o.piece(other) === o.piece(option) && o.exact(other));
    const n = cards ? o.sum(cards) - o.sum(exact ? o.cards(exact) : []) : o.lost(option);
    return exact && n > 0 ? { type: 'overpaid', n } : null;
  }
  if (option.key === 'reserve' && o.keyed(decision, 'place').some((other) => o.piece(other) === o.piece(option))) return { type: 'reserved', piece: o.piece(option)! };
  return null;
}
