// How fast scorings are shown, kept in the browser. Who wants no movement sees the finished table.

/** Milliseconds for a row. */
export const TEMPI = { slow: 3600, normal: 1900, fast: 700 } as const;
export type Tempo = keyof typeof TEMPI;

const STORE = 'alhambra.tempo';

function stored(): Tempo {
  try {
    const kept = localStorage.getItem(STORE);
    return kept !== null && kept in TEMPI ? (kept as Tempo) : 'normal';
  } catch {
    return 'normal';
  }
}

class Pace {
  chosen = $state<Tempo>(stored());

  choose(tempo: Tempo): void {
    this.chosen = tempo;
    localStorage.setItem(STORE, tempo);
  }
}

export const tempo = new Pace();

export { still } from '../settings.svelte';
