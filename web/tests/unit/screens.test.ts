// Ready-made choices of modules, and the last page of a conversation.

import { cleanup, render, screen } from '@testing-library/svelte';
import { afterEach, expect, it, vi } from 'vitest';
import { keepTold } from '../../src/game/draft';
import { api, Refused } from '../../src/net/api';
import { keptSeats } from '../../src/settings.svelte';
import * as looks from '../../src/net/glance';
import Farewell from '../../src/screens/Farewell.svelte';
import Games from '../../src/screens/Games.svelte';
import { PRESETS, fits, pool, preset } from '../../src/screens/presets';
import type { ModuleCard, Touch } from '../../src/protocol';
import { table as there } from './seated.svelte';

afterEach(cleanup);

const card = (module: string, weight: number, touches: Touch[], min_players = 2, max_players = 6): ModuleCard => ({
  module,
  number: 1,
  title: module,
  stage: 'beta',
  min_players,
  max_players,
  summary: '',
  weight,
  touches,
  options: [],
  language: 'en',
  look: '',
});
const cards = [
  card('gems', 1, ['money']),
  card('towers', 3, ['palace', 'walls']),
  card('thieves', 2, ['money', 'others_turns']),
  card('crowd', 4, ['auction'], 4, 6),
];

it('makes presets from what the cards say', () => {
  expect(preset('classic', cards, 3)).toEqual({});
  expect(Object.keys(preset('peaceful', cards, 3))).toEqual(['gems', 'towers']);
});

it('never offers a module to too few or too many', () => {
  expect(fits(cards[3]!, 3)).toBe(false);
  for (const name of PRESETS) expect(Object.keys(preset(name, cards, 3))).not.toContain('crowd');
  expect(Object.keys(preset('everything', cards, 4))).toContain('crowd');
});

it('draws only what is light enough, allowed and not there yet', () => {
  const drawn = pool(cards, 4, 3, { gems: {} }, new Set(['towers']));
  expect(drawn.map((one) => one.module)).toEqual(['thieves']);
});

it('says farewell with a reason and a way on', () => {
  render(Farewell, {
    refusal: { code: 'malformed', text: 'this server speaks protocol 2, not 1; reload the page', refs: [] },
  });
  expect(screen.getByRole('heading').textContent).toBe('This page is older than the server.');
  expect(screen.getByRole('button', { name: 'Reload' })).toBeTruthy();
  cleanup();
  render(Farewell, { refusal: { code: 'not_found', text: 'there is no such table', refs: [] } });
  expect(screen.queryByRole('button', { name: 'Reload' })).toBeNull();
  expect(screen.getByRole('button', { name: 'To the start' })).toBeTruthy();
});

it('a table that was closed before its end is no finished game, and one that was given up is', async () => {
  const bare = there(null).info!;
  const info = (more: object) => ({ ...bare, phase: 'closed', conceded_to: null, ...more });
  const tables: Record<string, object> = {
    STOPPED: info({}),
    GIVENUP: info({ conceded_to: 1 }),
    OVER: info({ phase: 'over' }),
  };
  localStorage.setItem(
    'alhambra.seats',
    JSON.stringify(Object.keys(tables).map((table) => ({ table, token: 't', name: table, at: 1, seats: [0] }))),
  );
  vi.spyOn(api, 'table').mockImplementation((table) => Promise.resolve(tables[table] as never));
  // Nothing more can be seen of them: the link is good for nothing any more.
  vi.spyOn(looks, 'glance').mockResolvedValue(null);
  render(Games);
  const names = (part: string) => [...document.querySelectorAll(`${part} .card`)].map((card) => card.textContent);
  await vi.waitFor(() => expect(names('.history')).toHaveLength(2));
  expect(names('.history').join()).toMatch(/GIVENUP.*OVER/s);
  expect(names('.continue').join()).toMatch(/STOPPED/);
  vi.restoreAllMocks();
  localStorage.clear();
});

const RESULT = [
  { seat: 1, name: 'Bo', points: 91, won: true },
  { seat: 0, name: 'Ann', points: 73, won: false },
];

/** The first page with these tables kept, and what the server says of them. */
function home(kept: Record<string, object>, said: (table: string) => Promise<unknown>, seen: unknown = null): void {
  const all = Object.entries(kept).map(([table, more]) => ({
    table,
    token: 't',
    name: table,
    at: 1,
    seats: [0],
    ...more,
  }));
  localStorage.setItem('alhambra.seats', JSON.stringify(all));
  vi.spyOn(api, 'table').mockImplementation((table) => said(table) as never);
  vi.spyOn(looks, 'glance').mockResolvedValue(seen as never);
  render(Games);
}
const shown = (part: string): string[] =>
  [...document.querySelectorAll(`${part} .card`)].map((card) => card.textContent.replace(/\s+/g, ' '));
const refused = (code: string) => Promise.reject(new Refused({ code, rule: 'x', text: 'x', refs: [] } as never));

it('a table that is no longer there does not go on, and keeps its last known result', async () => {
  home({ GONE: {}, LATER: { result: RESULT }, SILENT: {} }, (table) =>
    refused(table === 'SILENT' ? 'unavailable' : 'not_found'),
  );
  await vi.waitFor(() => expect(shown('.history')).toHaveLength(2));
  expect(shown('.history')[0]).toMatch(/GONE.*No longer there/);
  expect(shown('.history')[1]).toMatch(/LATER.*No longer there.*Bo 91.*Ann 73/);
  expect(document.querySelectorAll('.history a, .history button:not(.icon)'), 'nothing leads there').toHaveLength(0);
  // Whoever does not answer may do so later.
  expect(shown('.continue')).toEqual([expect.stringMatching(/SILENT.*Does not answer now/)]);
  vi.restoreAllMocks();
  localStorage.clear();
});

it('keeps the result of a game that is over, and tells it only where its last scoring was told', async () => {
  const one = there(null, { winners: [1] });
  const view = {
    ...one.game!.view,
    players: [
      { ...one.game!.view.players[0], score: 73 },
      { ...one.game!.view.players[1], score: 91 },
    ],
  };
  const said = () => Promise.resolve({ ...one.info!, phase: 'over', conceded_to: null });
  home({ OVER: {} }, said, { info: { ...one.info!, phase: 'over', conceded_to: null }, view });
  await vi.waitFor(() => expect(shown('.history').join()).toContain('The result is waiting'));
  expect(shown('.history').join()).not.toMatch(/91|73|★/);
  expect(keptSeats()[0]!.result).toEqual(RESULT);
  cleanup();
  keepTold('OVER');
  render(Games);
  await vi.waitFor(() => expect(shown('.history').join()).toMatch(/Bo 91 ?★/));
  vi.restoreAllMocks();
  localStorage.clear();
});

it('shows the newest games, and all of them to whoever asks', async () => {
  const many = Object.fromEntries(Array.from({ length: 15 }, (_, i) => [`T${i}`, {}]));
  home(many, () => Promise.resolve({ ...there(null).info!, conceded_to: null }));
  await vi.waitFor(() => expect(shown('.continue')).toHaveLength(6));
  screen.getByRole('button', { name: 'Show all 15 games' }).click();
  await vi.waitFor(() => expect(shown('.continue')).toHaveLength(15));
  expect(screen.queryByRole('button', { name: /Show all/ })).toBeNull();
  vi.restoreAllMocks();
  localStorage.clear();
});

it('whoever comes back to the first page finds how the games stand now', async () => {
  localStorage.setItem(
    'alhambra.seats',
    JSON.stringify([{ table: 'HERE', token: 't', name: 'Sunday', at: 1, seats: [0] }]),
  );
  const one = there(null);
  const asked = (seat: number) => ({ info: one.info!, view: { ...one.game!.view, asked: { seats: [seat] } } });
  vi.spyOn(api, 'table').mockResolvedValue(one.info!);
  const look = vi.spyOn(looks, 'glance').mockResolvedValue(asked(1) as never);
  const visible = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible');
  render(Games);
  const card = () => document.querySelector('.continue .game')!;
  await vi.waitFor(() => expect(card().textContent).toContain('Bo'));
  expect(card().classList.contains('now')).toBe(false);
  look.mockResolvedValue(asked(0) as never);
  visible.mockReturnValue('hidden');
  document.dispatchEvent(new Event('visibilitychange'));
  visible.mockReturnValue('visible');
  const before = look.mock.calls.length;
  expect(before, 'a page nobody sees asks nothing').toBe(1);
  document.dispatchEvent(new Event('visibilitychange'));
  await vi.waitFor(() => expect(card().classList.contains('now'), 'my turn by now').toBe(true));
  // Who went to another page asks no more.
  cleanup();
  document.dispatchEvent(new Event('visibilitychange'));
  expect(look.mock.calls).toHaveLength(2);
  vi.restoreAllMocks();
  localStorage.clear();
});
