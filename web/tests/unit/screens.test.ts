// Ready-made choices of modules, and the last page of a conversation.

import { cleanup, render, screen } from '@testing-library/svelte';
import { afterEach, expect, it, vi } from 'vitest';
import { api } from '../../src/net/api';
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
