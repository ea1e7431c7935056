// Putting what the server sends into what the client holds. No rule of the game is known here.

import type { GameSnapshot, Update, View, ViewChange } from '../protocol';

/** The view after a change: fields that are there replace fields of the same name. */
export function changed(view: View, change: ViewChange): View {
  const { players, asked, winners, ...rest } = change;
  const next: View = { ...view, ...rest };
  if (asked !== undefined) next.asked = asked[0] ?? null;
  if (winners !== undefined) next.winners = winners[0] ?? null;
  if (players !== undefined) {
    next.players = [...view.players];
    for (const player of players) next.players[player.seat] = player;
  }
  return next;
}

/** The game after an update; `null` when something between was lost. */
export function updated(game: GameSnapshot, update: Update): GameSnapshot | null {
  if (update.step !== game.step + 1) return null;
  const lines = update.events.flatMap((event) => (event.what.type === 'scored' ? [event.what.line] : []));
  return {
    step: update.step,
    action: update.action,
    view: changed(game.view, update.change),
    decision: update.decision,
    undo: update.undo,
    scores: update.undone > 0 ? game.scores : [...game.scores, ...lines],
    clock: update.clock ?? null,
    ...(update.window ? { window: update.window } : {}),
    next_scoring: update.next_scoring === undefined ? game.next_scoring : (update.next_scoring[0] ?? null),
  };
}
