// Lists of things that look alike: two people who come back in one message, a line of the chat that comes twice, notes of the same
// words, a board that shows one thing in two ways. A list that told them apart by their looks would stop the whole page.

import { render } from '@testing-library/svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import Company from '../../src/game/Company.svelte';
import Hand from '../../src/game/Hand.svelte';
import Palace from '../../src/game/Palace.svelte';
import Board from '../../src/game/boards/Board.svelte';
import type { Play } from '../../src/game/play.svelte';
import { learn } from '../../src/looks.svelte';
import { Table } from '../../src/net/table.svelte';
import type { ChatLine, ModuleView, PlayerView, SeatInfo, ServerMessage, TableInfo } from '../../src/protocol';
import { sourceKey } from '../../src/story/rounds';
import ModuleFacts from '../../src/replay/ModuleFacts.svelte';
import { FOLDERS } from './folders';

/** A socket whose server is the test. */
class Socket extends EventTarget {
  static readonly OPEN = 1;
  static last: Socket;
  readyState = 1;
  onmessage: ((event: { data: string }) => void) | null = null;
  constructor() {
    super();
    Socket.last = this;
  }
  send(): void {}
  close(): void {}
}
function say(message: unknown): void {
  Socket.last.onmessage?.({ data: JSON.stringify(message satisfies unknown as ServerMessage) });
}
const seat = (n: number, here: boolean): SeatInfo =>
  ({ seat: n, name: `P${n}`, sitter: { type: 'person' }, here, stand_in: null, ready: true }) as SeatInfo;
const info = (...seats: SeatInfo[]): TableInfo =>
  ({ id: 'X', seats, proposals: [], phase: 'playing', options: { undo: 'turn' } }) as unknown as TableInfo;
const you = { seats: [0], viewing: 0, host: true };

describe('news of one moment', () => {
  let table: Table;
  beforeEach(() => {
    vi.stubGlobal('WebSocket', Socket);
    table = new Table('X');
  });
  afterEach(() => {
    table.close();
    vi.unstubAllGlobals();
  });
  it('of two people who come back at once are two', () => {
    say({ type: 'table', table: info(seat(0, true), seat(1, false), seat(2, false)), you });
    say({ type: 'table', table: info(seat(0, true), seat(1, true), seat(2, true)), you });
    const play = { table, game: { clock: null, action: 0 }, view: { winners: null }, names: ['A', 'B', 'C'] };
    const { container } = render(Company, { play: play as unknown as Play });
    expect(container.querySelectorAll('.news')).toHaveLength(2);
  });
  it('a line of the chat is said once, however often it comes', () => {
    const line = (seq: number): ChatLine =>
      ({ seq, voice: { type: 'table' }, text: 'Hello', at: 0 }) as unknown as ChatLine;
    for (const seq of [1, 2, 2, 3]) say({ type: 'chat', line: line(seq) });
    expect(table.chat.map(({ seq }) => seq)).toEqual([1, 2, 3]);
  });
});

it('notes of a cell may say the same twice', () => {
  const player = { seat: 0, palace: [], longest: [], reserve: [], bought: [] } as unknown as PlayerView;
  const mark = { at: [1, 0] as [number, number], legal: true, text: '', notes: ['+1', '+1'] };
  const { container } = render(Palace, { player, label: '', marks: [mark] });
  expect(container.querySelectorAll('.mark text')).toHaveLength(2);
});

it('cards of a hand lie in piles by what they are, not by what they are called', () => {
  const { container } = render(Hand, { cards: ['denar-3', 'dirham-3', 'ducat-3', 'florin-3', 'denar-3', 'toy'] });
  expect(container.querySelectorAll('.pile')).toHaveLength(5);
});

it('a board may show one thing in two ways, and a module two things of one name', () => {
  learn('toy-fair', {
    words: {},
    sentences: {},
    signs: '',
    board: {
      rows: [
        [
          { as: 'counter', key: 'stalls' },
          { as: 'pile', key: 'stalls' },
          { as: 'slots', keys: ['wares', 'wares'] },
        ],
      ],
    },
  });
  const wares = { name: 'wares', shown: { type: 'cards' as const, is: ['denar-3'] } };
  const module: ModuleView = {
    module: 'toy-fair',
    shows: [{ name: 'stalls', shown: { type: 'number', is: 3 } }, wares, wares],
  };
  const play = { choices: [], names: [], me: 0, offers: () => [] } as unknown as Play;
  const { container } = render(Board, { play, module });
  expect(container.querySelectorAll('.item')).toHaveLength(3);
  expect(() => render(ModuleFacts, { modules: [module] } as never)).not.toThrow();
});

it('no module is called like something else that brings points', () => {
  const others = ['wall', ...(['pavilion', 'seraglio', 'arcades', 'chambers', 'garden', 'tower'] as const)];
  expect(Object.keys(FOLDERS).filter((module) => others.includes(sourceKey({ module } as never)))).toEqual([]);
});
