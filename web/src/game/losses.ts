// What a choice gave away although something better was on the table. Only what is surely a loss is named; how much
// it is, the server says.

import type { DecisionView, Effect, OptionView, PieceId } from '../protocol';
import * as o from './options';

export type Loss =
  { type: 'overpaid'; n: number } | { type: 'reserved'; piece: PieceId } | { type: 'wall'; from: number; to: number };

/** What is lost by an option of a decision; paid with cards of one's own choice, `effects` are what the server said of them. */
export function loss(
  decision: DecisionView | null,
  option: OptionView,
  effects: Effect[] = option.effects,
): Loss | null {
  if (!decision) return null;
  if (option.key === 'buy' || option.key === 'pay') {
    const n = o.lost({ effects });
    const better = decision.options.some(
      (other) => other.key === option.key && o.piece(other) === o.piece(option) && o.exact(other),
    );
    return better && n > 0 ? { type: 'overpaid', n } : null;
  }
  if (option.key === 'reserve' && o.keyed(decision, 'place').some((other) => o.piece(other) === o.piece(option)))
    return { type: 'reserved', piece: o.piece(option)! };
  const wall = o.wall({ effects });
  return wall && wall.to < wall.from ? { type: 'wall', from: wall.from, to: wall.to } : null;
}
