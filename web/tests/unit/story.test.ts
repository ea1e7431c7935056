// Sentences in both languages, help texts as blocks, and the components that show them.

import { render, screen, within } from '@testing-library/svelte';
import { afterEach, beforeAll, expect, it } from 'vitest';
import type { Happening, NextScoring, OptionView, PlayerView, View } from '../../src/protocol';
import { choose } from '../../src/settings.svelte';
import Gauge from '../../src/story/Gauge.svelte';
import Matrix from '../../src/story/Matrix.svelte';
import Scoring from '../../src/story/Scoring.svelte';
import { blocksOf } from '../../src/story/markdown';
import { instruction, namesOf, sentence } from '../../src/story/sentences';
import { seated, t } from '../../src/words/index.svelte';
import { refText } from '../../src/game/say';
import './folders';

const names = namesOf([{ name: 'Ann' }, { name: 'Bo' }, { name: 'Cy' }]);
const player = (seat: number, garden: number): PlayerView => ({
  seat,
  score: 9,
  hand_size: 3,
  palace: [
    { at: [0, 0], tile: { piece: 0, building: null, price: 0, walls: '' } },
    { at: [seat, 1], tile: { piece: 10 + seat, building: 'garden', price: 8, walls: 'N' } },
  ],
  reserve: [],
  bought: [],
  wall: seat,
  longest: [],
  counts: [0, 0, 0, 0, 2 * garden, 0],
});
const view: View = {
  viewer: 0,
  turn: 9,
  active: 0,
  actions_left: 1,
  asked: null,
  winners: null,
  players: [player(0, 4), player(1, 1), player(2, 4)],
  dirk: null,
  market: [],
  display: [],
  deck: 60,
  discard: [],
  tower: 31,
  scorings: 1,
  scorings_due: 0,
  ending: false,
  hand: [],
  modules: [],
};
const next: NextScoring = {
  round: 2,
  window: [9, 24],
  walls: [0, 1, 2],
  majorities: (['pavilion', 'seraglio', 'arcades', 'chambers', 'garden', 'tower'] as const).map((building) => ({
    building,
    places: [12, 5, 0],
    standing:
      building === 'garden'
        ? [
            [1, 2, 8],
            [3, 1, 0],
            [1, 2, 8],
          ]
        : [null, null, null],
  })),
};

beforeAll(() => {
  // jsdom has no windows over the page.
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true;
  };
});
afterEach(() => choose({ language: 'en' }));

it('says what happened in both languages', () => {
  const bought: Happening = {
    type: 'bought',
    seat: 1,
    piece: 3,
    payment: ['denar-7', 'denar-4'],
    paid: 11,
    price: 10,
    extra_action: false,
  };
  expect(sentence({ what: bought }, names)).toMatch(/^Bo buys .* with Denar 7 and Denar 4: 1 too much$/);
  choose({ language: 'de' });
  expect(sentence({ what: bought }, names)).toMatch(/^Bo kauft .* mit Denar 7 und Denar 4: 1 zu viel$/);
  expect(sentence({ what: { type: 'game_over', winners: [0, 2] } }, names)).toBe('Ann und Cy teilen sich den Sieg');
  expect(sentence({ what: { type: 'placed', seat: 2, piece: 3, at: [2, -1] } }, names)).toMatch(/O2 S1$/);
});

it('tells options with their consequences, and leaves the words of modules alone', () => {
  const option: OptionView = {
    id: 0,
    key: 'buy',
    refs: [
      { type: 'piece', piece: 3 },
      { type: 'cards', cards: ['ducat-8'] },
    ],
    effects: [{ type: 'extra_action' }],
  };
  expect(instruction(option, names)).toMatch(/^Buy .* with Ducat 8 \(exact, then another action\)$/);
  expect(instruction({ id: 1, key: 'module', text: 'send the trader (east)', refs: [], effects: [] }, names)).toBe(
    'Send the trader (east)',
  );
});

it('reads help texts into blocks and leaves scenarios to machines', () => {
  const blocks = blocksOf(
    '# City Gates\n\nA gate **opens**\na `wall`.\n\n- one\n- two\n  more\n\n| Id | Question |\n|---|---|\n| A-1 | Why? |\n\n```scenario\ngiven players = 3\n```\n',
  );
  expect(blocks.map((block) => block.type)).toEqual(['heading', 'paragraph', 'list', 'table']);
  expect(blocks[1]).toEqual({
    type: 'paragraph',
    spans: [
      { text: 'A gate ' },
      { text: 'opens', strong: true },
      { text: ' a ' },
      { text: 'wall', code: true },
      { text: '.' },
    ],
  });
  expect(blocks[2]).toMatchObject({ items: [[{ text: 'one' }], [{ text: 'two more' }]] });
  expect(blocks[3]).toMatchObject({ rows: [[[{ text: 'A-1' }], [{ text: 'Why?' }]]] });
});

it('shows the window of the scoring card and never more', () => {
  const { rerender } = render(Gauge, { view, next });
  expect(screen.getByText('Scoring 2 in 9–24 cards')).toBeTruthy();
  void rerender({ view: { ...view, scorings: 2 }, next: { ...next, round: 3, window: null } });
  return expect(screen.findByText('Scoring 3 at the end: 31 tiles left')).resolves.toBeTruthy();
});

it('promises no scoring before its card is in the deck', async () => {
  const begun = { ...view, turn: 0, scorings: 0 };
  const { rerender } = render(Gauge, { view: begun, next: { ...next, round: 1, window: null } });
  expect(screen.getByText('Scoring cards are shuffled in before the first turn')).toBeTruthy();
  // Choices that are made when the deck stands already: it is known where the card is.
  await rerender({ view: begun, next: { ...next, round: 1, window: [20, 43] } });
  expect(screen.getByText('Scoring 1 in 20–43 cards')).toBeTruthy();
  // What modules ask in the middle of one.
  await rerender({ view: { ...begun, turn: 30 }, next: { ...next, round: 1, window: null } });
  expect(screen.getByText('Scoring 1 is held now')).toBeTruthy();
});

it('has counts, places and points of everybody in the matrix', () => {
  render(Matrix, { view, next, names });
  const row = screen.getByRole('row', { name: /Garden/ });
  const cells = within(row)
    .getAllByRole('cell')
    .map((cell) => cell.getAttribute('title'));
  expect(cells.slice(0, 3)).toEqual(['4, 1st, 8 points', '1, 3rd, 0 points', '4, 1st, 8 points']);
  expect(within(row).getByText('12 · 5')).toBeTruthy();
});

it('writes out the arithmetic of a tie', () => {
  const line = (seat: number) => ({
    to: { seat },
    round: 2,
    source: { majority: 'garden' as const },
    reason: 'score.majority',
    args: [8],
    points: 8,
    cells: [[seat, 1] as [number, number]],
    rank: { place: 1, tied: 2, worth: [12, 5], pot: 17, share: 8 },
  });
  render(Scoring, { lines: [line(0), line(2)], view, names, start: null, finished: true, onclose: () => undefined });
  expect(screen.getByText('Ann and Cy share 1st and 2nd: (12 + 5) / 2 = 8 each, rounded down')).toBeTruthy();
  expect(t('story.place.2')).toBe('2nd');
});

it('speaks to whoever reads: you buy, Bo buys', () => {
  const mine = namesOf([{ name: 'Ann' }, { name: 'Bo' }], [0]);
  const took = (seat: number): Happening => ({ type: 'took_money', seat, cards: ['denar-7'] });
  const steals = (seat: number): Happening => ({
    type: 'module',
    by: 'thieves',
    seat,
    key: 'steals',
    refs: [{ type: 'cards', cards: ['denar-7'] }],
  });
  expect([took(0), took(1), steals(0), steals(1)].map((what) => sentence({ what }, mine))).toEqual([
    'You take Denar 7',
    'Bo takes Denar 7',
    'You steal Denar 7',
    'Bo steals Denar 7',
  ]);
  choose({ language: 'de' });
  expect([took(0), took(1), steals(0), steals(1)].map((what) => sentence({ what }, mine))).toEqual([
    'Du nimmst Denar 7',
    'Bo nimmt Denar 7',
    'Du stiehlst Denar 7',
    'Bo stiehlt Denar 7',
  ]);
  // Several people at one screen all keep their names.
  expect(sentence({ what: took(0) }, namesOf([{ name: 'Ann' }, { name: 'Bo' }], [0, 1]))).toBe('Ann nimmt Denar 7');
});

it('names a seat after whoever sits there', () => {
  expect(refText({ type: 'seat', seat: 1 })).toBe('Seat 2');
  seated(['Ann', 'Bo']);
  expect(refText({ type: 'seat', seat: 1 })).toBe('Bo');
  seated([]);
});
