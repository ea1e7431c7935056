// The end of a game: tables that add up from the start to one final score, every palace, and a picture that ranks everybody.

import { cleanup, render, screen, within } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { box } from '../../src/catalogue.svelte';
import type { Catalogue, PlayerView, ScoreLineView, View } from '../../src/protocol';
import { choose } from '../../src/settings.svelte';
import End from '../../src/story/End.svelte';
import { drawn } from '../../src/story/picture';
import Points from '../../src/story/Points.svelte';
import { asText } from '../../src/story/result';
import { partsOf, ranking, rowsOf } from '../../src/story/rounds';
import Scoring from '../../src/story/Scoring.svelte';
import { namesOf } from '../../src/story/sentences';
import { player, table } from './seated.svelte';

beforeEach(() => {
  choose({ language: 'en' });
  HTMLDialogElement.prototype.showModal ??= function (this: HTMLDialogElement) {
    this.setAttribute('open', '');
  };
  HTMLDialogElement.prototype.close ??= () => undefined;
  box.catalogue = {
    editions: ['classic', 'red-palace'],
    modules: [],
    rules: [],
    terms: [
      { edition: 'classic', title: 'Classic', start_score: 0, own_rules: [] },
      { edition: 'red-palace', title: 'The Red Palace', start_score: 5, own_rules: ['placement'] },
    ],
  } as unknown as Catalogue;
});
afterEach(() => {
  cleanup();
  box.catalogue = null;
});

const line = (to: number | 'dirk', round: number, source: ScoreLineView['source'], points: number): ScoreLineView => ({
  to: to === 'dirk' ? to : { seat: to },
  round,
  source,
  reason: 'score.x',
  args: [],
  points,
  cells: [],
  rank: null,
});
const lines = [
  line(0, 1, 'wall', 4),
  line(1, 1, { module: 'camps' }, -2),
  line('dirk', 2, { majority: 'tower' }, 7),
  line(0, 2, { majority: 'garden' }, 9),
  line(1, 3, 'wall', 1),
  line(0, 3, { module: 'camps' }, -6),
];
/** A game of the edition in which everybody begins with so many points. */
const played = (modules: string[], start: number): View =>
  ({
    ...table(null).game!.view,
    modules: modules.map((module) => ({ module, shows: [] })),
    players: [player(0, { score: start + 7 }), player(1, { score: start - 1 })],
    dirk: { score: 7, tiles: [] },
    winners: [0],
  }) as unknown as View;
const names = namesOf([{ name: 'Ann' }, { name: 'Bo' }]);
const placed = (view: View) =>
  ranking(
    [...view.players.map((one) => ({ key: String(one.seat), score: one.score })), { key: 'dirk', score: 7 }],
    ['0'],
  );
const number = (text: string): number => (text === '·' ? 0 : Number(text.replace('−', '-')));
const numbers = (row: Element): number[] => [...row.querySelectorAll('td')].map((cell) => number(cell.textContent));

for (const [modules, start] of [
  [['red-palace'], 5],
  [[], 0],
] as const)
  it(`both tables add up from ${start} to the same final scores`, () => {
    const view = played([...modules], start);
    const places = placed(view);
    render(Points, { view, places, lines, names, onscores: () => undefined });
    for (const caption of ['Points by scoring', 'Points by source']) {
      const body = within(screen.getByText(caption).closest('table')!);
      const [foot, ...rows] = body.getAllByRole('row').slice(1).reverse();
      expect(numbers(foot!), caption).toEqual(places.map(({ score }) => score));
      const sums = rows.map(numbers).reduce((sum, row) => sum.map((n, i) => n + row[i]!));
      expect(sums, `${caption} add up`).toEqual(places.map(({ score }) => score));
      expect(body.queryByText('At the start') !== null, 'only where there is something').toBe(start > 0);
    }
    // What is copied says the same: two tables, with the same last line.
    const [first, second] = asText(view, places, lines, names)
      .split('\n\n')
      .map((part) => part.split('\n').map((row) => row.split('\t')));
    for (const [, ...rows] of [first!, second!]) {
      const sums = rows.slice(0, -1).map((row) => row.slice(1).map(number));
      expect(sums.reduce((sum, row) => sum.map((n, i) => n + row[i]!))).toEqual(places.map(({ score }) => score));
      expect(rows.at(-1)!.slice(1).map(number)).toEqual(places.map(({ score }) => score));
    }
  });

it('a bar begins with what everybody had and ends at the final score, losses included', () => {
  const parts = partsOf(rowsOf(lines), '0', 5);
  expect(parts.map(({ key, from, points }) => [key, from, points])).toEqual([
    ['start', 0, 5],
    ['garden', 5, 9],
    ['wall', 14, 4],
    ['camps', 12, -6],
  ]);
  const view = played(['red-palace'], 5);
  render(Points, { view, places: placed(view), lines, names, onscores: () => undefined });
  const bar = document.querySelector('.line svg[preserveAspectRatio=none]')!;
  expect([...bar.querySelectorAll('rect')].map((part) => Math.round(Number(part.getAttribute('width'))))).toEqual(
    [5, 9, 4, 6].map((n) => Math.round((200 * n) / 18)),
  );
  expect(bar.querySelectorAll('.lost')).toHaveLength(1);
});

it('a scoring says what everybody had before it, what the edition gave them included', () => {
  const view = played(['red-palace'], 5);
  render(Scoring, { lines, view, names, start: 1, finished: true, onclose: () => undefined });
  const sums = [...document.querySelectorAll('.sum')].map(numbers);
  expect(sums).toEqual([[5, 5, 0], [4, -2, 0].map((n) => n), [9, 3, 0]]);
});

const six = ['Ann', 'Bo', 'Cleo', 'Dan', 'Eve', 'Maximiliane of Andalusia'];
const crowd = () => {
  const view = {
    ...table(null).game!.view,
    players: six.map((_, seat) => player(seat, { score: 10 * (6 - seat) })),
    winners: [0],
  } as unknown as View;
  const at = table(null);
  Object.assign(at.info!, { rematch: null });
  return { at, view };
};

it('all six palaces are there, and each can be looked at', async () => {
  const { at, view } = crowd();
  const many = namesOf(six.map((name) => ({ name })));
  render(End, { table: at, view, lines: [], names: many, onscores: vi.fn(), onclose: vi.fn() });
  const strip = [...document.querySelectorAll<HTMLButtonElement>('.strip button')];
  expect(strip.map((one) => one.getAttribute('aria-label'))).toEqual(six.map((name) => `Palace of ${name}`));
  expect(strip.every((one) => one.querySelector('svg'))).toBe(true);
  strip[4]!.click();
  await vi.waitFor(() => expect(document.querySelector('.whose')!.textContent).toBe('Palace of Eve'));
});

it('the picture to share ranks everybody, in lines that fit', () => {
  const palace = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  palace.setAttribute('viewBox', '0 0 100 100');
  const { view } = crowd();
  const places = ranking(
    view.players.map((one: PlayerView) => ({ key: String(one.seat), score: one.score })),
    ['0'],
  );
  const svg = drawn(palace, {
    name: 'Ann',
    points: '60',
    about: '9 buildings · wall 8',
    game: 'Alhambra',
    ranking: places.map(({ key, place, score }) => ({
      place,
      name: six[Number(key)]!,
      points: String(score),
      rug: '#fff',
      shown: key === '0',
    })),
  });
  const page = new DOMParser().parseFromString(svg, 'image/svg+xml');
  expect(page.querySelector('parsererror')).toBeNull();
  const said = [...page.querySelectorAll('text')].map((text) => [text.textContent, Number(text.getAttribute('y'))]);
  for (const [i, name] of ['Ann', 'Bo', 'Cleo', 'Dan', 'Eve', 'Maximiliane of…'].entries()) {
    const y = said.filter(([text]) => text === name).at(-1)?.[1];
    expect(y, name).toBe(330 + 36 * i);
    expect(said, 'its points stand in its line').toContainEqual([String(10 * (6 - i)), y]);
  }
  expect(Math.max(...said.map(([, y]) => Number(y))), 'everything is inside').toBeLessThan(630);
});
