// Score lines in order, and the arithmetic of shared places.

import { expect, it } from 'vitest';
import type { ScoreLineView } from '../../src/protocol';
import { groupsOf, placesOf, pointsOf, ranking, roundsOf, rowsOf } from '../../src/story/rounds';

const majority = (
  seat: number,
  round: number,
  building: 'garden' | 'tower',
  place: number,
  worth: number[],
  halves: number,
): ScoreLineView => {
  const pot = worth.reduce((sum, n) => sum + n, 0);
  const share = Math.floor(pot / worth.length);
  return {
    to: { seat },
    round,
    source: { majority: building },
    reason: 'score.majority',
    args: [halves],
    points: share,
    cells: [[seat, 1]],
    rank: { place, tied: worth.length, worth, pot, share },
  };
};
const wall = (seat: number, round: number, points: number): ScoreLineView => ({
  to: { seat },
  round,
  source: 'wall',
  reason: 'score.wall',
  args: [points],
  points,
  cells: [],
  rank: null,
});
const module: ScoreLineView = {
  to: 'dirk',
  round: 2,
  source: { module: 'camps' },
  reason: 'score.camps',
  args: [],
  points: -2,
  cells: [],
  rank: null,
};

// Two first with four gardens in the second round: (12 + 5) / 2 = 8 each, acceptance statement 31.
const lines = [
  wall(0, 1, 4),
  wall(0, 2, 6),
  module,
  majority(1, 2, 'tower', 1, [13], 6),
  majority(0, 2, 'garden', 1, [12, 5], 8),
  majority(2, 2, 'garden', 1, [12, 5], 8),
];

it('sorts rounds, then buildings, walls and modules', () => {
  expect(roundsOf(lines).map((round) => [round.round, round.rows.map((row) => row.key)])).toEqual([
    [1, ['wall']],
    [2, ['garden', 'tower', 'wall', 'camps']],
  ]);
});

it('keeps the arithmetic of a tie together', () => {
  const garden = rowsOf(lines).find((row) => row.key === 'garden')!;
  const [tied] = groupsOf(garden);
  expect(tied).toEqual({ place: 1, tied: 2, worth: [12, 5], pot: 17, share: 8, who: ['0', '2'] });
  expect(placesOf(tied!)).toEqual([1, 2]);
});

it('adds up what a scorer got, deductions and Dirk included', () => {
  expect(pointsOf(lines, '0')).toBe(4 + 6 + 8);
  expect(pointsOf(lines, 'dirk')).toBe(-2);
  expect(pointsOf(lines, '5')).toBe(0);
});

it('ranks equal scores equally, unless the rules found a winner', () => {
  const scores = [
    { key: '0', score: 70 },
    { key: '1', score: 81 },
    { key: '2', score: 81 },
  ];
  expect(ranking(scores, ['1', '2']).map(({ key, place }) => [key, place])).toEqual([
    ['1', 1],
    ['2', 1],
    ['0', 3],
  ]);
  expect(ranking(scores, ['2']).map(({ key, place }) => [key, place])).toEqual([
    ['2', 1],
    ['1', 2],
    ['0', 3],
  ]);
});
