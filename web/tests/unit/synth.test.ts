// What is heard is short, alike in loudness, and what it is said to be: strings in tune, a drum that is low.

import { expect, it } from 'vitest';
import { LONGEST, LOUD, PEAK, pluck, samples, type Tone } from '../../src/synth';

const RATE = 48_000;
const TONES: Tone[] = ['turn', 'card', 'coin', 'tile', 'scoring'];
const rms = (wave: Float32Array): number => Math.sqrt(wave.reduce((sum, x) => sum + x * x, 0) / (RATE * LONGEST));
/** How much of a wave is at one height (Goertzel). */
function at(wave: Float32Array, high: number): number {
  const c = 2 * Math.cos((2 * Math.PI * high) / RATE);
  let [s1, s2] = [0, 0];
  for (const x of wave) [s1, s2] = [x + c * s1 - s2, s1];
  return Math.sqrt(Math.max(0, s1 * s1 + s2 * s2 - c * s1 * s2)) / wave.length;
}
/** The strongest height between two. */
function strongest(wave: Float32Array, from: number, to: number, step = 1): number {
  let [best, most] = [from, 0];
  for (let high = from; high <= to; high += step) {
    const here = at(wave, high);
    if (here > most) [best, most] = [high, here];
  }
  return best;
}

it.each(TONES)('%s is under 400 ms, neither clips nor is lost, ends in silence and has no hum', (tone) => {
  for (const rate of [44_100, RATE]) {
    const wave = samples(tone, rate);
    expect(wave.length / rate).toBeLessThanOrEqual(LONGEST);
    expect(wave.length / rate).toBeGreaterThan(0.1);
    const peak = wave.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
    expect(peak).toBeLessThanOrEqual(PEAK + 1e-6);
    expect(peak).toBeGreaterThan(0.2);
    expect(wave.every(Number.isFinite)).toBe(true);
    expect(Math.abs(wave.at(-1)!)).toBeLessThan(0.01);
    expect(Math.abs(wave.reduce((sum, x) => sum + x, 0) / wave.length)).toBeLessThan(0.01);
  }
});

it('all are as loud as each other, 18 decibels below full, but for what would clip', () => {
  for (const tone of TONES) {
    const loud = rms(samples(tone, RATE));
    expect(loud, tone).toBeLessThanOrEqual(LOUD + 1e-4);
    expect(loud, tone).toBeGreaterThan(LOUD / 2);
  }
});

it('is the same on every machine', () => {
  for (const tone of TONES) expect(samples(tone, RATE)).toEqual(samples(tone, RATE));
});

it('a string is in tune and dies away', () => {
  for (const high of [196, 239.6, 392]) {
    const string = pluck(RATE, high);
    const wave = Float32Array.from({ length: RATE * 0.4 }, (_, n) => string(n));
    expect(Math.abs(strongest(wave, high * 0.9, high * 1.1) - high), `${high} Hz`).toBeLessThan(high * 0.01);
    expect(rms(wave.slice(-4800))).toBeLessThan(rms(wave.slice(0, 4800)));
  }
});

it('my turn is two notes, the second a neutral third above the first', () => {
  const wave = samples('turn', RATE);
  const first = strongest(wave.slice(0, 0.14 * RATE), 170, 270);
  const second = (196 * 11) / 9;
  expect(Math.abs(first - 196)).toBeLessThan(5);
  expect(at(wave.slice(0.16 * RATE), second)).toBeGreaterThan(at(wave.slice(0, 0.13 * RATE), second));
});

it('a scoring is a drum: what is strongest in it is low', () => {
  expect(strongest(samples('scoring', RATE), 40, 2000, 20)).toBeLessThan(160);
});
