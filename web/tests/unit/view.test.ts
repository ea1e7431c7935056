import { expect, it } from 'vitest';
import { changed, updated } from '../../src/net/view';
import type { GameSnapshot, PlayerView, Update, View } from '../../src/protocol';

const player = (seat: number, score: number): PlayerView => ({
  seat,
  score,
  hand_size: 0,
  palace: [],
  reserve: [],
  bought: [],
  wall: 0,
  longest: [],
  counts: [0, 0, 0, 0, 0, 0],
});
const view: View = {
  viewer: 0,
  turn: 1,
  active: 0,
  actions_left: 1,
  asked: { seats: [0], kind: 'main_action', module: null },
  winners: null,
  players: [player(0, 0), player(1, 0)],
  dirk: null,
  market: [],
  display: ['denar-3'],
  deck: 10,
  discard: [],
  tower: 5,
  scorings: 0,
  scorings_due: 0,
  ending: false,
  hand: [],
  modules: [],
};
const game: GameSnapshot = {
  step: 4,
  action: 4,
  view,
  decision: null,
  undo: { steps: 0 },
  scores: [],
  clock: null,
  next_scoring: null,
};
const update: Update = {
  seq: 1,
  step: 5,
  action: 5,
  by: 0,
  undone: 0,
  events: [],
  change: {},
  decision: null,
  undo: { steps: 1 },
};

it('keeps what did not change', () => {
  expect(changed(view, {})).toEqual(view);
});

it('tells null from not changed', () => {
  expect(changed(view, { asked: [] }).asked).toBeNull();
  expect(changed(view, { winners: [[1]] }).winners).toEqual([1]);
  expect(changed(view, { deck: 9 }).asked).toEqual(view.asked);
});

it('puts players at their seats', () => {
  const next = changed(view, { players: [player(1, 7)] });
  expect(next.players.map((p) => p.score)).toEqual([0, 7]);
  expect(view.players[1]!.score, 'the old view stays as it was').toBe(0);
});

it('refuses an update after a gap', () => {
  expect(updated(game, update)?.step).toBe(5);
  expect(updated(game, { ...update, step: 6 })).toBeNull();
});

it('adds score lines as they come', () => {
  const line = {
    to: { seat: 0 },
    round: 1,
    source: 'wall',
    reason: 'score.wall',
    args: [3],
    points: 3,
    cells: [],
    rank: null,
  } as never;
  expect(updated(game, { ...update, events: [{ what: { type: 'scored', line } }] })?.scores).toHaveLength(1);
});

it('knows of a window as long as it is open', () => {
  const window = { seats: [0, 1], length: 6000, age: 0 };
  const open = updated(game, { ...update, window })!;
  expect(open.window).toEqual(window);
  expect(updated(open, { ...update, step: 6 })!.window).toBeUndefined();
});
