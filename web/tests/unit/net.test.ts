// The table on its wire: what a page keeps, drops and says when the connection goes and comes again.

import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { deed, open, remember } from '../../src/game/draft';
import { refusalText } from '../../src/game/say';
import { glance } from '../../src/net/glance';
import { Table } from '../../src/net/table.svelte';
import type { EventBlock, Refusal } from '../../src/protocol';
import { choose } from '../../src/settings.svelte';
import { decision, option, table as there } from './seated.svelte';

/** A connection the test holds in its hand. */
class Line extends EventTarget {
  static all: Line[] = [];
  static readonly OPEN = 1;
  static get last(): Line {
    return Line.all.at(-1)!;
  }
  readyState = 0;
  sent: { id: number; request: Record<string, unknown> }[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  constructor() {
    super();
    Line.all.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }
  close(): void {
    this.readyState = 3;
    this.onclose?.();
  }
  opens(): void {
    this.readyState = 1;
    this.onopen?.();
  }
  hears(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  get hello(): Record<string, unknown> {
    return this.sent[0]!.request;
  }
}

const block = (action: number, money: string): EventBlock => ({
  action,
  events: [{ what: { type: 'took_money', seat: 0, cards: [money] } }],
});
const { info, you } = there(null);
const snapshot = (game: { step: number; action: number }, more: object = {}): object => ({
  type: 'snapshot',
  id: 1,
  seq: 1,
  table: info,
  you,
  chat: [],
  missed: [],
  game: { ...there(decision([option(0, 'take')])).game, ...game },
  ...more,
});
const update = (step: number, action: number, undone: number, money?: string): object => ({
  type: 'update',
  seq: step,
  step,
  action,
  undone,
  by: 0,
  events: money ? block(action, money).events : [],
  change: {},
  decision: null,
  undo: { steps: 3, key: null, why: null },
});
/** What the log says, action by action. */
const log = (table: Table): string[] =>
  table.log.map(({ action, events }) => `${action} ${(events[0]!.what as { cards: string[] }).cards[0]}`);

let table: Table;
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', Line);
  Line.all = [];
  sessionStorage.clear();
});
afterEach(() => {
  table?.close();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  choose({ language: 'en' });
});

/** A page that has followed the game to its second action, cut off, and connected again. */
function cutOff(): void {
  table = new Table('TABLE', 'token');
  Line.last.opens();
  Line.last.hears(snapshot({ step: 5, action: 0 }));
  Line.last.hears(update(6, 1, 0, 'denar-1'));
  Line.last.hears(update(7, 2, 0, 'denar-2'));
  expect(log(table)).toEqual(['1 denar-1', '2 denar-2']);
  Line.last.close();
  vi.advanceTimersByTime(5000);
  Line.last.opens();
}

it('says how far it has followed, and drops what was taken back meanwhile', () => {
  cutOff();
  expect(Line.last.hello).toMatchObject({ type: 'hello', after: 2, step: 7, eyes: 0 });
  Line.last.hears(
    snapshot({ step: 10, action: 3 }, { taken_back_to: 1, missed: [block(2, 'dirham-9'), block(3, 'x')] }),
  );
  expect(log(table), 'the second action is another one now').toEqual(['1 denar-1', '2 dirham-9', '3 x']);
});

it('keeps its log where nothing was taken back', () => {
  cutOff();
  Line.last.hears(snapshot({ step: 8, action: 3 }, { missed: [block(3, 'ducat-3')] }));
  expect(log(table)).toEqual(['1 denar-1', '2 denar-2', '3 ducat-3']);
});

it('knows deeds that were taken back elsewhere as undone, also after a reload', () => {
  const mine = { ...deed(2, option(0, 'take')), era: 0 };
  cutOff();
  Line.last.hears(snapshot({ step: 10, action: 2 }, { taken_back_to: 1, missed: [block(2, 'dirham-9')] }));
  const game = { action: 2, undo: { steps: 2 } };
  expect(open([mine], game, table.cuts)).toEqual([]);
  expect(open([{ ...mine, era: table.era }], game, table.cuts), 'what is done from now on counts').toHaveLength(1);
  table.close();
  // A new page with the memory of the old one.
  remember('TABLE', { deeds: [mine], undone: [], seen: { step: 7, eyes: 0, era: 4 } });
  table = new Table('TABLE', 'token');
  Line.last.opens();
  expect(Line.last.hello).toMatchObject({ step: 7, eyes: 0 });
  expect(Line.last.hello, 'it has no log to go on with').not.toHaveProperty('after');
  Line.last.hears(snapshot({ step: 10, action: 2 }, { taken_back_to: 1 }));
  expect(open([{ ...mine, era: 4 }], game, table.cuts)).toEqual([]);
});

it('has done anew what was taken back and done in one go', () => {
  table = new Table('TABLE', 'token');
  Line.last.opens();
  Line.last.hears(snapshot({ step: 5, action: 0 }));
  for (const n of [1, 2, 3]) Line.last.hears(update(5 + n, n, 0, `denar-${n}`));
  Line.last.hears(update(9, 2, 2, 'ducat-2'));
  expect(log(table), 'the second was taken back with the third').toEqual(['1 denar-1', '2 ducat-2']);
});

it('asks how things stand when the game went on without it', () => {
  table = new Table('TABLE', 'token');
  Line.last.opens();
  Line.last.hears(snapshot({ step: 5, action: 2 }));
  const first = Line.last;
  first.hears(snapshot({ step: 9, action: 2 }, { id: null }));
  vi.advanceTimersByTime(5000);
  expect(Line.last, 'a new hello').not.toBe(first);
  Line.last.opens();
  expect(Line.last.hello).toMatchObject({ after: 2, step: 5 });
});

it('comes again when it was told to, once, however the wire closes after that', () => {
  table = new Table('TABLE', 'token');
  Line.last.opens();
  Line.last.hears(snapshot({ step: 5, action: 2 }));
  const [first, before] = [Line.last, Line.all.length];
  const bye = { type: 'bye', refusal: { code: 'unavailable', rule: 'restarts', text: '', refs: [] }, retry: 3000 };
  first.hears(bye);
  first.close();
  expect(table.link).toBe('lost');
  vi.advanceTimersByTime(2900);
  expect(Line.all, 'not before the time it was told').toHaveLength(before);
  first.hears(snapshot({ step: 6, action: 2 }));
  expect([table.link, table.game!.step], 'an old wire says nothing any more').toEqual(['lost', 5]);
  vi.advanceTimersByTime(200);
  expect(Line.all).toHaveLength(before + 1);
  // It was one try: the next comes after the second shortest wait.
  Line.last.close();
  vi.advanceTimersByTime(450);
  expect(Line.all).toHaveLength(before + 1);
  vi.advanceTimersByTime(100);
  expect(Line.all).toHaveLength(before + 2);
});

it('does not say of a move that was cut off that it was not sent', async () => {
  choose({ language: 'de' });
  table = new Table('TABLE', 'token');
  const said = (ask: Promise<unknown>): Promise<string> => ask.then(String, (why: Refusal) => refusalText(why));
  const early = said(table.choose(0, 0));
  Line.last.opens();
  Line.last.hears(snapshot({ step: 5, action: 0 }));
  const late = said(table.choose(0, 0));
  Line.last.close();
  expect(await early).toMatch(/wurde nicht gesendet/);
  expect(await late, 'it may count').not.toMatch(/nicht gesendet/);
  expect(await late).toMatch(/Verbindung/);
});

it('looks at its own table by its own link, and only looks', async () => {
  const looked = glance('TABLE', 'token');
  Line.last.opens();
  expect(Line.last.hello).toMatchObject({ type: 'hello', token: 'token', glance: true });
  Line.last.hears(snapshot({ step: 5, action: 2 }));
  expect((await looked)?.view?.players).toHaveLength(2);
});
