// What a camera reads from the code is the text that went in. The decoder is somebody else's.

import decodeQR from 'qr/decode.js';
import { expect, it } from 'vitest';
import { qr, qrPath } from '../../src/art/qr';

/** The code as a camera would see it: four pixels a module, a white border. */
function photo(grid: boolean[][]): { width: number; height: number; data: Uint8Array } {
  const side = (grid.length + 8) * 4;
  const data = new Uint8Array(side * side * 4).fill(255);
  grid.forEach((row, y) =>
    row.forEach((dark, x) => {
      if (!dark) return;
      for (let dy = 0; dy < 4; dy++)
        for (let dx = 0; dx < 4; dx++)
          data.fill(
            0,
            (((y + 4) * 4 + dy) * side + (x + 4) * 4 + dx) * 4,
            (((y + 4) * 4 + dy) * side + (x + 4) * 4 + dx) * 4 + 3,
          );
    }),
  );
  return { width: side, height: side, data };
}

const TEXTS = [
  'http://127.0.0.1:8080/t/ABCDEFGH',
  'https://games.example.org/alhambra/t/K7Q2MPXW',
  'https://spiele.example.org/größe/t/K7Q2MPXW#wD9f3kLmN0pQrStUvWxYz1234567890abcdEFGHIJKL',
  ...[1, 14, 26, 42, 62, 84, 106, 122, 152, 180, 213].map((length) => 'alhambra/'.repeat(30).slice(0, length)),
];

it.each(TEXTS)('%s', (text) => {
  const grid = qr(text);
  expect(grid).not.toBeNull();
  expect(decodeQR(photo(grid!))).toBe(text);
});

it('has no code for a text that does not fit', () => {
  expect(qr('x'.repeat(214))).toBeNull();
  expect(qrPath('x'.repeat(5000))).toBeNull();
});
