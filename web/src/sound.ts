// Short tones made on the spot: no files, nothing to load. Off until somebody turns them on.

import type { EventView, Seat } from './protocol';
import { settings, still } from './settings.svelte';

export type Tone = 'turn' | 'card' | 'coin' | 'tile' | 'scoring';

/** A note: when it begins and how long it lasts in seconds, how high it is in hertz, and how loud among the others. */
type Note = { at: number; long: number; high: number; shape: OscillatorType; part?: number };
const NOTES: Record<Tone, Note[]> = {
  // A fifth upwards: somebody is waited for.
  turn: [
    { at: 0, long: 0.16, high: 587.33, shape: 'sine' },
    { at: 0.13, long: 0.28, high: 880, shape: 'sine' },
  ],
  card: [{ at: 0, long: 0.05, high: 1318.5, shape: 'triangle', part: 0.3 }],
  // Two coins on a counter: overtones that do not belong together, as in metal.
  coin: [
    { at: 0, long: 0.18, high: 2637, shape: 'sine', part: 0.5 },
    { at: 0, long: 0.12, high: 4186, shape: 'sine', part: 0.3 },
    { at: 0.09, long: 0.22, high: 2960, shape: 'sine', part: 0.5 },
    { at: 0.09, long: 0.14, high: 4699, shape: 'sine', part: 0.25 },
  ],
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

/** What rustles and scrapes beside the notes: paper, stone, a mason's work; around one height, dying away. */
const RUSTLE: Partial<Record<Tone, { at: number; long: number; high: number }[]>> = {
  card: [{ at: 0, long: 0.12, high: 3200 }],
  tile: [
    { at: 0, long: 0.05, high: 1800 },
    { at: 0.05, long: 0.14, high: 420 },
  ],
};

let context: AudioContext | null = null;

/** Plays a tone, if sounds are wanted. Browsers stay silent until the page was touched; that is no fault. */
export function play(tone: Tone): void {
  if (!settings.sound || settings.volume <= 0 || typeof AudioContext !== 'function') return;
  context ??= new AudioContext();
  if (context.state === 'suspended') void context.resume().catch(() => undefined);
  const loud = (settings.volume / 100) ** 2 * 0.25;
  for (const { at, long, high } of RUSTLE[tone] ?? []) rustle(context, context.currentTime + at, long, high, loud);
  for (const { at, long, high, shape, part = 1 } of NOTES[tone]) {
    const begin = context.currentTime + at;
    const [voice, gain] = [context.createOscillator(), context.createGain()];
    voice.type = shape;
    voice.frequency.value = high;
    // A soft edge on both sides, else it clicks.
    gain.gain.setValueAtTime(0, begin);
    gain.gain.linearRampToValueAtTime(loud * part, begin + 0.01);
    gain.gain.exponentialRampToValueAtTime(0.0001, begin + long);
    voice.connect(gain).connect(context.destination);
    voice.start(begin);
    voice.stop(begin + long);
  }
}

/** Noise around one height. */
function rustle(context: AudioContext, begin: number, long: number, high: number, loud: number): void {
  const buffer = context.createBuffer(1, Math.ceil(context.sampleRate * long), context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = (Math.random() * 2 - 1) * (1 - i / samples.length) ** 2;
  const [source, band, gain] = [context.createBufferSource(), context.createBiquadFilter(), context.createGain()];
  source.buffer = buffer;
  band.type = 'bandpass';
  band.frequency.value = high;
  gain.gain.value = loud * 0.8;
  source.connect(band).connect(gain).connect(context.destination);
  source.start(begin);
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
  if (kinds.has('placed') || kinds.has('moved') || kinds.has('gift') || kinds.has('reserved')) return 'tile';
  if (kinds.has('bought') || kinds.has('paid')) return 'coin';
  return kinds.has('took_money') || kinds.has('drew') ? 'card' : null;
}
