// Losses, sounds, favourites and plans.

import { beforeEach, describe, expect, it } from 'vitest';
import { planning, sameLaying, wish } from '../../src/game/plan';
import { loss } from '../../src/game/losses';
import type { DecisionView, EventView, Happening, OptionView } from '../../src/protocol';
import { bring, brought, favourites, forget, keep, type Favourite } from '../../src/screens/favourites';
import { heard } from '../../src/sound';
import { actOf, keyOf, rekey } from '../../src/keys';
import { choose } from '../../src/settings.svelte';
import { LESSONS, learn, learned, lesson, understood, type Scene } from '../../src/story/coach';

const buy = (id: number, piece: number, cards: string[], lost: number): OptionView => ({
  id,
  key: 'buy',
  refs: [
    { type: 'piece', piece },
    { type: 'cards', cards },
  ],
  effects: lost === 0 ? [{ type: 'extra_action' }] : [{ type: 'lost', amount: lost }],
});
const place = (piece: number, at: [number, number], turn?: number): OptionView => ({
  id: 0,
  key: 'place',
  refs: [{ type: 'piece', piece }, { type: 'cell', at }, ...(turn ? [{ type: 'turn' as const, turn }] : [])],
  effects: [],
});
const asked = (options: OptionView[], kind: DecisionView['kind'] = 'main_action'): DecisionView => ({
  seat: 0,
  kind,
  module: null,
  options,
  misfits: [],
});

describe('a loss', () => {
  const [exact, over, other] = [
    buy(0, 7, ['denar-7', 'denar-4'], 0),
    buy(1, 7, ['denar-9', 'denar-3'], 1),
    buy(2, 8, ['denar-9'], 2),
  ];
  const decision = asked([exact, over, other]);
  it('is paying too much although it could be exact', () => {
    expect(loss(decision, over)).toEqual({ type: 'overpaid', n: 1 });
    expect(loss(decision, exact)).toBeNull();
    expect(loss(decision, other), 'nothing better was in hand').toBeNull();
  });
  it('is counted for cards of one’s own choice too', () => {
    expect(loss(decision, exact, [{ type: 'lost', amount: 3 }]), 'as the server counts').toEqual({
      type: 'overpaid',
      n: 3,
    });
    expect(loss(decision, over, [{ type: 'extra_action' }])).toBeNull();
  });
  it('is a tile in the reserve although it fits', () => {
    const reserve: OptionView = { id: 3, key: 'reserve', refs: [{ type: 'piece', piece: 7 }], effects: [] };
    expect(loss(asked([reserve, place(7, [0, 1])], 'place_tile'), reserve)).toEqual({ type: 'reserved', piece: 7 });
    expect(loss(asked([reserve], 'place_tile'), reserve)).toBeNull();
  });
});

describe('a plan', () => {
  it('is made while something else is decided', () => {
    expect(planning(asked([]))).toBe(true);
    expect(planning(asked([], 'place_tile'))).toBe(false);
    expect(planning(asked([], 'confirm_turn'))).toBe(false);
    expect(planning(null)).toBe(false);
  });
  it('knows its tile, its cell and how it is turned', () => {
    expect(wish(place(7, [1, -2], 3))).toEqual({ piece: 7, at: [1, -2], turn: 3 });
    expect(sameLaying({ piece: 7, at: [1, 2] }, wish(place(7, [1, 2])))).toBe(true);
    expect(sameLaying({ piece: 7, at: [1, 2], turn: 1 }, wish(place(7, [1, 2])))).toBe(false);
  });
});

describe('what is heard', () => {
  const events = (...whats: Happening[]): EventView[] => whats.map((what) => ({ what }));
  const turn: Happening = { type: 'turn_began', seat: 1, turn: 3 };
  const money: Happening = { type: 'took_money', seat: 0, cards: ['denar-3'] };
  const laid: Happening = { type: 'placed', seat: 0, piece: 1, at: [0, 1] };
  it('is the weightiest of what happened', () => {
    expect(heard(events(money), [1], false)).toBe('card');
    expect(heard(events(money, laid), [1], false)).toBe('tile');
    expect(heard(events(money, turn), [1], false)).toBe('turn');
    expect(heard(events(turn, { type: 'scoring_began', round: 1 }), [1], false)).toBe('scoring');
    expect(heard(events(turn), [0], false), 'somebody else’s turn').toBeNull();
  });
  it('leaves out what only goes along with movement where nothing shall move', () => {
    expect(heard(events(money, laid), [1], true)).toBeNull();
    expect(heard(events(turn), [1], true)).toBe('turn');
  });
});

describe('favourites', () => {
  const one = (name: string): Favourite => ({
    name,
    seats: ['me', 'bot:easy'],
    modules: { 'city-walls': {} },
    house: {},
    options: { hints: true },
  });
  beforeEach(() => localStorage.clear());
  it('are kept newest first, each name once, and forgotten', () => {
    keep(one('Sunday'));
    keep(one('Monday'));
    keep({ ...one('Sunday'), seats: ['me', 'open', 'open'] });
    expect(favourites().map((kept) => [kept.name, kept.seats.length])).toEqual([
      ['Sunday', 3],
      ['Monday', 2],
    ]);
    expect(forget('Sunday').map((kept) => kept.name)).toEqual(['Monday']);
  });
  it('that cannot be read are left out', () => {
    localStorage.setItem(
      'alhambra.favourites',
      JSON.stringify([{ name: 3 }, null, one('good'), { ...one('lonely'), seats: ['me'] }]),
    );
    expect(favourites().map((kept) => kept.name)).toEqual(['good']);
    localStorage.setItem('alhambra.favourites', '{');
    expect(favourites()).toEqual([]);
  });
  it('go from one page to the next once', () => {
    bring(one('x'));
    expect(brought()?.name).toBe('x');
    expect(brought()).toBeNull();
  });
});

describe('keys', () => {
  beforeEach(() => choose({ keys: {} }));
  it('do what they did, until they are given something else', () => {
    expect([actOf('1'), actOf('q'), actOf('Q'), actOf('z'), actOf('Z'), actOf('x')]).toEqual([
      'money1',
      'market1',
      'market1',
      'undo',
      'redo',
      undefined,
    ]);
    rekey('undo', 'u');
    expect([actOf('u'), actOf('U'), actOf('z')]).toEqual(['undo', 'undo', undefined]);
  });
  it('change places, so that nothing is left without', () => {
    rekey('undo', 'm');
    expect([actOf('m'), actOf('z')]).toEqual(['undo', 'matrix']);
  });
  it('that move the focus keep their meaning', () => {
    for (const key of ['Tab', 'Enter', ' ', 'Escape', 'ArrowUp', '?']) rekey('undo', key);
    expect(keyOf('undo')).toBe('z');
  });
});

describe('the coach', () => {
  const scene = (decision: DecisionView | null, more: Partial<Scene> = {}): Scene => ({
    decision,
    me: undefined,
    scorings: 0,
    soon: null,
    ...more,
  });
  const take: OptionView = { id: 1, key: 'take', refs: [], effects: [] };
  beforeEach(() => localStorage.clear());
  it('speaks of one thing at a time, when it first matters', () => {
    expect(lesson(scene(asked([take])), [])).toBe('money');
    expect(lesson(scene(asked([take, buy(0, 7, ['denar-7'], 0)])), ['money'])).toBe('buy');
    expect(lesson(scene(asked([place(7, [0, 1])], 'place_tile')), ['money', 'buy'])).toBe('walls');
    expect(
      lesson(
        scene({
          ...asked([place(7, [0, 1])], 'place_tile'),
          misfits: [{ piece: 7, at: [1, 1], fault: { type: 'hole', at: [1, 1] } }],
        }),
        ['money', 'buy', 'walls'],
      ),
    ).toBe('holes');
    expect(lesson(scene(asked([take]), { scorings: 1 }), ['money'])).toBe('scoring');
    expect(lesson(scene(null), []), 'nothing while others play').toBeNull();
  });
  it('stops when something was done or understood', () => {
    const done = understood(
      [
        { what: { type: 'took_money', seat: 0, cards: [] } },
        { what: { type: 'bought', seat: 1, piece: 1, payment: [], paid: 1, price: 1, extra_action: true } },
      ],
      0,
    );
    expect(done).toEqual(['money']);
    learn(done);
    expect(learned()).toEqual(['money']);
    expect(lesson(scene(asked([take])), learned())).toBeNull();
    expect(LESSONS).toHaveLength(8);
  });
});
