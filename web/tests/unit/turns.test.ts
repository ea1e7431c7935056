// The log by turns, and what is new since one's own.

import { expect, it } from 'vitest';
import type { EventBlock, Happening } from '../../src/protocol';
import { isUpkeep, lastOwn, scoredIn, since, touched, turnsOf, whose } from '../../src/story/turns';
import { joined } from '../../src/net/table.svelte';

const block = (action: number, ...events: Happening[]): EventBlock => ({
  action,
  events: events.map((what) => ({ what })),
});
const began = (seat: number, turn: number): Happening => ({ type: 'turn_began', seat, turn });
const took = (seat: number): Happening => ({ type: 'took_money', seat, cards: ['denar-3'] });
const placed = (seat: number, piece: number, at: [number, number]): Happening => ({ type: 'placed', seat, piece, at });
const market = (piece: number): Happening => ({ type: 'on_market', piece, space: 0, currency: 'denar' });

const log = [
  block(0, { type: 'begins', seat: 0 }, began(0, 1)),
  block(1, took(0)),
  block(2, { type: 'displayed', card: 'ducat-4' }, began(1, 2)),
  block(3, placed(1, 7, [1, 0])),
  block(4, market(12), began(2, 3)),
  block(5, took(2), { type: 'scoring_card' }, { type: 'scoring_began', round: 1 }, began(0, 4)),
];

it('puts what follows the beginning of a turn into that turn, in the middle of an action too', () => {
  expect(turnsOf(log).map((turn) => [turn.turn, turn.seat, turn.action, turn.lines.length])).toEqual([
    [0, null, 0, 1],
    [1, 0, 0, 2],
    [2, 1, 2, 2],
    [3, 2, 4, 3],
    [4, 0, 5, 0],
  ]);
});

it('tells who did what since my last turn, and where', () => {
  const recap = since(log, 0)!;
  expect(recap.seats.map(({ seat, lines, cells }) => [seat, lines.map(({ event }) => event.what.type), cells])).toEqual(
    [
      [1, ['placed'], [[1, 0]]],
      [2, ['took_money'], []],
    ],
  );
  expect(recap.table.map(({ event }) => event.what.type)).toEqual(['scoring_card', 'scoring_began']);
  expect(recap.market).toEqual([12]);
});

it('has nothing to tell while others play, or in the first turn', () => {
  expect(since(log, 1)).toBeNull();
  expect(since(log.slice(0, 2), 0)).toBeNull();
});

it('knows whom an event is about and where tiles went', () => {
  expect(whose(took(3))).toBe(3);
  expect(whose({ type: 'reshuffled' })).toBeNull();
  expect(touched(turnsOf(log)[2]!.lines, 1)).toEqual([[1, 0]]);
  expect(isUpkeep(market(3))).toBe(true);
});

it('joins older history without doubling an action', () => {
  expect(joined(log.slice(0, 4), log.slice(2)).map((one) => one.action)).toEqual([0, 1, 2, 3, 4, 5]);
});

it('adds up a scoring for its line in the log', () => {
  const line = (seat: number, points: number): Happening => ({
    type: 'scored',
    line: { to: { seat }, round: 1, source: 'wall', reason: 'score.wall', args: [], points, cells: [], rank: null },
  });
  const [turn] = turnsOf([
    block(1, began(0, 1), { type: 'scoring_began', round: 1 }, line(0, 4), line(1, 2), line(0, 5)),
  ]);
  expect(scoredIn(turn!, 1)).toEqual([
    ['0', 9],
    ['1', 2],
  ]);
  expect(scoredIn(turn!, 2)).toBeNull();
});

it('finds the last action of a seat, the end of its turn included', () => {
  expect(lastOwn(log, 0), 'it took money and ended its turn').toBe(2);
  expect(lastOwn(log, 1)).toBe(4);
  expect(lastOwn(log, 2)).toBe(5);
  expect(lastOwn(log, 3)).toBe(0);
});
