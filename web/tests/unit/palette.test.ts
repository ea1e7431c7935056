// Every set of colours is told apart by every kind of eye: CIEDE2000 of at least 18 between any two, for normal
// vision and under full protanopia, deuteranopia and tritanopia (Machado, Oliveira and Fernandes 2009).

import { describe, expect, it } from 'vitest';
import { BUILDINGS, CURRENCIES, PLAYERS } from '../../src/art/palette';
import { EYES, type Triple } from '../eyes';

function linear(hex: string): Triple {
  return [1, 3, 5].map((i) => {
    const c = parseInt(hex.slice(i, i + 2), 16) / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  }) as Triple;
}

function seen(hex: string, eye: [Triple, Triple, Triple]): Triple {
  const rgb = linear(hex);
  return eye.map((row) => Math.min(1, Math.max(0, row[0] * rgb[0] + row[1] * rgb[1] + row[2] * rgb[2]))) as Triple;
}

function lab([r, g, b]: Triple): Triple {
  const xyz = [
    (0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047,
    0.2126729 * r + 0.7151522 * g + 0.072175 * b,
    (0.0193339 * r + 0.119192 * g + 0.9503041 * b) / 1.08883,
  ].map((t) => (t > 216 / 24389 ? Math.cbrt(t) : (24389 / 27) * t * (1 / 116) + 16 / 116)) as Triple;
  return [116 * xyz[1] - 16, 500 * (xyz[0] - xyz[1]), 200 * (xyz[1] - xyz[2])];
}

/** CIEDE2000 (Sharma, Wu and Dalal 2005). */
export function difference([l1, a1, b1]: Triple, [l2, a2, b2]: Triple): number {
  const rad = Math.PI / 180;
  const c7 = ((Math.hypot(a1, b1) + Math.hypot(a2, b2)) / 2) ** 7;
  const g = 0.5 * (1 - Math.sqrt(c7 / (c7 + 25 ** 7)));
  const [p1, p2] = [(1 + g) * a1, (1 + g) * a2];
  const [c1, c2] = [Math.hypot(p1, b1), Math.hypot(p2, b2)];
  const hue = (a: number, b: number) => (a === 0 && b === 0 ? 0 : (Math.atan2(b, a) / rad + 360) % 360);
  const [h1, h2] = [hue(p1, b1), hue(p2, b2)];
  const grey = c1 * c2 === 0;
  let dh = grey ? 0 : h2 - h1;
  if (dh > 180) dh -= 360;
  if (dh < -180) dh += 360;
  const [dl, dc] = [l2 - l1, c2 - c1];
  const big = 2 * Math.sqrt(c1 * c2) * Math.sin((dh / 2) * rad);
  const [lm, cm] = [(l1 + l2) / 2, (c1 + c2) / 2];
  const hm = grey ? h1 + h2 : Math.abs(h1 - h2) <= 180 ? (h1 + h2) / 2 : (h1 + h2 + (h1 + h2 < 360 ? 360 : -360)) / 2;
  const t =
    1 -
    0.17 * Math.cos((hm - 30) * rad) +
    0.24 * Math.cos(2 * hm * rad) +
    0.32 * Math.cos((3 * hm + 6) * rad) -
    0.2 * Math.cos((4 * hm - 63) * rad);
  const sl = 1 + (0.015 * (lm - 50) ** 2) / Math.sqrt(20 + (lm - 50) ** 2);
  const [sc, sh] = [1 + 0.045 * cm, 1 + 0.015 * cm * t];
  const cm7 = cm ** 7;
  const rt = -2 * Math.sqrt(cm7 / (cm7 + 25 ** 7)) * Math.sin(60 * Math.exp(-(((hm - 275) / 25) ** 2)) * rad);
  return Math.sqrt((dl / sl) ** 2 + (dc / sc) ** 2 + (big / sh) ** 2 + rt * (dc / sc) * (big / sh));
}

it('measures as published', () => {
  // Pairs 1, 7 and 17 of the supplementary test data of Sharma, Wu and Dalal.
  expect(difference([50, 2.6772, -79.7751], [50, 0, -82.7485])).toBeCloseTo(2.0425, 4);
  expect(difference([50, 0, 0], [50, -1, 2])).toBeCloseTo(2.3669, 4);
  expect(difference([50, 2.5, 0], [73, 25, -18])).toBeCloseTo(27.1492, 4);
});

const SETS = { buildings: Object.values(BUILDINGS), currencies: Object.values(CURRENCIES), players: PLAYERS };

describe.each(Object.entries(SETS))('%s', (_, paints) => {
  it.each(Object.entries(EYES))('are apart for %s eyes', (_eye, matrix) => {
    const labs = paints.map((paint) => lab(seen(paint.fill, matrix)));
    for (let i = 0; i < labs.length; i++) {
      for (let j = i + 1; j < labs.length; j++) {
        expect(difference(labs[i]!, labs[j]!), `${paints[i]!.fill} and ${paints[j]!.fill}`).toBeGreaterThanOrEqual(18);
      }
    }
  });

  it('carry readable ink', () => {
    const light = (hex: string) => {
      const [r, g, b] = linear(hex);
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    for (const { fill, ink } of paints) {
      const [a, b] = [light(fill), light(ink)].sort((x, y) => y - x) as [number, number];
      expect((a + 0.05) / (b + 0.05), fill).toBeGreaterThanOrEqual(4.5);
    }
  });
});
