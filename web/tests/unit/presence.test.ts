// Who is here, since when somebody is away, and how long a clock has still to run.

import { describe, expect, it } from 'vitest';
import { clockText, timeLeft } from '../../src/game/Clock.svelte';
import { away, presenceNews } from '../../src/game/presence';
import type { SeatInfo } from '../../src/protocol';

const seat = (n: number, more: Partial<SeatInfo> = {}): SeatInfo =>
  ({
    seat: n,
    name: `P${n}`,
    sitter: { type: 'person' },
    ready: true,
    here: true,
    stand_in: null,
    hot_seat: false,
    passes: false,
    waits: false,
    muted: false,
    agrees_to_seed: true,
    resigned: false,
    ...more,
  }) as SeatInfo;
const bot = (n: number): SeatInfo => seat(n, { sitter: { type: 'bot', level: 'easy' }, here: false });

describe('presence', () => {
  it('knows since when somebody is away, if it saw them go', () => {
    const both = [seat(0), seat(1), bot(2)];
    const gone = [seat(0), seat(1, { here: false }), bot(2)];
    expect(away(both, {}, gone, 500)).toEqual({ 1: 500 });
    expect(away(gone, { 1: 500 }, gone, 900), 'the first moment counts').toEqual({ 1: 500 });
    expect(away(gone, { 1: 500 }, both, 900)).toEqual({});
    expect(away(null, {}, gone, 900), 'before this page came nobody knows').toEqual({ 1: 0 });
  });
  it('tells who went, who came back, and who plays again instead of a bot', () => {
    const gone = [seat(0), seat(1, { here: false })];
    expect(presenceNews([seat(0), seat(1)], gone)).toEqual([{ seat: 1, what: 'left' }]);
    expect(presenceNews(gone, [seat(0), seat(1)])).toEqual([{ seat: 1, what: 'back' }]);
    expect(presenceNews([seat(0), seat(1, { stand_in: 'easy' })], [seat(0), seat(1)])).toEqual([
      { seat: 1, what: 'returned' },
    ]);
    expect(presenceNews(null, gone), 'the first message is no news').toEqual([]);
    expect(presenceNews([bot(0)], [bot(0)])).toEqual([]);
  });
});

describe('a clock', () => {
  it('runs for whoever is asked, and never below nothing', () => {
    const clock = { running: [1], left: [60_000, 30_000], age: 4_000 };
    expect(timeLeft(clock, 0, 10_000)).toBe(60_000);
    expect(timeLeft(clock, 1, 10_000)).toBe(16_000);
    expect(timeLeft(clock, 1, 99_000)).toBe(0);
  });
  it('is read as people read clocks', () => {
    expect(clockText(61_000)).toBe('1:01');
    expect(clockText(500)).toBe('0:01');
    expect(clockText(0)).toBe('0:00');
    expect(clockText(86_400_000)).toBe('24:00 h');
  });
});
