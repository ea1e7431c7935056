// Something a screen asks of the server on a click: one at a time, and what went wrong is said beside it.

import { troubleText } from './game/say';

export class Errand {
  /** While it runs, nothing else is begun. */
  busy = $state(false);
  /** Why the last one failed; empty if it did not. */
  trouble = $state('');

  async run(what: () => Promise<unknown>): Promise<void> {
    this.busy = true;
    this.trouble = '';
    try {
      await what();
    } catch (error) {
      this.trouble = troubleText(error);
    } finally {
      this.busy = false;
    }
  }
}
