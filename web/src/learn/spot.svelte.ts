// What is pointed at now: whoever teaches sets it, the table shows it.

import type { Spots } from './spots';

class Spot {
  // Raw: who points is told apart by what was given, not by a proxy of it.
  on = $state.raw<Spots | null>(null);
}

export const spot = new Spot();

/** Points at something until the one who points is done. */
export function pointAt(on: Spots | null): () => void {
  spot.on = on;
  return () => {
    if (spot.on === on) spot.on = null;
  };
}
