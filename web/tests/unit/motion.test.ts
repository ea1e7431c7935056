// What moves, in which order, and that nothing does where less movement is wished.

import { render } from '@testing-library/svelte';
import { tick } from 'svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import Counted from '../../src/art/Counted.svelte';
import { closing } from '../../src/art/ramparts';
import Stall from '../../src/art/Stall.svelte';
import { box } from '../../src/catalogue.svelte';
import Actions from '../../src/game/Actions.svelte';
import { deed, remember } from '../../src/game/draft';
import Palace from '../../src/game/Palace.svelte';
import { lying, type Pan } from '../../src/game/parallax';
import { what } from '../../src/game/status';
import type { Cell, EventView, Side } from '../../src/protocol';
import { learn } from '../../src/looks.svelte';
import { choose } from '../../src/settings.svelte';
import { stage } from '../../src/story/stage.svelte';
import { cards, cell, decision, option, piece, player, seated, table, watched } from './seated.svelte';

beforeEach(() => choose({ language: 'en', motion: 'full', ending: 'ask' }));
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  stage.close();
  sessionStorage.clear();
  document.body.innerHTML = '';
});

const wall = (...walls: [number, number, Side][]): [Cell, Side][] => walls.map(([x, y, side]) => [[x, y], side]);
const NORTH = wall([0, 0, 'north'], [1, 0, 'north']);

describe('walls', () => {
  it('close one after the other, on from the wall that stood', () => {
    const now = [...wall([3, 0, 'north'], [2, 0, 'north']), ...NORTH, ...wall([3, 0, 'east'])];
    expect([...closing(NORTH, now)]).toEqual([
      ['h2,0', 0],
      ['h3,0', 1],
      ['v4,0', 2],
    ]);
    expect(closing(now, NORTH).size, 'what counts no more closes nothing').toBe(0);
  });
  it('close from an end where none stood', () => {
    expect([...closing([], wall([1, 0, 'north'], [0, 0, 'north'], [2, 0, 'north'])).keys()]).toEqual([
      'h0,0',
      'h1,0',
      'h2,0',
    ]);
  });

  const tile = (x: number, piece: number) => ({
    at: [x, 0] as Cell,
    tile: { piece, building: 'tower' as const, price: 7, walls: 'N' },
  });
  const small = () => player(0, { palace: [tile(0, 1), tile(1, 2)], longest: NORTH });
  const large = (seat = 0) =>
    player(seat, {
      palace: [tile(0, 1), tile(1, 2), tile(2, 3)],
      longest: [...NORTH, ...wall([2, 0, 'north'])],
    });
  const closed = () => [...document.querySelectorAll<SVGElement>('use.closing')];
  it('are seen to close in the palace one looks at', async () => {
    const { rerender } = render(Palace, { player: small(), label: 'P' });
    expect(closed(), 'what stood before one looked').toEqual([]);
    await rerender({ player: large() });
    expect(closed().map((piece) => piece.style.getPropertyValue('--nth'))).toEqual(['0']);
    await rerender({ player: large(1) });
    expect(closed(), 'somebody else’s palace').toEqual([]);
  });
  it('stand at once where less movement is wished', async () => {
    choose({ motion: 'less' });
    const { rerender } = render(Palace, { player: small(), label: 'P' });
    await rerender({ player: large() });
    expect(closed()).toEqual([]);
  });
});

describe('a purchase of somebody else', () => {
  const bought = [{ what: { type: 'bought', seat: 1, piece: 7 } }] as unknown as EventView[];
  const place = (node: Element, x: number, y: number) =>
    vi.spyOn(node, 'getBoundingClientRect').mockReturnValue(new DOMRect(x, y, 50, 50));
  let flown: { copy: Element; frames: Keyframe[]; finish: () => void }[] = [];
  beforeEach(() => {
    flown = [];
    document.body.innerHTML = `<button class="space" data-piece="7"><svg class="art"></svg></button>
      <ul class="rivals"><li data-seat="0"></li><li data-seat="1"></li></ul>`;
    place(document.querySelector('.art')!, 0, 0);
    place(document.querySelector('[data-seat="0"]')!, 500, 0);
    place(document.querySelector('[data-seat="1"]')!, 900, 200);
    Element.prototype.animate = function (this: Element, frames: Keyframe[]) {
      const flight = { onfinish: null as null | (() => void), oncancel: null, finish: () => flight.onfinish?.() };
      flown.push({ copy: this, frames, finish: flight.finish });
      return flight;
    } as never;
  });
  const happens = () => {
    const { now, off } = watched(table(null));
    const next = table(null);
    next.fresh = bought;
    now(next);
    return off;
  };
  it('flies to their panel', () => {
    const off = happens();
    expect(flown.map(({ frames }) => frames.at(-1)!['transform'])).toEqual(['translate(900px, 200px) scale(1)']);
    expect(document.querySelectorAll('.flight')).toHaveLength(1);
    off();
  });
  it('is over with a click', () => {
    const off = happens();
    window.dispatchEvent(new Event('pointerdown'));
    expect(document.querySelectorAll('.flight')).toHaveLength(0);
    off();
  });
  it('does not fly where less movement is wished', () => {
    choose({ motion: 'less' });
    const off = happens();
    expect(flown).toEqual([]);
    expect(document.querySelectorAll('.flight')).toHaveLength(0);
    off();
  });
});

describe('what is done at the table', () => {
  const at = (node: Element | null, x: number, y: number, size = 50) =>
    vi.spyOn(node!, 'getBoundingClientRect').mockReturnValue(new DOMRect(x, y, size, size));
  /** Where a cell of a palace is drawn: fifty pixels to a cell, its fountain here. */
  function palace(node: Element | null, x: number, y: number): void {
    Object.assign(node!, { getScreenCTM: () => ({ a: 0.5, d: 0.5, e: x, f: y }) });
    vi.spyOn(node!, 'getClientRects').mockReturnValue([new DOMRect()] as never);
  }
  let ends: string[] = [];
  beforeEach(() => {
    ends = [];
    document.body.innerHTML = `<button class="money" data-card="denar-3"><svg></svg></button>
      <div class="desk"><div class="hand"></div><div class="tray"></div>
        <button class="traytile" data-piece="7"><svg></svg></button></div>
      <div class="stage"><svg class="palace"></svg></div>
      <ul class="rivals"><li data-seat="1"><svg class="sigil"></svg><i class="thumb"><svg class="palace"></svg></i></li></ul>`;
    at(document.querySelector('.money svg'), 0, 0);
    at(document.querySelector('.hand'), 300, 400);
    at(document.querySelector('.traytile svg'), 10, 20);
    at(document.querySelector('.sigil'), 800, 100);
    palace(document.querySelector('.stage .palace'), 500, 300);
    palace(document.querySelector('.thumb .palace'), 880, 110);
    Element.prototype.animate = function (this: Element, frames: Keyframe[], how: KeyframeAnimationOptions) {
      ends.push(`${String(frames.at(-1)!['transform'])} in ${how.duration}`);
      return { finish: () => undefined };
    } as never;
    box.catalogue = {
      pieces: Array.from({ length: 9 }, () => ({ kind: 'base', building: ['garden'], price: 7, walls: [''] })),
    } as never;
  });
  afterEach(() => (box.catalogue = null));
  function happens(...whats: object[]): void {
    const { now, off } = watched(table(null));
    const next = table(null);
    next.fresh = whats.map((what) => ({ what })) as unknown as EventView[];
    now(next);
    off();
  }
  it('my money flies to my hand', () => {
    happens({ type: 'took_money', seat: 0, cards: ['denar-3'] });
    expect(ends).toEqual(['translate(300px, 400px) scale(1) in 320']);
  });
  it('my tile flies to its cell', () => {
    happens({ type: 'placed', seat: 0, piece: 7, at: [2, 1] });
    expect(ends, 'two cells to the right of the fountain and one up').toEqual([
      'translate(590px, 230px) scale(1) in 320',
    ]);
  });
  it('a rival’s tile flies to its cell in their small palace', () => {
    happens({ type: 'placed', seat: 1, piece: 7, at: [-1, 0] });
    expect(ends).toEqual(['translate(30px, 10px) scale(1) in 320']);
  });
  it('what is moved, taken off, kept or given away is seen to go there', () => {
    const lay = (seat: number) =>
      player(seat, {
        palace: [{ at: [1, 0], tile: { piece: 7, building: 'garden', price: 7, walls: '' } }] as never,
      });
    const { now, off } = watched(table(null, { players: [lay(0), lay(1)] }));
    document.querySelector('.rivals')!.insertAdjacentHTML('beforeend', '<li class="dirk"></li>');
    at(document.querySelector('.dirk'), 700, 600);
    at(document.querySelector('.tray'), 400, 700);
    at(document.querySelector('.thumb'), 870, 100, 90);
    const goes = (what: object): string[] => {
      ends = [];
      const next = table(null, { players: [lay(0), lay(1)] });
      next.fresh = [{ what } as unknown as EventView];
      now(next);
      return ends;
    };
    expect(goes({ type: 'moved', seat: 0, piece: 7, at: [3, 1] }), 'two to the right and one up').toEqual([
      'translate(100px, -50px) scale(1) in 320',
    ]);
    expect(goes({ type: 'moved', seat: 1, piece: 7, at: [0, 0] }), 'in a small palace').toEqual([
      'translate(-50px, 0px) scale(1) in 320',
    ]);
    expect(goes({ type: 'taken_off', seat: 0, piece: 7, at: [1, 0] }), 'from its cell to the desk').toEqual([
      'translate(-150px, 400px) scale(1) in 320',
    ]);
    expect(goes({ type: 'reserved', seat: 1, piece: 7 }), 'from a palace to its owner').toHaveLength(1);
    expect(goes({ type: 'gift', seat: 0, piece: 7 }), 'from the desk to whom it is given').toEqual([
      'translate(690px, 580px) scale(1) in 320',
    ]);
    off();
  });
  it('a piece of a module flies as its module draws it', () => {
    learn('m', { words: {}, sentences: {}, board: null, signs: '<symbol id="m-piece-odd"></symbol>' });
    box.catalogue = {
      pieces: Array.from({ length: 9 }, () => ({ kind: 'odd', building: [], price: 0, walls: [''], key: 'x' })),
    } as never;
    let copy = '';
    Element.prototype.animate = function (this: Element) {
      copy = this.outerHTML;
      return { finish: () => undefined };
    } as never;
    happens({ type: 'placed', seat: 1, piece: 7, at: [-1, 0] });
    expect(copy).toContain('#m-piece-odd');
  });
  describe('on a phone', () => {
    /** The panels are not shown; points stand in the head, and the souk may be behind its name. */
    beforeEach(() => {
      for (const gone of document.querySelectorAll('.rivals *, .money svg')) at(gone, 0, 0, 0);
      document.body.insertAdjacentHTML(
        'beforeend',
        `<div class="scores"><span data-seat="0"></span><span data-seat="1"><svg class="sigil"></svg></span></div>
        <button class="space" data-piece="7"><svg class="art"></svg></button>
        <nav class="rooms"><button>Market</button><button>Palace</button></nav>`,
      );
      at(document.querySelector('.scores [data-seat="1"]'), 300, 0);
      at(document.querySelector('.scores .sigil'), 300, 10, 20);
      at(document.querySelector('.rooms button'), 0, 800, 60);
    });
    it('a rival’s things fly to their points, out of the room they lie in', () => {
      happens({ type: 'took_money', seat: 1, cards: ['denar-3'] }, { type: 'bought', seat: 1, piece: 7 });
      expect(ends, 'from the middle of the name of the souk').toEqual([
        'translate(295px, -805px) scale(1) in 320',
        'translate(295px, -805px) scale(1) in 320',
      ]);
    });
    it('my purchase flies from where it is paid, though its stall has stepped aside', () => {
      document.body.insertAdjacentHTML('beforeend', '<div class="pay"><p class="what"><svg></svg></p></div>');
      at(document.querySelector('.pay svg'), 20, 500);
      at(document.querySelector('.desk .tray'), 200, 700);
      happens({ type: 'bought', seat: 0, piece: 7 });
      expect(ends).toEqual(['translate(180px, 200px) scale(1) in 320']);
    });
  });
  it('nothing of it where less movement is wished', () => {
    choose({ motion: 'less' });
    happens(
      { type: 'took_money', seat: 0, cards: ['denar-3'] },
      { type: 'placed', seat: 0, piece: 7, at: [2, 1] },
      { type: 'placed', seat: 1, piece: 7, at: [-1, 0] },
    );
    expect(ends).toEqual([]);
  });
});

describe('a tile that is laid', () => {
  const built = (...cells: number[]) =>
    player(0, {
      palace: cells.map((x) => ({
        at: [x, 0] as Cell,
        tile: { piece: x, building: x === 0 ? null : ('garden' as const), price: x, walls: '' },
      })) as never,
    });
  const landing = () => document.querySelectorAll('use.landing').length;
  const dust = () => document.querySelectorAll('.dust').length;
  it('lands where it lies, in a ring of dust, and no other does', async () => {
    const { rerender } = render(Palace, { player: built(0, 1), label: 'P' });
    expect([landing(), dust()], 'what lay there before one looked').toEqual([0, 0]);
    await rerender({ player: built(0, 1, 2) });
    expect([landing(), dust()]).toEqual([1, 1]);
    expect(document.querySelector('use.landing')!.getAttribute('x')).toBe('200');
    await rerender({ player: built(0, 1) });
    expect([landing(), dust()], 'taken up again').toEqual([0, 0]);
    await rerender({ player: { ...built(0, 1, 2), seat: 1 } });
    expect(landing(), 'somebody else’s palace').toBe(0);
  });
  it('lies there at once where less movement is wished', async () => {
    choose({ motion: 'less' });
    const { rerender } = render(Palace, { player: built(0, 1), label: 'P' });
    await rerender({ player: built(0, 1, 2) });
    expect([landing(), dust()]).toEqual([0, 0]);
  });
});

describe('a stall that is filled again', () => {
  const tile = (piece: number) => ({ piece, building: 'tower' as const, price: 7, walls: '' });
  /** How long what moves in it takes. */
  async function filled(...between: null[]): Promise<number[]> {
    const long: number[] = [];
    Element.prototype.animate = function (this: Element, _: Keyframe[], how: KeyframeAnimationOptions) {
      long.push(Number(how.duration));
      const one = { onfinish: () => undefined, cancel: () => undefined };
      queueMicrotask(() => one.onfinish());
      return one;
    } as never;
    const { rerender } = render(Stall, { currency: 'denar', tile: tile(1) });
    for (const next of [...between, tile(2)]) {
      await rerender({ tile: next });
      for (let i = 0; i < 5; i++) await tick();
    }
    return long.filter((one) => one > 0);
  }
  it('has its tile rise behind the counter in 260 ms', async () => expect(await filled()).toEqual([260]));
  it('does so as well after it stood empty', async () => expect(await filled(null)).toEqual([260]));
  it('has it at once where less movement is wished', async () => {
    choose({ motion: 'less' });
    expect(await filled()).toEqual([]);
    expect(await filled(null)).toEqual([]);
  });
});

describe('points', () => {
  /** What is read so many milliseconds after five became twenty-five. */
  async function counted(...waits: number[]): Promise<number[]> {
    vi.useFakeTimers({ toFake: ['setTimeout', 'performance', 'requestAnimationFrame', 'cancelAnimationFrame'] });
    const { rerender } = render(Counted, { value: 5 });
    await rerender({ value: 25 });
    const read: number[] = [];
    for (const wait of waits) {
      await vi.advanceTimersByTimeAsync(wait);
      await tick();
      read.push(Number(document.body.textContent));
    }
    return read;
  }
  it('count up in 600 ms', async () => {
    const [half, whole] = await counted(300, 340);
    expect(half).toBeGreaterThan(5);
    expect(half).toBeLessThan(25);
    expect(whole).toBe(25);
  });
  it('are there at once where less movement is wished', async () => {
    choose({ motion: 'less' });
    expect(await counted(40)).toEqual([25]);
  });
});

it('the ground follows the palace by a third, grows with it, and never shows its edge', () => {
  const pan = (scrollLeft: number, scrollTop: number, scrollWidth = 2000, scrollHeight = 1200): Pan => ({
    scrollLeft,
    scrollTop,
    scrollWidth,
    scrollHeight,
    clientWidth: 1000,
    clientHeight: 600,
  });
  expect(lying(pan(0, 0, 1000, 600)), 'nothing is moved').toBe('');
  expect(lying(pan(500, 300))).toMatch(/^translate\(0px, 0px\) scale\(1\.33/);
  expect(lying(pan(500, 300)).replace('0px, 0px', '-50px, 0px'), 'a third of 150').toBe(lying(pan(650, 300)));
  expect(lying(pan(-350, 300)), 'counted from the right').toBe(lying(pan(650, 300)));
  for (const [x, y] of [
    [0, 0],
    [1000, 600],
  ] as const) {
    const [, dx, dy, scale] = /translate\(([-.\d]+)px, ([-.\d]+)px\) scale\(([.\d]+)\)/
      .exec(lying(pan(x, y)))!
      .map(Number);
    // What it is larger than the screen, which is at least as large as the stage.
    expect(Math.abs(dx!)).toBeLessThanOrEqual(((scale! - 1) * 1000) / 2 + 0.1);
    expect(Math.abs(dy!)).toBeLessThanOrEqual(((scale! - 1) * 600) / 2 + 0.1);
  }
});

describe('a turn that ends by itself', () => {
  const end = () => decision([option(3, 'end_turn')], { kind: 'confirm_turn' });
  const scoring = (points: number) => ({ majorities: [], modules: [], walls: [points, 0] }) as never;
  async function waited(done: string, act?: string, told = true): Promise<boolean> {
    vi.useFakeTimers();
    choose({ ending: 'smart' });
    const refs = done === 'take' ? [cards('denar-3')] : [piece(7), cell(0, 1)];
    remember('TABLE', { deeds: [{ ...deed(1, option(0, done, refs, act ? { act } : {})), turn: 1 }], undone: [] });
    const begun = table(decision([option(0, done, refs)]), { turn: 1 }, { next_scoring: told ? scoring(5) : null });
    const { play, now } = seated(begun);
    play.arrived();
    const ended = table(
      end(),
      { turn: 1 },
      {
        step: 2,
        undo: { steps: 1, key: null, why: '' } as never,
        next_scoring: told ? scoring(done === 'remove' ? 2 : 5) : null,
      },
    );
    now(ended);
    render(Actions, { play });
    await tick();
    await vi.advanceTimersByTimeAsync(10_000);
    return vi.mocked(ended.choose).mock.calls.length > 0;
  }
  it('does so when all is well', async () => expect(await waited('take')).toBe(true));
  it('does so after what a module did, where it is told what the next scoring would bring', async () =>
    expect(await waited('module', 'camps.pitch')).toBe(true));
  it('waits after what a module did, where that is not told', async () =>
    expect(await waited('module', 'camps.pitch', false)).toBe(false));
  it('does so after money was taken, though nothing is told', async () =>
    expect(await waited('take', undefined, false)).toBe(true));
  it('waits where a tile was taken off and points with it', async () => expect(await waited('remove')).toBe(false));
});

describe('the last scoring', () => {
  it('is not told before it is shown: neither who has won nor the points', () => {
    const over = table(
      null,
      { winners: [1], players: [player(0), player(1, { score: 30 })] },
      {
        scores: [{ round: 3, to: { seat: 1 }, points: 12, cells: [], args: [] }] as never,
      },
    );
    const { play } = seated(over);
    stage.present(3);
    expect(what(play)).toBe('Scoring 3');
    expect(play.points(1)).toBe(18);
    stage.close();
    expect(what(play)).toContain('Bo');
    expect(play.points(1)).toBe(30);
  });
});

describe('a board that is drawn anew under a mouse at rest', () => {
  const mark = (legal: boolean) => ({ at: [0, 1] as Cell, legal, text: legal ? 'here' : 'not here', notes: [] });
  it('refuses nothing nobody pointed at', async () => {
    const onpoint = vi.fn();
    const { rerender } = render(Palace, { player: player(0), label: 'P', marks: [mark(true)], onpoint });
    document.querySelector('.mark')!.dispatchEvent(new Event('pointermove', { bubbles: true }));
    await tick();
    expect(onpoint).toHaveBeenLastCalledWith(expect.objectContaining({ text: 'here' }));
    await rerender({ marks: [mark(false)] });
    expect(onpoint).toHaveBeenLastCalledWith(null);
    expect(document.querySelector('.mark.over')).toBeNull();
    document.querySelector('.mark')!.dispatchEvent(new Event('pointermove', { bubbles: true }));
    await tick();
    expect(onpoint, 'and says why to whoever points').toHaveBeenLastCalledWith(
      expect.objectContaining({ text: 'not here' }),
    );
  });
  it('shows no tile on a cell that only came under it', async () => {
    const onpoint = vi.fn();
    const { rerender } = render(Palace, { player: player(0), label: 'P', marks: [mark(true)], onpoint });
    const point = async (): Promise<void> => {
      document.querySelector('.mark')!.dispatchEvent(new Event('pointermove', { bubbles: true }));
      await tick();
    };
    await point();
    await rerender({ marks: [{ ...mark(true), text: 'turned' }] });
    expect(onpoint, 'nothing has moved').toHaveBeenLastCalledWith(expect.objectContaining({ text: 'turned' }));
    // Far cells make the board smaller: the mouse lies elsewhere now.
    await rerender({ marks: [mark(true), { ...mark(true), at: [9, 0] as Cell }] });
    expect(onpoint).toHaveBeenLastCalledWith(null);
    expect(document.querySelector('.mark.over')).toBeNull();
    await point();
    expect(document.querySelector('.mark.over')).not.toBeNull();
    await rerender({ room: { width: 300, height: 200 } });
    expect(document.querySelector('.mark.over'), 'less room moves it as well').toBeNull();
  });
});
