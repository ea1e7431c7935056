// A seat at a table without a server: what it sees and is asked is the test's word.

import { vi } from 'vitest';
import { flushSync } from 'svelte';
import { flights } from '../../src/game/flights.svelte';
import { Play, resuming } from '../../src/game/play.svelte';
import type { Table } from '../../src/net/table.svelte';
import type { DecisionView, GameSnapshot, OptionView, PlayerView, Ref, View } from '../../src/protocol';

export const option = (id: number, key: string, refs: Ref[] = [], more: Partial<OptionView> = {}): OptionView => ({
  id,
  key,
  refs,
  effects: [],
  ...more,
});
export const decision = (options: OptionView[], more: Partial<DecisionView> = {}): DecisionView => ({
  seat: 0,
  kind: 'main_action',
  module: null,
  options,
  misfits: [],
  ...more,
});
export const piece = (piece: number): Ref => ({ type: 'piece', piece });
export const cell = (x: number, y: number): Ref => ({ type: 'cell', at: [x, y] });
export const cards = (...cards: string[]): Ref => ({ type: 'cards', cards });

export const player = (seat: number, more: Partial<PlayerView> = {}): PlayerView =>
  ({
    seat,
    palace: [{ at: [0, 0], tile: { piece: 0, building: null, price: 0, walls: '' } }],
    longest: [],
    bought: [],
    reserve: [],
    wall: 0,
    score: 0,
    hand_size: 0,
    ...more,
  }) as unknown as PlayerView;

/** A table of two with a decision for the first seat, or none. */
export function table(asked: DecisionView | null, view: Partial<View> = {}, more: Partial<GameSnapshot> = {}): Table {
  const game = {
    step: 1,
    action: 1,
    undo: { steps: 0, key: null, why: '' },
    scores: [],
    clock: null,
    next_scoring: null,
    decision: asked,
    view: {
      turn: 1,
      active: 0,
      actions_left: 1,
      players: [player(0), player(1)],
      market: [],
      display: [],
      hand: [],
      modules: [],
      winners: null,
      asked: asked ? { seats: [asked.seat], kind: asked.kind, module: asked.module } : null,
      scorings_due: 0,
      tower: 40,
      deck: 90,
      ...view,
    },
    ...more,
  } as unknown as GameSnapshot;
  const seats = ['Ann', 'Bo'].map((name, seat) => ({
    seat,
    name,
    sitter: { type: 'person' },
    here: true,
    stand_in: null,
    ready: true,
    passes: false,
  }));
  return {
    id: 'TABLE',
    info: {
      id: 'TABLE',
      name: '',
      phase: 'playing',
      seats,
      proposals: [],
      luck: { chosen: null, committed: [], revealed: [] },
      options: { spectators: 'none' },
      setup: { modules: {} },
    },
    you: { seats: [0], viewing: 0, host: false },
    game,
    chat: [],
    log: [],
    era: 0,
    cuts: [],
    fresh: [],
    away: {},
    presence: [],
    heard: 0,
    link: 'open',
    ask: vi.fn(() => Promise.resolve({ type: 'done' })),
    check: vi.fn(() => Promise.resolve({ refusal: null, effects: [], tally: null })),
    plan: vi.fn(() => Promise.resolve(null)),
    choose: vi.fn(() => Promise.resolve({ type: 'done' })),
    scoring: vi.fn(() => Promise.resolve(null)),
  } as unknown as Table;
}

/** Somebody at it. What changes at the table is handed in with `now`. */
export function seated(first: Table): { play: Play; now: (next: Table) => void } {
  let at = $state.raw(first);
  const play = new Play(() => at);
  return { play, now: (next) => ((at = next), play.arrived()) };
}

/** Somebody whose wire may be cut, until they go. */
export function wired(first: Table): { play: Play; now: (next: Table) => void; off: () => void } {
  let at = $state.raw(first);
  const play = new Play(() => at);
  const off = $effect.root(() => resuming(play, () => at));
  flushSync();
  return { play, now: (next) => ((at = next), flushSync()), off };
}

/** Flights over a table, until they are called off. */
export function watched(first: Table): { now: (next: Table) => void; off: () => void } {
  let at = $state.raw(first);
  const play = new Play(() => at);
  const off = $effect.root(() => flights(play, () => at));
  flushSync();
  return { now: (next) => ((at = next), flushSync()), off };
}
