// Bought tiles laid in thought, before the rules ask where they go.

import type { DecisionView, Laid, OptionView } from '../protocol';
import * as o from './options';

/** Whether there is time to think about tiles: something is to be decided, and it is not their place. */
export function planning(decision: DecisionView | null): boolean {
  return decision !== null && decision.kind !== 'place_tile' && decision.kind !== 'confirm_turn';
}

/** Where an option lays its tile. */
export function wish(option: OptionView): Laid {
  return { piece: o.piece(option)!, at: o.cell(option)!, turn: o.turn(option) };
}

export function sameLaying(a: Laid, b: Laid): boolean {
  return a.piece === b.piece && o.same(a.at, b.at) && (a.turn ?? 0) === (b.turn ?? 0);
}
