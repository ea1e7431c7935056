// Short tones made on the spot: no files, nothing to load. Off until somebody turns them on.

import type { EventView, Seat } from './protocol';
import { settings, still } from './settings.svelte';

export type Tone = 'turn' | 'card' | 'tile' | 'scoring';

/** Notes of a tone: when it begins and how long it lasts in seconds, and how high it is in hertz. */
const NOTES: Record<Tone, { at: number; long: number; high: number; shape: OscillatorType }[]> = {
  // A fifth upwards: somebody is waited for.
  turn: [
    { at: 0, long: 0.16, high: 587.33, shape: 'sine' },
    { at: 0.13, long: 0.28, high: 880, shape: 'sine' },
  ],
  card: [{ at: 0, long: 0.06, high: 1318.5, shape: 'triangle' }],
  // Stone on stone.
  tile: [
    { at: 0, long: 0.07, high: 196, shape: 'triangle' },
    { at: 0.02, long: 0.05, high: 392, shape: 'sine' },
  ],
  scoring: [
    { at: 0, long: 0.2, high: 440, shape: 'sine' },
    { at: 0.12, long: 0.2, high: 554.37, shape: 'sine' },
    { at: 0.24, long: 0.36, high: 659.25, shape: 'sine' },
  ],
};

let context: AudioContext | null = null;

/** Plays a tone, if sounds are wanted. Browsers stay silent until the page was touched; that is no fault. */
export function play(tone: Tone): void {
  if (!settings.sound || settings.volume <= 0 || typeof AudioContext !== 'function') return;
  context ??= new AudioContext();
  if (context.state === 'suspended') void context.resume().catch(() => undefined);
  const loud = (settings.volume / 100) ** 2 * 0.25;
  for (const { at, long, high, shape } of NOTES[tone]) {
    const begin = context.currentTime + at;
    const [voice, gain] = [context.createOscillator(), context.createGain()];
    voice.type = shape;
    voice.frequency.value = high;
    // A soft edge on both sides, else it clicks.
    gain.gain.setValueAtTime(0, begin);
    gain.gain.linearRampToValueAtTime(loud, begin + 0.01);
    gain.gain.exponentialRampToValueAtTime(0.0001, begin + long);
    voice.connect(gain).connect(context.destination);
    voice.start(begin);
    voice.stop(begin + long);
  }
}

/**
 * What is heard of what has happened: one tone at most, the weightiest. Who wants nothing to move wants no sound that
 * only goes along with a movement either.
 */
export function heard(fresh: EventView[], mine: Seat[], quiet = still()): Tone | null {
  const kinds = new Set(fresh.map(({ what }) => what.type));
  if (kinds.has('scoring_began') || kinds.has('game_over')) return 'scoring';
  if (fresh.some(({ what }) => what.type === 'turn_began' && mine.includes(what.seat))) return 'turn';
  if (quiet) return null;
  if (kinds.has('placed') || kinds.has('moved') || kinds.has('bought') || kinds.has('gift') || kinds.has('reserved')) return 'tile';
  return kinds.has('took_money') || kinds.has('drew') || kinds.has('paid') ? 'card' : null;
}
