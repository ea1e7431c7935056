// Boards of modules: every one is drawn from its folder, and a module nobody has heard of as well.

import { render } from '@testing-library/svelte';
import { describe, expect, it } from 'vitest';
import { sprite } from '../../src/art/sprite';
import Board from '../../src/game/boards/Board.svelte';
import { badge, groups, pinned, rows } from '../../src/game/boards/items';
import { onMarket, standing } from '../../src/game/pins';
import type { Play } from '../../src/game/play.svelte';
import { learn, look, sign } from '../../src/looks.svelte';
import type { Board as Declared, ModuleView, OptionView, Shown, View } from '../../src/protocol';
import { choose } from '../../src/settings.svelte';
import { FOLDERS } from './folders';
import board from '../../../xtask/templates/module/board.json.tmpl?raw';
import signs from '../../../xtask/templates/module/signs.svg.tmpl?raw';

const play = (choices: OptionView[] = []): Play =>
  ({
    choices,
    names: ['Ann', 'Bo'],
    offers: () => [],
    busy: false,
    selected: null,
    me: 0,
    tile: (piece: number) => ({ piece, building: 'tower', price: 7, walls: 'N' }),
  }) as unknown as Play;

/** A value of every sort. */
const SORTS: Shown[] = [
  { type: 'words', is: ['yes'] },
  { type: 'number', is: 3 },
  { type: 'numbers', is: [1, 2] },
  { type: 'seats', is: [1] },
  { type: 'by_seat', is: [4, 5] },
  { type: 'words_by_seat', is: [[0, ['yes']]] },
  { type: 'cards', is: ['denar-7'] },
  { type: 'cards_by_seat', is: [[1, ['denar-7']]] },
  { type: 'marked', is: [['denar-7', 'tower']] },
  { type: 'marked_by_seat', is: [[0, [['denar-7', 'tower']]]] },
  { type: 'currencies', is: ['denar'] },
  { type: 'ascending', is: ['tower', 'garden'] },
  { type: 'tiles', is: [7] },
  { type: 'buildings', is: ['tower'] },
  { type: 'buildings_by_seat', is: [[0, ['tower']]] },
  { type: 'tiles_by_seat', is: [[0, [7]]] },
  { type: 'cell_by_seat', is: [[0, [1, 0]]] },
  { type: 'counter', is: { n: 2, of: 8 } },
  {
    type: 'slots',
    is: [
      {
        seat: 0,
        side: null,
        cells: [
          { holds: { type: 'building', building: 'tower' }, wants: null },
          { holds: null, wants: { type: 'building', building: 'garden' } },
        ],
        worth: 4,
      },
    ],
  },
  {
    type: 'tracks',
    is: [
      {
        seat: null,
        of: { type: 'currency', currency: 'denar' },
        stops: [0, 1, 3],
        at: [[1, 2]],
        cap: 2,
        branches: [[1, { type: 'currency', currency: 'ducat' }]],
      },
    ],
  },
  { type: 'pile', is: { n: 9, top: { type: 'piece', piece: 7 } } },
  { type: 'pins', is: [{ on: { type: 'space', space: 1 }, sign: 'sign', seat: 0, building: null, n: 3, side: null }] },
];

describe('a module nobody has heard of', () => {
  const view: ModuleView = { module: 'toy-fair', shows: SORTS.map((shown, i) => ({ name: `thing_${i}`, shown })) };
  it('is drawn without a board, whatever it shows', () => {
    const { container } = render(Board, { play: play(), module: view });
    for (const text of ['thing 1', '2', 'of 8', '9']) expect(container.textContent).toContain(text);
    expect(container.textContent).not.toMatch(/undefined|null|object/);
    expect(container.querySelectorAll('.item')).toHaveLength(SORTS.length - 3);
  });
  it('is drawn in any shape its board asks for', () => {
    for (const as of ['counter', 'words', 'cards', 'tiles', 'slots', 'track', 'pile'] as const) {
      learn('toy-fair', {
        words: {},
        sentences: {},
        signs: '',
        board: { rows: SORTS.map((_, i) => [{ as, key: `thing_${i}` }]) },
      });
      const { container, unmount } = render(Board, { play: play(), module: view });
      expect(container.textContent, as).not.toMatch(/undefined|null|object/);
      unmount();
    }
  });
  it('looks as the folder of a new module says, with its action where the board offers it', () => {
    const fill = (text: string) => text.replaceAll('{{slug}}', 'toy-fair').replaceAll('{{number}}', '43');
    const declared = JSON.parse(fill(board)) as Declared;
    declared.rows.push([
      { as: 'cards', key: 'wares', act: 'buy' },
      { as: 'counter', key: 'stalls', sign: 'sign' },
    ]);
    learn('toy-fair', {
      words: { 'shown.wares': 'wares', 'shown.stalls': 'stalls', 'act.buy': 'buy {a}', 'card.toy': 'Wooden horse' },
      sentences: {},
      signs: fill(signs),
      board: declared,
    });
    const module: ModuleView = {
      module: 'toy-fair',
      shows: [
        { name: 'wares', shown: { type: 'cards', is: ['toy', 'denar-7'] } },
        { name: 'stalls', shown: { type: 'number', is: 5 } },
      ],
    };
    const buy: OptionView = {
      id: 0,
      key: 'module',
      act: 'toy-fair.buy',
      refs: [{ type: 'cards', cards: ['toy'] }],
      effects: [],
    };
    const { container } = render(Board, { play: play([buy]), module });
    expect(container.querySelector('button')?.getAttribute('aria-label')).toBe('buy Wooden horse');
    expect(container.querySelectorAll('button')).toHaveLength(1);
    expect(container.querySelector('use[href="#toy-fair-sign"]')).not.toBeNull();
    expect(container.textContent).toContain('stalls');
  });
  it('has pins with its own sign, where they stand', () => {
    const at = (x: number) => ({
      at: [x, 0] as [number, number],
      tile: { piece: 6 + x, building: 'tower' as const, price: 7, walls: '' },
    });
    const table = { players: [{ seat: 0, palace: [at(0), at(1)] }], modules: [view] } as unknown as View;
    learn('toy-fair', {
      words: {},
      sentences: {},
      board: null,
      signs: '<symbol id="toy-fair-sign" viewBox="0 0 1 1"></symbol>',
    });
    expect(standing(table, 0).map(({ picture, on, building }) => [picture, on, building])).toEqual([
      ['toy-fair-sign', { type: 'cell', at: [1, 0] }, 'tower'],
      ['toy-fair-sign', { type: 'cell', at: [1, 0] }, null],
    ]);
    expect(onMarket(table).map(({ on, n }) => [on, n])).toEqual([[{ type: 'space', space: 1 }, 3]]);
  });
});

describe.each(Object.keys(FOLDERS))('%s', (module) => {
  const here = look(module, 'en');
  it('draws only with pictures that are there', () => {
    const ids = new Set([...`${sprite}${here.signs}`.matchAll(/ id="([^"]+)"/g)].map((match) => match[1]!));
    const used = [...here.signs.matchAll(/(?:href="#|url\(#)([^")]+)/g)].map((match) => match[1]!);
    expect(used.filter((id) => !ids.has(id))).toEqual([]);
    expect(
      here.signs,
      'what belongs to a player or a building is the only thing that is coloured from outside',
    ).not.toMatch(/var\(--(f|k|kp|cc|d|dp|h)\b/);
  });
  it('has a sign of its own', () => expect(sign(module, 'sign')).toBe(`${module}-sign`));
  it('draws everything its board names', () => {
    const named = (here.board?.rows ?? []).flat();
    const view: ModuleView = {
      module,
      shows: named.flatMap((item) =>
        (item.keys ?? [item.key!]).map((name) => ({ name, shown: { type: 'words', is: ['yes'] } as Shown })),
      ),
    };
    const { container } = render(Board, { play: play(), module: view });
    expect(container.textContent).not.toMatch(/undefined|null|\bshown\b/);
    expect(rows(view).flat().length + pinned(view).length).toBe(named.length);
    expect(badge({ module, shows: [{ name: here.board?.badge ?? '', shown: { type: 'number', is: 4 } }] }, 0)).toBe(
      here.board?.badge ? 4 : null,
    );
  });
});

/** What `cargo xtask soak --module` has played with a module that was made a minute ago. */
const PLAYED = import.meta.glob<View>('./played-*.json', { eager: true, import: 'default' });
it.each(Object.entries(PLAYED))('draws what was played in %s', (_, view) => {
  expect(view.modules.length).toBeGreaterThan(0);
  for (const module of view.modules) {
    const { words, board: own } = look(module.module, 'en');
    const names = view.players.map(({ seat }) => `Player ${seat + 1}`);
    const { container } = render(Board, { play: { ...play(), names } as Play, module });
    expect(container.textContent).not.toMatch(/undefined|null|object/);
    const drawn = (own?.rows ?? []).flat().map((item) => item.key!);
    expect(drawn.length).toBeGreaterThan(0);
    for (const { name } of module.shows.filter(({ name }) => drawn.includes(name)))
      expect(container.textContent, name).toContain(words[`shown.${name}`]);
    // Its cards are drawn and named as its folder says.
    for (const card of module.shows.flatMap(({ shown }) => (shown.type === 'cards' ? shown.is : [])))
      expect(container.innerHTML, card).toContain(words[`card.${card}`]);
  }
});

it('speaks of every sort of thing in groups', () => {
  choose({ language: 'en' });
  for (const shown of SORTS) expect(groups('toy-fair', shown).length, shown.type).toBeGreaterThan(0);
});
