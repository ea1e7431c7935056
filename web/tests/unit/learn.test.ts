// When a step of a lesson counts as done: by what the server told, in whatever order it came.

import { beforeEach, expect, it } from 'vitest';
import { learned, met, type Goal, type Scene } from '../../src/learn/goals';
import lessons from '../../src/learn/lessons.json';
import { PALACE, done, finish, taught, teach } from '../../src/learn/progress';
import { LESSONS } from '../../src/story/coach';
import type { GameSnapshot, Happening } from '../../src/protocol';
import { en } from '../../src/words/en';

const scene = (events: Happening[], wall = 0): Scene => ({
  log: [
    { action: 5, events: [{ what: { type: 'placed', seat: 0, piece: 9, at: [1, 0] } }] },
    { action: 6, events: events.map((what) => ({ what })) },
  ],
  game: { action: 6, view: { players: [{ wall }] } as unknown as GameSnapshot['view'] },
  me: 0,
  since: 5,
  told: new Set<string>(),
});
const bought = (seat: number, extra_action: boolean): Happening => ({
  type: 'bought',
  seat,
  piece: 1,
  payment: [],
  paid: 5,
  price: 5,
  extra_action,
});

it('counts only what I do, after the lesson began', () => {
  const goals: Goal[] = [{ when: 'placed' }];
  expect(met(goals, scene([]))).toEqual([false]);
  expect(met(goals, scene([{ type: 'placed', seat: 1, piece: 3, at: [0, 1] }]))).toEqual([false]);
  expect(met(goals, scene([{ type: 'placed', seat: 0, piece: 3, at: [0, 1] }]))).toEqual([true]);
  expect(met([{ when: 'placed', piece: 4 }], scene([{ type: 'placed', seat: 0, piece: 3, at: [0, 1] }]))).toEqual([
    false,
  ]);
});

it('wants twice what is asked for twice', () => {
  const goals: Goal[] = [{ when: 'bought_exactly' }, { when: 'bought_exactly' }];
  expect(met(goals, scene([bought(0, true), bought(0, false), bought(1, true)]))).toEqual([true, false]);
  expect(met(goals, scene([bought(0, true), bought(0, true)]))).toEqual([true, true]);
});

it('knows bundles, walls, the reserve and points', () => {
  const took = (cards: string[]): Happening => ({ type: 'took_money', seat: 0, cards: cards as never });
  expect(met([{ when: 'took', cards: 2 }], scene([took(['denar-9'])]))).toEqual([false]);
  expect(met([{ when: 'took', cards: 2 }], scene([took(['denar-1', 'ducat-2'])]))).toEqual([true]);
  expect([4, 5].map((wall) => met([{ when: 'wall', length: 5 }], scene([], wall))[0])).toEqual([false, true]);
  expect(met([{ when: 'reserved' }], scene([{ type: 'reserved', seat: 0, piece: 3 }]))).toEqual([true]);
  const line = (seat: number, points: number) =>
    ({ type: 'scored', line: { to: { seat }, points } }) as unknown as Happening;
  expect([line(1, 3), line(0, 0), line(0, 2)].map((event) => met([{ when: 'scored' }], scene([event]))[0])).toEqual([
    false,
    false,
    true,
  ]);
});

it('takes a look at a refused cell as worth trying, not as a condition', () => {
  const goals: Goal[] = [{ when: 'refused', fault: 'hole' }, { when: 'placed' }];
  expect(met(goals, { ...scene([]), told: new Set(['hole']) })).toEqual([true, false]);
  expect(learned(goals, [true, false])).toBe(false);
  expect(learned(goals, [false, true])).toBe(true);
});

it('has a lesson of the engine and words for every step of all of them', () => {
  expect(lessons.map(({ name }) => name)).toEqual([...LESSONS, ...PALACE]);
  for (const { name, goals } of lessons) {
    for (const part of ['', '.short', '.one', '.praise', ...(goals.length > 1 ? ['.two'] : [])])
      expect(`learn.${name}${part}` in en, name + part).toBe(true);
    expect(goals.length).toBeLessThanOrEqual(2);
  }
});

it('knows what a module says of me, and about what', () => {
  const uses = (seat: number, word: string): Happening => ({
    type: 'module',
    by: 'red-palace',
    seat,
    key: 'uses',
    refs: [{ type: 'word', by: 'red-palace', word }],
  });
  const goal: Goal = { when: 'said', module: 'red-palace', key: 'uses', word: 'take_cash' };
  expect(
    [uses(1, 'take_cash'), uses(0, 'wall_piece'), uses(0, 'take_cash')].map((it) => met([goal], scene([it]))[0]),
  ).toEqual([false, false, true]);
  expect(met([{ when: 'bought' }], scene([bought(0, false)]))).toEqual([true]);
});

beforeEach(() => localStorage.clear());

it('remembers what was learned and which tables are lessons', () => {
  finish('walls');
  finish('money');
  finish('money');
  expect(done()).toEqual(['money', 'walls']);
  teach({ table: 'AB12', lesson: 'walk', since: 19 });
  expect(taught('AB12')).toEqual({ table: 'AB12', lesson: 'walk', since: 19 });
  expect(taught('ZZ99')).toBeUndefined();
  expect(done(), 'a table changes nothing about that').toEqual(['money', 'walls']);
});
