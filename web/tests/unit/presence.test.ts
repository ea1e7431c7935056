// Who is here, since when somebody is away, and how long a clock has still to run.

import { describe, expect, it } from 'vitest';
import { clockText, timeLeft } from '../../src/game/Clock.svelte';
import { cleanup, render } from '@testing-library/svelte';
import { box } from '../../src/catalogue.svelte';
import Company from '../../src/game/Company.svelte';
import { away, awayFor, presenceNews } from '../../src/game/presence';
import Rivals from '../../src/game/Rivals.svelte';
import type { Catalogue, SeatInfo } from '../../src/protocol';
import { choose } from '../../src/settings.svelte';
import TextTable from '../../src/story/TextTable.svelte';
import { player, seated, table } from './seated.svelte';

const seat = (n: number, more: Partial<SeatInfo> = {}): SeatInfo =>
  ({
    seat: n,
    name: `P${n}`,
    sitter: { type: 'person' },
    ready: true,
    here: true,
    away_since: null,
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
  it('is told by the server since when where this page did not see it, as after a reload', () => {
    const gone = [seat(0), seat(1, { here: false, away_since: 400 })];
    expect(away(null, {}, gone, 900)).toEqual({ 1: 400 });
    expect(away([seat(0), seat(1)], {}, gone, 900), 'what was seen counts by the clock of the page').toEqual({
      1: 900,
    });
    expect(away(gone, { 1: 0 }, gone, 900), 'said later').toEqual({ 1: 400 });
    expect(away(null, {}, gone, 300), 'a clock that is behind').toEqual({ 1: 300 });
    const older = [seat(0), { ...seat(1, { here: false }), away_since: undefined } as never];
    expect(away(null, {}, older, 900), 'a server that does not say').toEqual({ 1: 0 });
  });
  it('is told in minutes, hours and days', () => {
    const after = (minutes: number) => awayFor(1_000, 1_000 + minutes * 60_000);
    expect([0.5, 1, 59, 60, 47 * 60, 48 * 60, 100 * 60].map(after)).toEqual([
      null,
      { n: 1, unit: 'minutes' },
      { n: 59, unit: 'minutes' },
      { n: 1, unit: 'hours' },
      { n: 47, unit: 'hours' },
      { n: 2, unit: 'days' },
      { n: 4, unit: 'days' },
    ]);
    expect(awayFor(0, 900_000), 'nobody knows').toBeNull();
  });
  it('shows since when beside the points, above the palace and in the text', () => {
    choose({ language: 'en' });
    box.catalogue = { bots: [], editions: ['classic'], modules: [], pieces: [] } as unknown as Catalogue;
    const one = table(null, { players: [0, 1].map((n) => player(n, { counts: [0, 0, 0, 0, 0, 0] } as never)) });
    one.info!.seats = [seat(0), seat(1, { name: 'Bo', here: false })];
    one.away = { 1: Date.now() - 7.5 * 60_000 };
    const { play } = seated(one);
    render(Rivals, { play });
    expect(document.querySelector('[data-seat="1"] .away')!.textContent!.trim()).toBe('away 7 min');
    cleanup();
    render(Company, { play });
    expect(document.querySelector('.missing')!.textContent).toContain('Bo has been away for 7 minutes.');
    cleanup();
    render(TextTable, { table: one });
    expect(document.body.textContent).toContain('away 7 min.');
    cleanup();
    box.catalogue = null;
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
