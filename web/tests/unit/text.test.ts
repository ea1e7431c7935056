// The table as text has all an evening needs: who is here, votes, clocks, windows; and it agrees with the drawn one about
// what is said and what is not.

import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { tick } from 'svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { what, why } from '../../src/game/status';
import type { Table } from '../../src/net/table.svelte';
import type { GameSnapshot, NextScoring, View } from '../../src/protocol';
import { choose } from '../../src/settings.svelte';
import { stage } from '../../src/story/stage.svelte';
import Story from '../../src/story/Story.svelte';
import TextTable from '../../src/story/TextTable.svelte';
import { decision, option, player, seated, table } from './seated.svelte';

beforeEach(() => {
  choose({ language: 'en', ending: 'ask', text: true });
  HTMLDialogElement.prototype.showModal ??= function (this: HTMLDialogElement) {
    this.setAttribute('open', '');
  };
});
afterEach(() => {
  cleanup();
  stage.close();
  choose({ language: 'en', text: false });
});

/** A whole view, as the text reads all of it. */
const whole = (more: Partial<View> = {}): Partial<View> => ({
  viewer: 0,
  players: [0, 1].map((seat) => player(seat, { counts: [0, 0, 0, 0, 0, 0] } as never)),
  dirk: null,
  scorings: 0,
  ...more,
});
type ScoreLine = GameSnapshot['scores'][number];
const nothing = decision([option(7, 'pass', [], { passes: true })], { kind: 'special_move' });
const window: Partial<GameSnapshot> = { window: { length: 6000, age: 0, seats: [0, 1] } as never };

describe('the table as text', () => {
  it('passes where nothing is the only answer, in a window that stays open for its time', async () => {
    const at = table(nothing, whole(), { ...window });
    render(TextTable, { table: at });
    await tick();
    expect(at.choose).toHaveBeenCalledWith(0, 7, undefined);
    expect(document.querySelector('.countdown'), 'and shows how long that is').not.toBeNull();
    cleanup();
    const alone = table(nothing, whole());
    render(TextTable, { table: alone });
    await tick();
    expect(alone.choose, 'elsewhere that would tell what one has').not.toHaveBeenCalled();
  });
  it('offers an answer before the question, and gives it', async () => {
    const asks = decision([option(1, 'module', [], { act: 'a.b' }), option(2, 'pass', [], { passes: true })], {
      kind: 'special_move',
    });
    const at = { ...table(asks, whole()), id: 'PRESET' } as Table;
    render(TextTable, { table: at });
    await fireEvent.click(screen.getByRole('radio', { name: 'always pass', hidden: true }));
    cleanup();
    const next = { ...table(asks, whole(), { step: 2 }), id: 'PRESET' } as Table;
    render(TextTable, { table: next });
    await tick();
    expect(next.choose).toHaveBeenCalledWith(0, 2, undefined);
  });
  it('has one’s seat back from a bot, votes, who is away and whose time runs', async () => {
    const at = table(null, whole({ asked: { seats: [1], kind: 'main_action', module: null } } as never), {
      clock: { left: [60_000, 60_000], running: [1], age: 0 } as never,
    });
    at.info!.seats[0]!.stand_in = 'easy';
    at.info!.seats[1]!.here = false;
    Object.assign(at, { away: { 1: 1 } });
    at.info!.proposals = [{ number: 3, by: 1, what: { type: 'take_back', action: 1 }, agreed: [1] } as never];
    render(TextTable, { table: at });
    await fireEvent.click(screen.getByRole('button', { name: 'Take my seat back' }));
    expect(at.ask).toHaveBeenCalledWith({ type: 'return', seat: 0 });
    await fireEvent.click(screen.getByRole('button', { name: 'Agree' }));
    expect(at.ask).toHaveBeenCalledWith({ type: 'vote', seat: 0, number: 3, agree: true });
    expect(screen.getAllByRole('timer', { name: /Bo/ }).length).toBeGreaterThan(0);
    expect(document.body.textContent).toMatch(/away/);
  });
  it('does no sums where none were agreed', () => {
    const next = {
      round: 1,
      majorities: ['pavilion', 'seraglio', 'arcades', 'chambers', 'garden', 'tower'].map((building) => ({
        building,
        places: [4],
        standing: [[1, 1, 4], null],
      })),
      walls: [3, 0],
      modules: [],
    } as unknown as NextScoring;
    const at = (aids: string): Table => {
      const one = table(null, whole(), { next_scoring: next });
      Object.assign(one.info!.options, { aids });
      return one;
    };
    render(TextTable, { table: at('assisted') });
    expect(document.querySelector('.matrix tfoot')).not.toBeNull();
    cleanup();
    render(TextTable, { table: at('table') });
    expect(document.querySelector('.matrix tfoot')).toBeNull();
    expect(document.querySelector('.matrix')!.textContent).not.toContain('+');
  });
});

it('whoever agreed on no sums is not told that a turn makes them poorer, nor of majorities', () => {
  const next = (points: number): NextScoring =>
    ({ round: 1, majorities: [], walls: [points, 0], modules: [] }) as never;
  const end = decision([option(9, 'end_turn')], { kind: 'confirm_turn' });
  const lays = option(1, 'place', [], {
    effects: [{ type: 'majority', building: 'tower', from: 0, to: 1, sharing: 1 }],
  });
  const told = (aids: string): [string, string[]] => {
    const at = (points: number, asked = decision([option(0, 'take')]), step = 1): Table => {
      const one = table(asked, {}, { next_scoring: next(points), step });
      Object.assign(one.info!.options, { aids });
      return one;
    };
    const { play, now } = seated(at(8));
    play.arrived();
    now(at(3, end, 2));
    return [why(play), play.majorities(lays)];
  };
  expect(told('assisted')).toEqual([expect.stringMatching(/5/), ['Tower: place 1']]);
  expect(told('table')).toEqual(['', []]);
});

it('says who has won: Dirk, one, or several', () => {
  const said = (winners: number[]): string => what(seated(table(null, { winners })).play);
  expect(said([])).toBe('The game is over. Dirk won.');
  expect(said([0, 1])).toBe('The game is over. Ann and Bo won.');
  choose({ language: 'de' });
  expect(said([])).toBe('Das Spiel ist aus. Dirk hat gewonnen.');
  expect(said([1])).toBe('Das Spiel ist aus. Bo hat gewonnen.');
  expect(said([0, 1])).toBe('Das Spiel ist aus. Ann und Bo haben gewonnen.');
  choose({ language: 'en' });
  const over = table(null, whole({ winners: [] }));
  over.info!.phase = 'over';
  render(TextTable, { table: over });
  expect(document.querySelector('.status')!.textContent).toContain('Dirk won.');
});

it('a scoring that is taken back while its rows are told leaves nothing behind', async () => {
  const line = { round: 1, to: { seat: 0 }, points: 4, source: 'wall' } as unknown as ScoreLine;
  const at = (scores: ScoreLine[], step: number): Table =>
    table(null, whole({ scorings: scores.length }), { scores, step });
  const shown = render(Story, { table: at([line], 1), me: 0 });
  stage.present(1);
  await tick();
  expect(document.querySelector('dialog')).not.toBeNull();
  expect(stage.telling).toBe(1);
  await shown.rerender({ table: at([], 2), me: 0 });
  await tick();
  expect(document.querySelector('dialog')).toBeNull();
  expect([stage.scoring, stage.telling]).toEqual([null, null]);
  // The second is taken back: the first was held.
  await shown.rerender({ table: at([line, { ...line, round: 2 }], 3), me: 0 });
  stage.present(2);
  await tick();
  await shown.rerender({ table: at([line], 4), me: 0 });
  await tick();
  expect(stage.telling).toBeNull();
  vi.clearAllMocks();
});
