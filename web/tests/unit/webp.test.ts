// The moving picture of the documentation: its container, chunk by chunk.

import { expect, it } from 'vitest';
import { animation } from '../pictures/webp';

/** A still picture of so many pixels, as far as its container goes. */
function still(wide: number, high: number, mark: number): Buffer {
  const drawn = Buffer.from([0, 0, 0, 0x9d, 0x01, 0x2a, wide & 255, wide >> 8, high & 255, high >> 8, mark]);
  const head = Buffer.alloc(20);
  head.write('RIFF', 0, 'latin1');
  head.writeUInt32LE(12 + drawn.length + 1, 4);
  head.write('WEBPVP8 ', 8, 'latin1');
  head.writeUInt32LE(drawn.length, 16);
  return Buffer.concat([head, drawn, Buffer.alloc(1)]);
}

it('is one file with every frame that differs from the one before', () => {
  const frames = [1, 1, 2].map((mark) => ({ milliseconds: 100, webp: still(845, 528, mark) }));
  const file = animation(frames);
  expect(file.toString('latin1', 0, 4)).toBe('RIFF');
  expect(file.readUInt32LE(4), 'its length').toBe(file.length - 8);
  expect(file.toString('latin1', 8, 16)).toBe('WEBPVP8X');
  expect(file.readUInt8(20) & 2, 'it moves').toBe(2);
  expect([file.readUIntLE(24, 3) + 1, file.readUIntLE(27, 3) + 1]).toEqual([845, 528]);
  const text = file.toString('latin1');
  expect(text.split('ANMF').length - 1).toBe(2);
  const first = text.indexOf('ANMF') + 8;
  expect(file.readUIntLE(first + 12, 3), 'twice the same is twice as long').toBe(200);
});

it('refuses what is no WebP, and nothing at all', () => {
  expect(() => animation([{ milliseconds: 1, webp: Buffer.from('GIF89a, and much more') }])).toThrow('no WebP');
  expect(() => animation([])).toThrow('at least one frame');
});
