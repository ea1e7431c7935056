// What a stall says of its tile, and what stands beside it: told apart whatever modules put there, and never on a wall. What
// the majorities say of everybody, in columns.

import { cleanup, render, within } from '@testing-library/svelte';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import Stall from '../../src/art/Stall.svelte';
import type { NextScoring } from '../../src/protocol';
import { choose } from '../../src/settings.svelte';
import Matrix from '../../src/story/Matrix.svelte';
import { namesOf } from '../../src/story/sentences';
import { player, table } from './seated.svelte';

beforeEach(() => choose({ language: 'en' }));
afterEach(cleanup);

const tile = { piece: 3, building: 'garden' as const, price: 11, walls: 'NESW' };
const pin = (i: number) => ({ picture: `sign-${i}`, seat: i, building: null, n: i });
type Box = { what: string; left: number; top: number; right: number; bottom: number };

/** A stall with so many things of modules on its counter. */
function stall(state: 'exact' | 'can' | 'far', note: string, pins = 0): SVGSVGElement {
  cleanup();
  render(Stall, { currency: 'ducat', tile, state, note, pins: Array.from({ length: pins }, (_, i) => pin(i)) });
  return document.querySelector<SVGSVGElement>('svg.stall')!;
}

/** Where a shape lies on the stall: what all its groups move and shrink. */
function box(shape: Element, what: string, size?: [number, number, number, number]): Box {
  let [x, y, width, height] =
    size ??
    (['x', 'y', 'width', 'height'].map((name) => Number(shape.getAttribute(name))) as [number, number, number, number]);
  for (let node: Element | null = shape; node && !node.matches('svg.stall'); node = node.parentElement) {
    const how = node.getAttribute('transform') ?? '';
    const [dx = 0, dy = 0] = (/translate\(([^)]+)\)/.exec(how)?.[1] ?? '').split(/[ ,]+/).map(Number);
    const scale = Number(/scale\(([\d.]+)\)/.exec(how)?.[1] ?? 1);
    [x, y, width, height] = [dx + x * scale, dy + y * scale, width * scale, height * scale];
  }
  return { what, left: x, top: y, right: x + width, bottom: y + height };
}
const touch = (a: Box, b: Box): boolean => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

describe('a stall', () => {
  it('tells exact, so much too much and unaffordable apart by more than colour, with modules and without', () => {
    for (const pins of [0, 1, 4]) {
      const plates = (['exact', 'can', 'far'] as const).map((state) => {
        const drawn = stall(state, state === 'can' ? '+2' : '', pins);
        const plate = drawn.querySelector('.plate')!;
        return {
          state: ['exact', 'can', 'far'].filter((one) => drawn.classList.contains(one)),
          tick: plate.querySelectorAll('path').length,
          more: plate.querySelector('.more')?.textContent ?? '',
          price: plate.querySelector('.num')!.textContent,
        };
      });
      expect(plates).toEqual([
        { state: ['exact'], tick: 1, more: '', price: '11' },
        { state: ['can'], tick: 0, more: '+2', price: '11' },
        { state: ['far'], tick: 0, more: '', price: '11' },
      ]);
    }
  });
  it.each([0, 1, 2, 3, 4, 6])(
    'with %i things of modules covers no wall, and nothing lies on the price or on another',
    (pins) => {
      const drawn = stall('can', '+2', pins);
      const walls = [...drawn.querySelectorAll('use[href="#w-h"], use[href="#w-v"]')].map((wall) => box(wall, 'wall'));
      expect(walls, 'a tile with all its walls').toHaveLength(4);
      const badges = [
        box(drawn.querySelector('.plate rect')!, 'price'),
        ...[...drawn.querySelectorAll(':scope > g:not(.ware, .plate)')].map((one, i) =>
          box(one, `pin ${i}`, [0, 0, 100, 100]),
        ),
      ];
      expect(badges).toHaveLength(1 + pins);
      const on = badges.flatMap((badge, i) =>
        [...walls, ...badges.slice(i + 1)]
          .filter((other) => touch(badge, other))
          .map((other) => `${badge.what} on ${other.what}`),
      );
      expect(on).toEqual([]);
      const [x, y, width, height] = drawn.getAttribute('viewBox')!.split(' ').map(Number) as [
        number,
        number,
        number,
        number,
      ];
      for (const { what, left, top, right, bottom } of badges)
        expect(left >= x && top >= y && right <= x + width && bottom <= y + height, `${what} is whole`).toBe(true);
    },
  );
});

it('the majorities say how many, which place and what it brings, each where one looks for it', () => {
  const counts = [4, 2, 6, 0].map((n) => [n, 0, 0, 0, 0, 0]);
  const one = table(null, {
    players: counts.map((own, seat) => player(seat, { counts: own } as never)),
    viewer: 0,
  } as never);
  one.info!.seats = counts.map((_, seat) => ({ ...one.info!.seats[0]!, seat, name: 'ABCD'[seat]! }));
  const nobody = { places: [0, 0, 0], standing: counts.map(() => null) };
  const next = {
    round: 3,
    window: null,
    walls: [0, 0, 0, 0],
    modules: [],
    majorities: [
      { places: [16, 8, 1], standing: [[2, 1, 8], [3, 1, 1], [1, 1, 16], null] },
      ...Array.from({ length: 5 }, () => nobody),
    ],
  } as unknown as NextScoring;
  render(Matrix, { view: one.game!.view, next, names: namesOf(one.info!.seats, [0]) });
  const row = document.querySelector<HTMLElement>('.matrix tbody tr')!;
  const cells = [...row.querySelectorAll<HTMLElement>('td .cell')];
  const read = cells.map((cell) => {
    const count = cell.querySelector('.count')!;
    return [
      count.textContent.trim(),
      count.querySelector('.medal use')?.getAttribute('href') ?? '',
      cell.querySelector('small')!.textContent,
    ];
  });
  expect(read).toEqual([
    ['2', '#medal-2', '+8'],
    ['1', '#medal-3', '+1'],
    ['3', '#medal-1', '+16'],
    ['·', '', ''],
  ]);
  expect(within(row).getByText(/3, .*1.*16/), 'and in words').toBeTruthy();
});
