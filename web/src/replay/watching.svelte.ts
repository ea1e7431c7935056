// A recorded game being watched: which moment, through whose eyes, and what is seen there. Views come in pieces of
// some moments each and are kept, so that going to and fro costs nothing.

import type { Moment, OpenSeat, Replay, ReplaySlice, View } from '../protocol';
import { troubleText } from '../game/say';
import { Refused } from '../net/api';
import { changed } from '../net/view';
import { replays } from './api';

export type Seen = { view: View; seats: OpenSeat[] | null };

/** How many moments are fetched at once. */
export const PIECE = 40;
/** Milliseconds for a moment at the speed of 1. */
const BEAT = 1200;
export const SPEEDS = [0.5, 1, 2, 4, 8] as const;

/** The moments of a piece, each with its whole view. */
export function unfold(slice: ReplaySlice): Seen[] {
  const seen: Seen[] = [{ view: slice.view, seats: slice.seats[0] ?? null }];
  slice.changes.forEach((change, i) =>
    seen.push({ view: changed(seen[i]!.view, change), seats: slice.seats[i + 1] ?? null }),
  );
  return seen;
}

/** The moment at which the turn before or after this one begins; the first or last moment at the ends. */
export function turnFrom(moments: Moment[], at: number, step: 1 | -1): number {
  const begins = (moment: Moment | undefined) => moment?.marks.some((mark) => mark.type === 'turn') ?? false;
  for (let n = at + step; n > 0 && n < moments.length; n += step) if (begins(moments[n])) return n;
  return step > 0 ? moments.length - 1 : 0;
}

export class Watching {
  replay = $state.raw<Replay | null>(null);
  at = $state(0);
  eyes = $state('');
  playing = $state(false);
  speed = $state<number>(1);
  trouble = $state('');
  readonly table: string;

  #pieces = $state.raw(new Map<string, Seen[]>());
  #fetching = new Set<string>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(table: string) {
    this.table = table;
  }

  /** What is seen now; null while it is fetched. */
  seen = $derived.by((): Seen | null => this.#pieces.get(this.#key(this.at))?.[this.at % PIECE] ?? null);
  last = $derived(Math.max(0, (this.replay?.moments.length ?? 1) - 1));
  moment = $derived(this.replay?.moments[this.at] ?? null);

  async open(at: number | null, eyes: string | null): Promise<void> {
    this.trouble = '';
    try {
      let replay: Replay;
      try {
        replay = await replays.open(this.table, eyes);
      } catch (error) {
        // A link may ask for more than this device may see; what it may see is better than nothing.
        if (!(error instanceof Refused) || error.refusal.code !== 'not_yours' || eyes === null) throw error;
        replay = await replays.open(this.table, null);
      }
      this.replay = replay;
      this.eyes = replay.eyes;
      this.go(at ?? this.at);
    } catch (error) {
      this.trouble = troubleText(error);
    }
  }

  look(eyes: string): void {
    void this.open(this.at, eyes);
  }

  go(at: number): void {
    this.at = Math.min(this.last, Math.max(0, Math.round(at)));
    if (this.at === this.last) this.pause();
    this.#fetch(this.at);
    this.#fetch(Math.min(this.last, this.at + PIECE / 2));
  }

  step(by: number): void {
    this.pause();
    this.go(this.at + by);
  }

  turn(step: 1 | -1): void {
    this.pause();
    this.go(turnFrom(this.replay?.moments ?? [], this.at, step));
  }

  play(): void {
    if (this.at === this.last) this.go(0);
    this.playing = true;
    this.#tick();
  }

  pause(): void {
    this.playing = false;
    clearTimeout(this.#timer);
  }

  close(): void {
    this.pause();
  }

  #tick(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      if (!this.playing) return;
      // A moment that is not here yet is waited for.
      if (this.seen) this.go(this.at + 1);
      if (this.playing) this.#tick();
    }, BEAT / this.speed);
  }

  #key(at: number): string {
    return `${this.eyes} ${Math.floor(at / PIECE)}`;
  }

  #fetch(at: number): void {
    const key = this.#key(at);
    if (this.#pieces.has(key) || this.#fetching.has(key)) return;
    this.#fetching.add(key);
    const from = Math.floor(at / PIECE) * PIECE;
    replays
      .slice(this.table, from, from + PIECE - 1, this.eyes)
      .then(
        (slice) => (this.#pieces = new Map(this.#pieces).set(key, unfold(slice))),
        (error: unknown) => (this.trouble = troubleText(error)),
      )
      .finally(() => this.#fetching.delete(key));
  }
}
