// What is pointed at now: whoever teaches sets it, the table shows it.

import type { Spots } from './spots';

export const spot = $state<{ on: Spots | null }>({ on: null });

/** Points at something until the one who points is done. */
export function pointAt(on: Spots | null): () => void {
  spot.on = on;
  return () => {
    if (spot.on === on) spot.on = null;
  };
}
