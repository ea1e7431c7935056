// What the table sounds like, reckoned sample by sample: a plucked string, a frame drum, ceramics, coins and paper. No files,
// nothing from elsewhere; the same numbers on every machine.

export type Tone = 'turn' | 'card' | 'coin' | 'tile' | 'scoring';

/** No sound is longer, in seconds. */
export const LONGEST = 0.4;
/** How loud all of them are alike: the root of the mean square over the longest, 18 decibels below full. */
export const LOUD = 10 ** (-18 / 20);
/** No sample is larger. */
export const PEAK = 0.95;

/** Noise between −1 and 1, the same in every run. */
function noise(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 16_807) % 2_147_483_647;
    return (state / 2_147_483_647) * 2 - 1;
  };
}

/** A part of a sound: from when on, and what it adds to every sample after that. */
type Part = { at: number; long: number; sample: (n: number) => number };

/**
 * A string of gut, plucked: a burst of noise runs round a loop as long as one swing, and loses its edges with every round
 * (Karplus and Strong). `soft` is how much of the edges the finger takes off before.
 */
export function pluck(rate: number, high: number, soft = 0.6): (n: number) => number {
  const random = noise(Math.round(high * 97));
  // What is between two samples is read between them, else high strings are out of tune.
  const swing = rate / high - 0.5;
  const size = Math.floor(swing);
  const loop = new Float32Array(size);
  let last = 0;
  for (let i = 0; i < size; i++) loop[i] = last = last * soft + random() * (1 - soft);
  const mean = loop.reduce((sum, one) => sum + one, 0) / size;
  for (let i = 0; i < size; i++) loop[i] = loop[i]! - mean;
  const part = swing - size;
  let before = 0;
  return (n) => {
    const [i, next] = [n % size, (n + 1) % size];
    const now = loop[i]!;
    const mixed = 0.5 * (now + loop[next]!);
    loop[i] = 0.994 * (mixed * (1 - part) + before * part);
    before = mixed;
    return now;
  };
}

/** A bell, a bowl, a coin: one of the heights it rings at, dying away in so many seconds. */
const ring =
  (rate: number, high: number, dies: number) =>
  (n: number): number =>
    Math.sin((2 * Math.PI * high * n) / rate) * Math.exp(-n / (rate * dies));

/** A skin on a frame: its height falls as it comes to rest. */
function skin(rate: number, from: number, to: number, dies: number): (n: number) => number {
  let phase = 0;
  return (n) => {
    phase += (2 * Math.PI * (to + (from - to) * Math.exp(-n / (rate * 0.03)))) / rate;
    return Math.sin(phase) * Math.exp(-n / (rate * dies));
  };
}

/** Paper, a hand on a skin, stone on stone: noise around one height, dying away. */
function rustle(rate: number, high: number, dies: number, wide = 0.7): (n: number) => number {
  const random = noise(Math.round(high));
  const [w, q] = [(2 * Math.PI * high) / rate, 1 / wide];
  const alpha = Math.sin(w) / (2 * q);
  const [b, a1, a2] = [alpha / (1 + alpha), (-2 * Math.cos(w)) / (1 + alpha), (1 - alpha) / (1 + alpha)];
  let [x1, x2, y1, y2] = [0, 0, 0, 0];
  return (n) => {
    const x = random();
    const y = b * (x - x2) - a1 * y1 - a2 * y2;
    [x2, x1, y2, y1] = [x1, x, y1, y];
    return y * Math.exp(-n / (rate * dies));
  };
}

const parts: Record<Tone, (rate: number) => Part[]> = {
  // A neutral third upwards, as an oud is played: two strings to a note, the second a hair higher.
  turn: (rate) =>
    [
      [0, 196],
      [0.14, (196 * 11) / 9],
    ].flatMap(([at, high]) =>
      [1, 1.003].map((course) => ({ at: at!, long: LONGEST - at!, sample: pluck(rate, high! * course) })),
    ),
  card: (rate) => [
    { at: 0, long: 0.14, sample: rustle(rate, 3200, 0.035) },
    { at: 0.05, long: 0.1, sample: rustle(rate, 5200, 0.02) },
  ],
  // Two coins on a counter: overtones that do not belong together, as in metal.
  coin: (rate) =>
    [0, 0.09].flatMap((at, i) =>
      [2637, 4186, 6210].map((high, k) => ({
        at,
        long: 0.3,
        sample: ring(rate, high * (1 + i * 0.12), 0.07 / (k + 1)),
      })),
    ),
  // A glazed tile set down: it rings for a moment, and grinds.
  tile: (rate) => [
    { at: 0, long: 0.12, sample: ring(rate, 1180, 0.018) },
    { at: 0, long: 0.1, sample: ring(rate, 2243, 0.012) },
    { at: 0, long: 0.05, sample: rustle(rate, 1800, 0.012) },
    { at: 0.04, long: 0.2, sample: rustle(rate, 420, 0.04) },
  ],
  // A frame drum: the middle of the skin, then its rim.
  scoring: (rate) => [
    { at: 0, long: LONGEST, sample: skin(rate, 170, 82, 0.11) },
    { at: 0, long: 0.06, sample: rustle(rate, 900, 0.01) },
    { at: 0.24, long: LONGEST - 0.24, sample: ring(rate, 410, 0.025) },
    { at: 0.24, long: 0.12, sample: rustle(rate, 2400, 0.018) },
  ],
};

/** A whole sound, as loud as all others, at so many samples a second. */
export function samples(tone: Tone, rate: number): Float32Array<ArrayBuffer> {
  const all = parts[tone](rate);
  const sum = new Float32Array(Math.round(Math.max(...all.map(({ at, long }) => Math.min(LONGEST, at + long))) * rate));
  const fade = rate * 0.02;
  for (const { at, long, sample } of all) {
    const begin = Math.round(at * rate);
    const end = Math.min(sum.length, begin + Math.round(long * rate));
    // A soft edge on both sides, else it clicks.
    for (let i = begin; i < end; i++)
      sum[i] = sum[i]! + sample(i - begin) * Math.min(1, (i - begin + 1) / (rate * 0.001), (end - i) / fade);
  }
  const loud = Math.sqrt(sum.reduce((square, one) => square + one * one, 0) / (rate * LONGEST));
  const peak = sum.reduce((most, one) => Math.max(most, Math.abs(one)), 0);
  const gain = Math.min(LOUD / loud, PEAK / peak);
  return sum.map((one) => one * gain);
}
