// Short sounds made on the spot: no files, nothing to load. Off until somebody turns them on.

import type { EventView, Seat } from './protocol';
import { settings, still } from './settings.svelte';
import { samples, type Tone } from './synth';

export type { Tone } from './synth';

let context: AudioContext | null = null;
const made = new Map<Tone, AudioBuffer>();

/** Plays a tone, if sounds are wanted. Browsers stay silent until the page was touched; that is no fault. */
export function play(tone: Tone): void {
  if (!settings.sound || settings.volume <= 0 || typeof AudioContext !== 'function') return;
  context ??= new AudioContext();
  if (context.state === 'suspended') void context.resume().catch(() => undefined);
  const [source, gain] = [context.createBufferSource(), context.createGain()];
  source.buffer = buffer(context, tone);
  gain.gain.value = (settings.volume / 100) ** 2;
  source.connect(gain).connect(context.destination);
  source.start();
}

/** Reckoned when it is first heard. */
function buffer(context: AudioContext, tone: Tone): AudioBuffer {
  const known = made.get(tone);
  if (known) return known;
  const wave = samples(tone, context.sampleRate);
  const fresh = context.createBuffer(1, wave.length, context.sampleRate);
  fresh.copyToChannel(wave, 0);
  made.set(tone, fresh);
  return fresh;
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
