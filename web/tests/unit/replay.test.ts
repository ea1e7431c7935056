// Watching a recorded game: addresses, moments, turns, drawings as files.

import { cleanup, render } from '@testing-library/svelte';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Mark, Moment, Replay, ReplaySlice, View } from '../../src/protocol';
import Board from '../../src/replay/Board.svelte';
import Graph from '../../src/replay/Graph.svelte';
import MomentLog from '../../src/replay/MomentLog.svelte';
import Scrubber from '../../src/replay/Scrubber.svelte';
import { choose } from '../../src/settings.svelte';
import { namesOf } from '../../src/story/sentences';
import { readPlace, writePlace } from '../../src/replay/place';
import { standAlone } from '../../src/replay/svg';
import { PIECE, Watching, turnFrom, unfold } from '../../src/replay/watching.svelte';

const moment = (n: number, ...marks: Mark[]): Moment => ({
  n,
  by: null,
  turn: 1,
  active: 0,
  events: [],
  scores: [],
  marks,
});
const view = (deck: number): View => ({ deck, players: [], market: [], display: [], modules: [] }) as unknown as View;

describe('addresses', () => {
  it('are read as they were written', () => expect(readPlace(writePlace(57, '2'))).toEqual({ at: 57, as: '2' }));
  it('may be a moment alone', () => expect(readPlace('#57')).toEqual({ at: 57, as: null }));
  it('may be empty', () => expect(readPlace('')).toEqual({ at: null, as: null }));
  it.each(['#at=-3&as=9', '#at=x&as=%3Cb%3E', '#at=1e99', '#0123456789abcdef'])('forget nonsense: %s', (hash) =>
    expect(readPlace(hash)).toEqual({ at: null, as: null }),
  );
});

it('puts changes on views, and hands beside them', () => {
  const slice = {
    from: 0,
    view: view(9),
    changes: [{ deck: 8 }, {}],
    seats: [[{ hand: ['denar-1'], modules: [] }], [{ hand: [], modules: [] }], [{ hand: [], modules: [] }]],
  } satisfies ReplaySlice;
  expect(unfold(slice).map((seen) => [seen.view.deck, seen.seats?.[0]?.hand.length])).toEqual([
    [9, 1],
    [8, 0],
    [8, 0],
  ]);
  expect(unfold({ ...slice, seats: [] })[1]!.seats).toBeNull();
});

it('finds the turns before and after', () => {
  const turn: Mark = { type: 'turn' };
  const moments = [moment(0, turn), moment(1), moment(2, turn), moment(3), moment(4, turn), moment(5)];
  expect(turnFrom(moments, 0, 1)).toBe(2);
  expect(turnFrom(moments, 3, 1)).toBe(4);
  expect(turnFrom(moments, 4, 1)).toBe(5);
  expect(turnFrom(moments, 3, -1)).toBe(2);
  expect(turnFrom(moments, 2, -1)).toBe(0);
});

describe('watching', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });
  const replay: Replay = {
    table: 'K7M2QP4X',
    name: '',
    open: true,
    names: ['Ann'],
    dirk: 'Dirk',
    eyes: 'open',
    choices: ['open'],
    moments: Array.from({ length: 100 }, (_, n) => moment(n)),
  };
  function server(): string[] {
    const asked: string[] = [];
    vi.stubGlobal('fetch', async (address: URL) => {
      asked.push(`${address.pathname.split('/').pop()}${address.search}`);
      const from = Number(address.searchParams.get('from'));
      const slice: ReplaySlice = {
        from,
        view: view(from),
        changes: Array.from({ length: PIECE - 1 }, (_, i) => ({ deck: from + i + 1 })),
        seats: [],
      };
      return new Response(JSON.stringify(address.pathname.endsWith('replay') ? replay : slice));
    });
    return asked;
  }

  it('fetches pieces once and never leaves the game', async () => {
    const asked = server();
    const watching = new Watching('K7M2QP4X');
    await watching.open(57, 'open');
    await vi.waitFor(() => expect(watching.seen?.view.deck).toBe(57));
    watching.step(-1);
    expect(watching.seen?.view.deck).toBe(56);
    watching.go(1000);
    expect(watching.at).toBe(99);
    watching.step(-1000);
    expect(watching.at).toBe(0);
    await vi.waitFor(() => expect(watching.seen?.view.deck).toBe(0));
    watching.go(57);
    expect(asked.filter((path) => path.includes('from=40'))).toHaveLength(1);
  });

  it('plays on by itself and stops at the end', async () => {
    server();
    const watching = new Watching('K7M2QP4X');
    await watching.open(97, null);
    await vi.waitFor(() => expect(watching.seen).not.toBeNull());
    vi.useFakeTimers();
    watching.play();
    vi.advanceTimersByTime(1300);
    expect([watching.at, watching.playing]).toEqual([98, true]);
    vi.advanceTimersByTime(5000);
    expect([watching.at, watching.playing]).toEqual([99, false]);
  });

  it('says what the server refuses', async () => {
    vi.stubGlobal(
      'fetch',
      async () =>
        new Response(JSON.stringify({ refusal: { code: 'not_found', rule: 'no_such_table', text: 'x', refs: [] } }), {
          status: 404,
        }),
    );
    const watching = new Watching('NOSUCHTB');
    await watching.open(null, null);
    expect(watching.trouble).toBe('There is no such table.');
  });
});

it('writes a drawing that stands alone', () => {
  document.body.innerHTML =
    '<svg viewBox="0 0 200 100" class="palace" role="group" aria-label="x"><g data-cell="1"><rect class="a" tabindex="0" width="9" height="9"/></g></svg>';
  const text = standAlone(document.querySelector('svg')!, 'Palace of <Zoë>');
  const read = new DOMParser().parseFromString(text, 'image/svg+xml').documentElement;
  expect(read.nodeName).toBe('svg');
  expect([read.getAttribute('width'), read.getAttribute('height')]).toEqual(['200', '100']);
  expect(read.querySelector('title')?.textContent).toBe('Palace of <Zoë>');
  expect(text).not.toMatch(/class=|tabindex|aria-|data-/);
});

it('takes along what a drawing points at, in the colours it has there', () => {
  document.body.innerHTML =
    '<svg><defs><linearGradient id="sky"><stop stop-color="#123"/></linearGradient></defs>' +
    '<symbol id="inner" viewBox="0 0 10 10"><path fill="currentColor"/></symbol>' +
    '<symbol id="outer" viewBox="0 0 100 100"><rect fill="var(--c, #abc)"/><circle fill="url(#sky)"/>' +
    '<use href="#inner" x="4" width="8" color="#fed"/></symbol></svg>' +
    '<svg id="it" viewBox="0 0 9 9"><g style="--c: #f00"><use href="#outer" width="100"/></g></svg>';
  const text = standAlone(document.querySelector<SVGSVGElement>('#it')!, 'x');
  const read = new DOMParser().parseFromString(text, 'image/svg+xml');
  expect(read.querySelector('use')).toBeNull();
  expect(read.querySelector('rect')?.getAttribute('fill')).toBe('#f00');
  expect(read.querySelector('#sky stop')?.getAttribute('stop-color')).toBe('#123');
  const inner = read.querySelector('path')!.parentElement!;
  expect(['viewBox', 'x', 'width'].map((name) => inner.getAttribute(name))).toEqual(['0 0 10 10', '4', '8']);
  expect(inner.parentElement!.getAttribute('color')).toBe('#fed');
});

it('marks where an exact payment was in hand, on the line and in the log', () => {
  choose({ language: 'en' });
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
  const bought = { what: { type: 'bought', seat: 0, piece: 7, payment: ['denar-7'], extra_action: false } } as never;
  const moments = [moment(0), { ...moment(1, { type: 'missed_exact' } as Mark), events: [bought] }, moment(2)];
  const watching = { replay: { moments }, at: 0, last: 2, moment: moments[0], pause() {}, go() {} };
  const line = render(Scrubber, { watching: watching as never, text: () => '' });
  expect(line.container.querySelectorAll('circle.missed')).toHaveLength(1);
  line.unmount();
  const log = render(MomentLog, { moments, at: 0, names: namesOf([{ name: 'Ann' }], []), ongo: () => {} });
  expect(log.container.textContent).toContain('An exact payment was in hand.');
});

it('draws the chances of everybody as a line, from nothing at the foot to all at the head', () => {
  choose({ language: 'en' });
  const shares = {
    done: 2,
    total: 2,
    turns: [
      { turn: 1, moment: 0, shares: [500, 500] },
      { turn: 2, moment: 10, shares: [1000, 0] },
    ],
    swings: [],
  };
  const { container } = render(Graph, {
    shares: shares as never,
    names: ['Ann', 'Bo'],
    at: 10,
    last: 10,
    ongo: () => {},
  });
  const ends = [...container.querySelectorAll('path.over')].map((path) => path.getAttribute('d')!.split(',').at(-1));
  expect(ends).toEqual(['6.0', '132.0']);
  const now = [...container.querySelectorAll('tr.current td')].map((cell) => cell.textContent);
  expect(now).toEqual(['100%', '0%']);
});

describe('the market as it was', () => {
  const tile = { piece: 3, building: 'tower', price: 9, walls: 'N' } as const;
  afterEach(() => (cleanup(), choose({ language: 'en' })));
  it('shows the preview where there is one, empty spaces included', () => {
    render(Board, { view: { ...view(9), preview: [tile, null, tile] } as View });
    const shown = [...document.querySelectorAll('.preview .visually-hidden')].map((space) => space.textContent);
    expect(shown).toEqual(['Tower 9, walls N', 'empty space', 'Tower 9, walls N']);
    expect(document.querySelectorAll('.preview svg')).toHaveLength(2);
    cleanup();
    render(Board, { view: view(9) });
    expect(document.querySelector('.preview')).toBeNull();
  });
  it.each([
    ['en', ['Home', 'End']],
    ['de', ['Pos1', 'Ende']],
  ] as const)('names its keys as they are printed (%s)', (language, keys) => {
    choose({ language });
    const watching = new Watching('TABLE');
    render(Scrubber, { watching, text: () => '' });
    const ends = [...document.querySelectorAll('.end')].map((button) => button.getAttribute('title'));
    expect(ends).toEqual(keys);
  });
});
