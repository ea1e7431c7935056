// What a person at the table is doing, between one step and the next.

import { fireEvent, render, screen } from '@testing-library/svelte';
import { tick } from 'svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { carry } from '../../src/game/drag.svelte';
import * as o from '../../src/game/options';
import Palace from '../../src/game/Palace.svelte';
import PayDesk from '../../src/game/PayDesk.svelte';
import type { Ref } from '../../src/protocol';
import { choose } from '../../src/settings.svelte';
import { recall, remember } from '../../src/game/draft';
import { cards, cell, decision, option, piece, player, seated, table, wired } from './seated.svelte';

beforeEach(() => choose({ language: 'en', ending: 'ask' }));
afterEach(() => {
  sessionStorage.clear();
  document.body.innerHTML = '';
});

const bid = () =>
  decision([option(1, 'module', [], { act: 'characters.bid' })], { kind: 'module', module: 'characters' });

describe('a question that comes up', () => {
  it('leaves whoever is writing where they are: their letters would be keys', () => {
    document.body.innerHTML = '<div class="paper"><input></div>';
    const { play, now } = seated(table(null));
    play.room = 'rivals';
    play.panel = 'chat';
    document.querySelector('input')!.focus();
    now(table(bid()));
    expect(play.peeking, 'the paper stays').toBe(true);
    expect(play.room).toBe('rivals');
    document.querySelector('input')!.blur();
    now(table(bid(), {}, { step: 2 }));
    expect(play.peeking, 'nobody writes any more').toBe(false);
    expect(play.room).not.toBe('rivals');
  });
  it('of mine brings my palace back, once', () => {
    const { play, now } = seated(table(null));
    play.looking = 1;
    now(table(null, {}, { step: 2 }));
    expect(play.looking, 'nothing is asked').toBe(1);
    now(table(bid(), {}, { step: 3 }));
    expect(play.looking).toBeNull();
    play.looking = 1;
    now(table(bid(), {}, { step: 4 }));
    expect(play.looking, 'the same question: I went to look at somebody').toBe(1);
  });
  it('takes up a tile the way it fits', () => {
    const tile = { piece: 7, building: 'tower', price: 7, walls: 'N' } as const;
    const place = option(1, 'place', [piece(7), cell(0, 1), { type: 'turn', turn: 2 } as never]);
    const { play, now } = seated(table(null));
    now(table(decision([place], { kind: 'place_tile' }), { players: [player(0, { bought: [tile] }), player(1)] }));
    expect(play.selected).toBe(7);
    expect(play.turning).toBe(2);
    expect(play.marks.map(({ at, legal }) => [at, legal])).toEqual([[[0, 1], true]]);
  });
});

it('Escape puts away a question, then the tile in hand, rebuilding, and somebody’s palace', () => {
  const { play } = seated(table(decision([option(1, 'remove', [piece(7)])])));
  const open = () => [play.asking, play.selected, play.redesigning, play.looking];
  [play.asking, play.selected, play.redesigning, play.looking] = ['x.y', 7, true, 1];
  play.escape();
  expect(open()).toEqual([null, 7, true, 1]);
  play.escape();
  expect(open()).toEqual([null, null, true, 1]);
  play.escape();
  expect(open()).toEqual([null, null, false, 1]);
  play.escape();
  expect(open()).toEqual([null, null, false, null]);
  const forced = seated(table(null));
  forced.now(table(decision([option(1, 'remove', [piece(7)])], { kind: 'redesign' })));
  forced.play.escape();
  expect(forced.play.redesigning, 'what is asked for is not put away').toBe(true);
});

it('a paper that is asked for shows although something is docked', () => {
  const { play, now } = seated(table(null));
  now(table(bid()));
  expect(play.peeking).toBe(false);
  play.show('log');
  expect([play.panel, play.peeking]).toEqual(['log', true]);
});

it('cards that are an offer again say nothing of the cards before', async () => {
  const tile = { piece: 7, building: 'tower', price: 9, walls: '' } as const;
  const asked = decision([option(1, 'buy', [piece(7), cards('denar-9')], { effects: [{ type: 'extra_action' }] })]);
  const at = table(asked, {
    hand: ['denar-9', 'denar-7'],
    market: [{ space: 0, currency: 'denar', tile }] as never,
  });
  at.check = vi.fn(() =>
    Promise.resolve({ refusal: null, effects: [{ type: 'lost', amount: 7 }], tally: { paid: 16, price: 9 } }),
  ) as never;
  const { play } = seated(at);
  render(PayDesk, { play, options: asked.options });
  const sum = () => document.querySelector('.sum')!.textContent;
  const card = () => screen.getByRole('button', { name: 'Denar 7' });
  await tick();
  expect(sum()).toMatch(/9 of 9/);
  await fireEvent.click(card());
  await vi.waitFor(() => expect(sum()).toMatch(/16 of 9/));
  await fireEvent.click(card());
  await tick();
  expect(sum()).toMatch(/9 of 9/);
  expect(sum()).not.toMatch(/16/);
});

it('cards a stall does not take stay in the hand, greyed, and say why', () => {
  const tile = { piece: 7, building: 'tower', price: 9, walls: '' } as const;
  const asked = decision([option(1, 'buy', [piece(7), cards('denar-9')])]);
  const market = [{ space: 0, currency: 'denar', tile }] as never;
  const { play } = seated(table(asked, { hand: ['denar-9', 'ducat-4'], market }));
  render(PayDesk, { play, options: asked.options });
  const ducat = screen.getByRole('button', { name: 'Ducat 4, This stall takes Denar.' });
  expect(ducat.classList.contains('off')).toBe(true);
  expect(ducat.title).toBe('This stall takes Denar.');
  expect(screen.getByRole('button', { name: 'Denar 9' }).classList.contains('off')).toBe(false);
});

it('every place of a sentence is filled by touching it, the last one too', () => {
  const word = (word: string) => ({ type: 'word', by: 'alhambra-zoo', word }) as Ref;
  const lead = (['cheetah', 'gazelle'] as const).flatMap((animal, i) =>
    [1, 2, 3].map((to) =>
      option(i * 3 + to, 'module', [word(animal), cell(i, 0), cell(i, -to)], { act: 'alhambra-zoo.step' }),
    ),
  );
  const { play } = seated(table(decision(lead, { kind: 'module', module: 'alhambra-zoo' })));
  play.arrived();
  expect(play.asked).toBe('alhambra-zoo.step');
  const there = () => play.marks.find(({ at }) => at[0] === 1 && at[1] === -2)!;
  expect(there().option, 'a place to go to leads on').toBeDefined();
  play.onmark(there());
  expect(play.trouble).toBe('');
  expect(Object.values(play.filling('alhambra-zoo.step'))).toContain(o.refId(cell(1, -2)));
});

describe('a plan', () => {
  const cut = { code: 'unavailable', rule: 'here', text: 'cut off', refs: [] };
  const tiles = [7, 8].map((piece) => ({ piece, building: 'tower', price: 7, walls: '' }));
  const laid = [7, 8].map((piece, i) => ({ piece, at: [i, 1] as [number, number], turn: 0 }));
  const options = laid.map(({ piece: one, at: [x, y] }, i) => option(i, 'place', [piece(one), cell(x, y)]));
  /** The rules ask for both tiles, and so many of them are accepted before `then` happens. */
  function asks(accepted: number, then: object) {
    const at = table(decision(options, { kind: 'place_tile' }), {
      players: [player(0, { bought: tiles as never }), player(1)],
    });
    let n = 0;
    at.choose = vi.fn(() => (n++ < accepted ? Promise.resolve({ type: 'done' }) : Promise.reject(then))) as never;
    return at;
  }
  const pieces = (plan: { piece: number }[] = []) => plan.map(({ piece }) => piece);
  beforeEach(() => remember('TABLE', { deeds: [], undone: [], plan: laid }));
  it('is kept where the wire is cut, also over a reload, but for what was accepted', async () => {
    for (const [accepted, left] of [
      [0, [7, 8]],
      [1, [8]],
      [2, []],
    ] as const) {
      remember('TABLE', { deeds: [], undone: [], plan: laid });
      const { play } = seated(asks(accepted, cut));
      play.arrived();
      await vi.waitFor(() => expect(play.busy).toBe(false));
      expect(pieces(play.plan)).toEqual(left);
      expect(pieces(recall('TABLE').plan), 'as a new page would find it').toEqual(left);
      expect(play.trouble).toBe(accepted === 2 ? '' : 'cut off');
    }
  });
  it('is done when the wire is whole again, without a reload', async () => {
    const first = asks(1, cut);
    const { play, now, off } = wired(first);
    play.arrived();
    await vi.waitFor(() => expect(play.trouble).toBe('cut off'));
    now({ ...first, link: 'lost' } as never);
    const again = asks(1, cut);
    now(again);
    await vi.waitFor(() => expect(again.choose).toHaveBeenCalledWith(0, 1, undefined));
    await vi.waitFor(() => expect(play.plan).toEqual([]));
    off();
  });
  it('forgets what the rules refuse: it would be refused for ever', async () => {
    const { play } = seated(asks(0, { code: 'illegal', rule: 'x', text: '', refs: [] }));
    play.arrived();
    await vi.waitFor(() => expect(play.busy).toBe(false));
    expect(pieces(play.plan)).toEqual([8]);
  });
});

describe('a finger', () => {
  const mark = { at: [0, 1] as [number, number], legal: true, text: 'here', notes: [] };
  it('is known although the click does not say so', async () => {
    const onmark = vi.fn();
    render(Palace, { player: player(0), label: 'P', marks: [mark], onmark });
    const there = screen.getByRole('button', { name: 'here' });
    const down = (pointerType: string) => {
      const event = new MouseEvent('pointerdown', { bubbles: true });
      Object.defineProperty(event, 'pointerType', { value: pointerType });
      return fireEvent(there, event);
    };
    await down('touch');
    await fireEvent(there, new MouseEvent('click', { bubbles: true }));
    expect(onmark).toHaveBeenLastCalledWith(mark, true);
    await down('mouse');
    await fireEvent(there, new MouseEvent('click', { bubbles: true }));
    expect(onmark).toHaveBeenLastCalledWith(mark, false);
  });
  it('that moves a row sideways takes nothing out of it', () => {
    const node = document.body.appendChild(document.createElement('button'));
    const style = vi.spyOn(window, 'getComputedStyle').mockReturnValue({ touchAction: 'pan-x' } as never);
    const lift = vi.fn();
    carry(node, { tile: () => ({ tile: { piece: 7 } as never, turn: 0 }), lift, drop: vi.fn() });
    const point = (type: string, clientX: number, clientY: number): void => {
      const event = new MouseEvent(type, { bubbles: true, clientX, clientY, button: 0 });
      Object.defineProperties(event, { pointerType: { value: 'touch' }, isPrimary: { value: true } });
      node.dispatchEvent(event);
    };
    point('pointerdown', 100, 100);
    point('pointermove', 70, 96);
    expect(lift).not.toHaveBeenCalled();
    point('pointercancel', 70, 96);
    point('pointerdown', 100, 100);
    point('pointermove', 98, 80);
    expect(lift).toHaveBeenCalledOnce();
    point('pointercancel', 98, 80);
    style.mockRestore();
  });
});

it('a cell nobody could walk to is marked on the board, with the sides one would have to come in by', async () => {
  const tower = { piece: 7, building: 'tower', price: 7, walls: '' } as const;
  const palace = [...player(0).palace, { at: [1, 1], tile: tower }] as never;
  const marks = [
    { at: [0, 1] as [number, number], legal: false, text: 'no', notes: [], fault: { type: 'on_foot' } as const },
  ];
  render(Palace, { player: player(0, { palace }), label: 'P', marks });
  expect(document.querySelector('.fault')).toBeNull();
  await fireEvent.focus(document.querySelector('.mark')!);
  const cell = document.querySelector('rect.fault')!;
  expect([cell.getAttribute('x'), cell.getAttribute('y')]).toEqual(['2', '-98']);
  const sides = [...document.querySelectorAll('path.fault')].map((side) => side.getAttribute('d'));
  expect(sides, 'towards the fountain and the tower').toEqual(['M100,-100 v100', 'M0,0 h100']);
});

it('a swap and a removal say before they are made what becomes of the longest wall', () => {
  const [out, tile] = ['garden', 'tower'].map((building, i) => ({ piece: 7 + i, building, price: 9, walls: '' }));
  const wall = (from: number, to: number) => ({ effects: [{ type: 'wall', from, to } as const] });
  const asked = decision([
    option(1, 'remove', [piece(7)], wall(6, 3)),
    option(2, 'swap', [piece(8), piece(7)], wall(6, 8)),
    option(3, 'take', [cards('denar-3')]),
  ]);
  const mine = player(0, { palace: [{ at: [1, 0], tile: out }], reserve: [tile] } as never);
  const { play } = seated(table(asked, { players: [mine, player(1)] }));
  play.redesigning = true;
  expect(play.touches.get(7)).toEqual({ text: expect.stringContaining('wall 6 → 3'), notes: ['wall 6 → 3'] });
  expect(play.touches.get(7)!.text).toMatch(/^Take Garden 9 off/);
  play.selected = 8;
  expect(play.touches.get(7)).toEqual({ text: expect.stringContaining('wall 6 → 8'), notes: ['wall 6 → 8'] });
  expect(play.touches.get(7)!.text).toMatch(/^Lay Tower 9 from the reserve in place of Garden 9/);
});
