// What lies around the palace: who is at the table, the chat, hints, the menu, names that are read aloud.

import { fireEvent, render, screen } from '@testing-library/svelte';
import { tick } from 'svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { copy } from '../../src/copy';
import Chat from '../../src/game/Chat.svelte';
import Company from '../../src/game/Company.svelte';
import Market from '../../src/game/Market.svelte';
import Rivals from '../../src/game/Rivals.svelte';
import type { Table } from '../../src/net/table.svelte';
import type { Request, SeatInfo } from '../../src/protocol';
import Agreed from '../../src/screens/Agreed.svelte';
import Invite from '../../src/screens/Invite.svelte';
import TableMenu from '../../src/screens/TableMenu.svelte';
import { choose } from '../../src/settings.svelte';
import Hint from '../../src/story/Hint.svelte';
import { stage } from '../../src/story/stage.svelte';
import { namesOf } from '../../src/story/sentences';
import { initial } from '../../src/words/index.svelte';
import { decision, option, piece, seated, table } from './seated.svelte';

beforeEach(() => {
  choose({ language: 'en' });
  HTMLDialogElement.prototype.showModal ??= function (this: HTMLDialogElement) {
    this.setAttribute('open', '');
  };
});
HTMLDialogElement.prototype.close ??= function (this: HTMLDialogElement) {
  this.removeAttribute('open');
};
afterEach(() => {
  vi.useRealTimers();
  document.body.innerHTML = '';
});

/** The table with other things said of its seats. */
function besides(at: Table, seats: Partial<SeatInfo>[], you = at.you): Table {
  const info = { ...at.info!, seats: at.info!.seats.map((seat, i) => ({ ...seat, ...seats[i] })) };
  return Object.assign(at, { info, you });
}

describe('who is at the table', () => {
  it('a bot in somebody’s seat is news for a while, and does not cover the palace for ever', async () => {
    vi.useFakeTimers();
    const { play } = seated(besides(table(null), [{}, { stand_in: 'easy', resigned: true }]));
    render(Company, { play });
    await tick();
    expect(document.body.textContent).toContain('Bo has resigned');
    await vi.advanceTimersByTimeAsync(10_000);
    await tick();
    expect(document.querySelector('.company')).toBeNull();
  });
  it('my own seat stays within reach', async () => {
    vi.useFakeTimers();
    const { play } = seated(besides(table(null), [{ stand_in: 'easy' }]));
    render(Company, { play });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(screen.getByRole('button', { name: 'Take my seat back' })).toBeTruthy();
  });
});

describe('the chat', () => {
  it('keeps what is typed while a line is on its way, and brings back what was not heard', async () => {
    let [heard, lost] = [() => {}, (_: unknown) => {}];
    const at = table(null);
    at.ask = vi.fn(() => new Promise((resolve, reject) => ([heard, lost] = [resolve as () => void, reject]))) as never;
    render(Chat, { play: seated(at).play });
    const field = screen.getByRole<HTMLInputElement>('textbox');
    const write = (value: string) => fireEvent.input(field, { target: { value } });
    const send = () => fireEvent.click(screen.getByRole('button', { name: 'Send' }));
    await write('hello');
    await send();
    await write('and more');
    heard();
    await tick();
    expect(field.value).toBe('and more');
    await send();
    await write('next');
    lost({ code: 'unavailable', text: 'x', refs: [] });
    await vi.waitFor(() => expect(field.value).toBe('and more next'));
  });
});

describe('a hint', () => {
  const option0 = option(0, 'take', [{ type: 'cards', cards: ['denar-3'] }]);
  const advised = (share: number) => ({
    type: 'hint',
    hint: { step: 1, reasons: [], advised: [{ option: 0, what: option0, share, games: 9 }] },
  });
  for (const [language, glance, thought] of [
    ['en', 'This is only a first glance: the bot thinks on …', 'The bot has thought about it.'],
    ['de', 'Das ist nur der erste Blick: Der Bot denkt weiter …', 'Der Bot hat darüber nachgedacht.'],
  ] as const)
    it(`says that it is a first glance, and thinks on by itself (${language})`, async () => {
      choose({ language });
      const at = table(decision([option0]));
      const asked: Request[] = [];
      let answer = (_: unknown): void => {};
      at.ask = vi.fn((request: Request) => {
        asked.push(request);
        return new Promise((resolve) => (answer = resolve));
      }) as never;
      render(Hint, { table: at, names: namesOf(at.info!.seats, [0]), onclose: () => {} });
      answer(advised(400));
      await vi.waitFor(() => expect(document.body.textContent).toContain(glance));
      expect(asked.map((request) => 'patient' in request && request.patient)).toEqual([false, true]);
      answer(advised(600));
      await vi.waitFor(() => expect(document.body.textContent).toContain(thought));
      expect(document.body.textContent).not.toContain(glance);
    });
  it('stays a glance where the bot has no time', async () => {
    const at = table(decision([option0]));
    at.ask = vi.fn((request: Request) =>
      'patient' in request && request.patient
        ? Promise.reject({ code: 'unavailable', text: 'x', refs: [] })
        : Promise.resolve(advised(400)),
    ) as never;
    render(Hint, { table: at, names: namesOf(at.info!.seats, [0]), onclose: () => {} });
    await vi.waitFor(() => expect(screen.getByRole('button', { name: 'Think longer' })).toBeTruthy());
    expect(document.body.textContent).toContain('This is only a first glance.');
    expect(screen.queryByRole('alert'), 'nobody asked for more').toBeNull();
    await fireEvent.click(screen.getByRole('button', { name: 'Think longer' }));
    await vi.waitFor(() => expect(document.body.textContent).toContain('no time to think longer'));
  });
});

describe('the menu of a screen that several people share', () => {
  const shared = () => besides(table(null), [], { seats: [0, 1], viewing: 1, host: false });
  it('resigns for whoever looks at it, not for the others', async () => {
    const at = shared();
    render(TableMenu, { table: at });
    await fireEvent.click(screen.getByRole('button', { name: 'Menu' }));
    await fireEvent.click(screen.getByRole('button', { name: 'Resign' }));
    await fireEvent.click(screen.getByRole('button', { name: 'Yes, I resign' }));
    expect(vi.mocked(at.ask).mock.calls).toEqual([[{ type: 'resign', seat: 1 }]]);
  });
  it('forgets a way out that was not taken when it closes', async () => {
    render(TableMenu, { table: shared() });
    await fireEvent.click(screen.getByRole('button', { name: 'Menu' }));
    await fireEvent.click(screen.getByRole('button', { name: 'Resign' }));
    await fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    await fireEvent.click(screen.getByRole('button', { name: 'Menu' }));
    expect(screen.queryByRole('button', { name: 'Yes, I resign' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Resign' })).toBeTruthy();
  });
});

it('what was agreed on stands where everybody at the table finds it', () => {
  const { info } = table(null);
  Object.assign(info!, {
    setup_code: 'ABC',
    options: { undo: 'free', aids: 'coach', spectators: 'hands', clock: { type: 'per_move', seconds: 180 } },
  });
  render(Agreed, { info: info! });
  const told = Object.fromEntries(
    [...document.querySelectorAll('dt')].map((what) => [what.textContent, what.nextElementSibling?.textContent]),
  );
  expect(told).toMatchObject({
    'Taking back': 'freely',
    Help: 'with a coach for newcomers',
    Spectators: 'also hands, by a link from the player',
  });
  expect(told['Clock']).toMatch(/3 minutes/);
});

it('points open their scoring', async () => {
  const at = table(null, {}, { scores: [{ round: 1, to: { seat: 0 }, points: 5, cells: [], args: [] }] as never });
  render(Rivals, { play: seated(at).play });
  expect(stage.scoring).toBeNull();
  await fireEvent.click(document.querySelector('.score')!);
  expect(stage.scoring).toEqual({ round: null, finished: true });
  stage.close();
});

describe('copying', () => {
  const clipboard = (value: unknown) => Object.defineProperty(navigator, 'clipboard', { value, configurable: true });
  const old = (works: boolean) => {
    const taken: string[] = [];
    document.execCommand = vi.fn(() => {
      taken.push((document.activeElement as HTMLTextAreaElement).value);
      return works;
    }) as never;
    return taken;
  };
  afterEach(() => clipboard(undefined));
  it('uses the clipboard where there is one', async () => {
    const writeText = vi.fn(() => Promise.resolve());
    clipboard({ writeText });
    expect(await copy('link')).toBe(true);
    expect(writeText).toHaveBeenCalledWith('link');
  });
  it('goes the old way without a secure connection, and leaves nothing behind', async () => {
    clipboard(undefined);
    const taken = old(true);
    expect(await copy('link')).toBe(true);
    expect(taken).toEqual(['link']);
    expect(document.querySelector('textarea')).toBeNull();
  });
  it('does not say it has copied what it has not', async () => {
    clipboard({ writeText: () => Promise.reject(new Error('no')) });
    old(false);
    expect(await copy('link')).toBe(false);
    render(Invite, { link: 'https://example.org/t/A', title: 'Come', qr: false });
    const button = screen.getByRole('button');
    await fireEvent.click(button);
    await tick();
    expect(button.textContent).toBe('Copy');
    const field = screen.getByRole<HTMLInputElement>('textbox');
    expect([field.selectionStart, field.selectionEnd], 'it is marked to be copied by hand').toEqual([0, 23]);
    old(true);
    await fireEvent.click(button);
    await vi.waitFor(() => expect(button.textContent).toBe('Copied'));
  });
});

describe('names', () => {
  it('a stall that can be chosen says so in words', () => {
    const tile = { piece: 7, building: 'tower', price: 9, walls: '' } as const;
    const asked = decision([option(1, 'module', [piece(7)], { act: 'x.y' })], { kind: 'module', module: 'x' });
    const at = table(asked, { market: [{ space: 0, currency: 'denar', tile }] as never });
    render(Market, { play: seated(at).play });
    const stall = document.querySelector('.space')!.getAttribute('aria-label');
    expect(stall).toContain('can be chosen');
    expect(stall).not.toContain('◆');
  });
  it('a building has its initials in the language of the page, and no two the same', () => {
    const all = ['pavilion', 'seraglio', 'arcades', 'chambers', 'garden', 'tower'] as const;
    expect(all.map(initial)).toEqual(['P', 'S', 'A', 'C', 'G', 'T']);
    choose({ language: 'de' });
    expect(all.map(initial)).toEqual(['P', 'S', 'A', 'Ge', 'Ga', 'T']);
  });
});
