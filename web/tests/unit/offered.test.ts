// What is offered does something: options of a new table, what the menu of a table has in it, once each.

import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { tick } from 'svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { box } from '../../src/catalogue.svelte';
import Rivals from '../../src/game/Rivals.svelte';
import { api } from '../../src/net/api';
import type { Catalogue, SeatInfo, Touch } from '../../src/protocol';
import NewTable from '../../src/screens/NewTable.svelte';
import TableMenu from '../../src/screens/TableMenu.svelte';
import { choose } from '../../src/settings.svelte';
import Log from '../../src/story/Log.svelte';
import { namesOf, sentence } from '../../src/story/sentences';
import { player, seated, table } from './seated.svelte';

const card = (module: string, touches: Touch[]) => ({
  module,
  number: 1,
  title: module,
  stage: 'beta',
  min_players: 2,
  max_players: 6,
  summary: '',
  weight: 1,
  touches,
  options: [],
  look: '',
});
const catalogue = {
  modules: [card('gems', ['money']), card('night', ['others_turns'])],
  bots: [{ level: 'easy' }, { level: 'medium' }],
  editions: ['classic'],
  house_rules: [],
  pieces: [],
  rules: [],
} as unknown as Catalogue;

beforeEach(() => {
  choose({ language: 'en' });
  HTMLDialogElement.prototype.showModal ??= function () {
    this.open = true;
  };
  HTMLDialogElement.prototype.close ??= function () {
    this.open = false;
  };
  vi.spyOn(api, 'catalogue').mockResolvedValue(catalogue);
  vi.spyOn(api, 'setup').mockResolvedValue({ refusal: null, refusals: [], code: 'CODE', setup: null } as never);
  box.catalogue = catalogue;
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  box.catalogue = null;
  localStorage.clear();
});

describe('a new table', () => {
  /** What stands under a label, found by its words: a page of this size is slow to be asked for roles. */
  const under = (words: string) =>
    [...document.querySelectorAll('label')].find((label) => label.textContent.trim().startsWith(words));
  const seat = (n: number) => under(`Seat ${n}`)!.querySelector('select')!;
  const sits = (n: number, who: string) => fireEvent.change(seat(n), { target: { value: who } });
  it('asks how long windows are open only where a module asks others, and two people have a screen each', async () => {
    render(NewTable);
    await tick();
    const windows = () => under('Windows between turns') !== undefined;
    const module = (name: string) =>
      fireEvent.click(
        [...document.querySelectorAll('button[aria-pressed="false"]')].find((one) => one.textContent.includes(name))!,
      );
    expect(windows(), 'no module').toBe(false);
    await module('gems');
    expect(windows(), 'a module of one’s own turn').toBe(false);
    await module('night');
    expect(windows(), 'me and whoever comes').toBe(true);
    await sits(2, 'bot:easy');
    expect(windows(), 'alone against bots').toBe(false);
    await sits(2, 'me');
    expect(windows(), 'two of us at one screen').toBe(false);
    await sits(3, 'open');
    expect(windows(), 'whoever shares a screen sees what the other holds').toBe(false);
    await sits(2, 'open');
    await fireEvent.change(under('Pace')!.querySelector('select')!, { target: { value: 'by_turns' } });
    expect(windows(), 'nobody waits for anybody').toBe(false);
  });
  it('asks about those who come only where somebody can come', async () => {
    render(NewTable);
    await tick();
    const boxes = () =>
      [...document.querySelectorAll('input[type=checkbox]')].map((box) => box.closest('label')!.textContent.trim());
    const before = boxes();
    await sits(2, 'bot:easy');
    const after = boxes();
    expect(before.filter((one) => !after.includes(one))).toHaveLength(2);
    await sits(3, 'open');
    expect(boxes()).toEqual(before);
  });
});

describe('the menu of a table', () => {
  const at = (seats: number[], more: Partial<SeatInfo>, modules: string[], undo = 'ask') => {
    const one = table(null);
    one.info!.seats = one.info!.seats.map((place) => ({ ...place, ...more }));
    one.info!.options = { ...one.info!.options, undo } as never;
    one.info!.setup = { modules: Object.fromEntries(modules.map((module) => [module, {}])) } as never;
    one.you = { seats, viewing: seats[0]!, host: false };
    return one;
  };
  async function opened(one: ReturnType<typeof at>): Promise<void> {
    cleanup();
    render(TableMenu, { table: one });
    await fireEvent.click(screen.getByRole('button', { name: 'Menu' }));
  }
  const asks = () => screen.queryAllByText('Ask to take back the last action');
  const passes = () => screen.queryAllByLabelText(/Pass in windows between turns/);
  it('asks once, for whoever looks, where several share a screen with others', async () => {
    const three = at([0, 1], { hot_seat: true }, ['night']);
    three.info!.seats.push({ ...three.info!.seats[0]!, seat: 2, name: 'Cy', hot_seat: false });
    three.you = { ...three.you, viewing: 1 };
    await opened(three);
    expect(asks()).toHaveLength(1);
    await fireEvent.click(asks()[0]!);
    expect(three.ask).toHaveBeenCalledWith({ type: 'propose', seat: 1, what: { type: 'take_back', action: 1 } });
    await opened(three);
    expect(passes(), 'no window closes by itself there').toHaveLength(0);
  });
  it('offers to pass in windows only where there are any', async () => {
    await opened(at([0], {}, ['night']));
    expect(passes()).toHaveLength(1);
    await opened(at([0], {}, ['gems']));
    expect(passes(), 'no module asks others').toHaveLength(0);
    await opened(at([0, 1], { hot_seat: true }, ['night']));
    expect(passes(), 'two seats of one screen').toHaveLength(0);
  });
  it('leaves a seat to a bot with one word: the server stands the bot in', async () => {
    const mine = at([0], {}, []);
    mine.you = { ...mine.you, host: true };
    await opened(mine);
    await fireEvent.click(screen.getByRole('button', { name: 'Leave the game to a bot' }));
    await fireEvent.click(screen.getByRole('button', { name: 'Yes, I leave' }));
    await tick();
    expect(vi.mocked(mine.ask).mock.calls.map(([request]) => request)).toEqual([{ type: 'leave', seat: 0 }]);
  });
});

it.each([2, 4, 5, 6])('everybody at a table of %i has a small palace beside their points, and their time', (n) => {
  const one = table(null, { players: Array.from({ length: n }, (_, seat) => player(seat)) }, {
    clock: { running: [1], left: Array.from({ length: n }, () => 60_000), age: 0 },
  } as never);
  one.info!.seats = Array.from({ length: n }, (_, seat) => ({ ...one.info!.seats[0]!, seat, name: `P${seat}` }));
  render(Rivals, { play: seated(one).play });
  expect(document.querySelectorAll('.rivals .thumb svg'), 'but for the one in the middle').toHaveLength(n - 1);
  expect(screen.getAllByRole('timer')).toHaveLength(n);
});

describe('the log', () => {
  it('says why earlier turns do not come', async () => {
    const one = table(null);
    one.log = [{ action: 70, events: [{ what: { type: 'took_money', seat: 0, cards: ['denar-1'] } }] }];
    one.ask = vi.fn(() => Promise.reject({ code: 'unavailable', rule: 'here', text: 'cut off', refs: [] })) as never;
    render(Log, { table: one, names: namesOf(one.info!.seats, [0]) });
    await fireEvent.click(screen.getByRole('button', { name: 'Earlier turns' }));
    expect((await screen.findByRole('alert')).textContent).toBe('cut off');
    expect((screen.getByRole('button', { name: 'Earlier turns' }) as HTMLButtonElement).disabled).toBe(false);
  });
  it.each([
    ['en', 'You score +5 (Garden)', 'Bo scores +5 (Garden)'],
    ['de', 'Du bekommst +5 (Garten)', 'Bo bekommt +5 (Garten)'],
  ] as const)('tells points as a sentence: %s', (language, you, bo) => {
    choose({ language });
    const names = namesOf(table(null).info!.seats, [0]);
    const said = (seat: number) =>
      sentence(
        {
          what: {
            type: 'scored',
            line: { round: 1, to: { seat }, points: 5, source: { majority: 'garden' }, cells: [], args: [] },
          },
        } as never,
        names,
      );
    expect([said(0), said(1)]).toEqual([you, bo]);
  });
});
