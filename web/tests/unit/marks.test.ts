// Cells of the palace two questions point at have one mark.

import { expect, it } from 'vitest';
import { onePerCell, type Mark } from '../../src/game/marks';

const mark = (x: number, y: number, text: string, on = false): Mark => ({
  at: [x, y],
  legal: true,
  text,
  notes: on ? ['✓'] : [],
  on,
});

it('keeps one mark of a cell, the first, in the order they came', () => {
  const marks = onePerCell([mark(1, 0, 'a gate'), mark(2, 0, 'a gate'), mark(1, 0, 'a wall'), mark(0, 1, 'a wall')]);
  expect(marks.map(({ at, text }) => [at, text])).toEqual([
    [[1, 0], 'a gate'],
    [[2, 0], 'a gate'],
    [[0, 1], 'a wall'],
  ]);
});

it('shows a cell as chosen whichever question it stands in', () => {
  const [only, ...others] = onePerCell([mark(1, 0, 'a gate'), mark(1, 0, 'a wall', true)]);
  expect(only).toMatchObject({ text: 'a gate', on: true, notes: ['✓'] });
  expect(others).toEqual([]);
});
