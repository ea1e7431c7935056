// Which window of the story stands open. Any number of points, wherever it is shown, can open its explanation here.

import type { Recap } from './turns';

class Stage {
  /** What happened since my last turn, while it is new. */
  recap = $state.raw<{ recap: Recap; close: () => void } | null>(null);

  /** The scoring on show: a round to present row by row, or null for the last one as it ended. */
  scoring = $state<{ round: number | null; finished: boolean } | null>(null);

  /** The scoring that is being told: how it ended, and the game with it, is not said before. */
  telling = $state<number | null>(null);

  /** Presents a scoring that has just been held. */
  present(round: number): void {
    this.scoring = { round, finished: false };
    this.telling = round;
  }

  /** Opens a scoring of the past, or the last one. */
  explain(round: number | null = null): void {
    this.scoring = { round, finished: true };
    this.telling = null;
  }

  /** Its last row is seen. */
  told(): void {
    this.telling = null;
  }

  close(): void {
    this.scoring = null;
    this.telling = null;
  }
}

export const stage = new Stage();
