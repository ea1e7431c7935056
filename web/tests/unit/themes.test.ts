// Every theme can be read: the pairs of colours words are set in have the contrast WCAG AA asks for, and no building is told
// from another by its colour alone.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { buildings } from '../../src/art/buildings';
import { medals } from '../../src/art/medals';
import { money, MONEY } from '../../src/art/money';

const css = readFileSync('src/themes.css', 'utf8');
/** The variables of a theme: those of the day, and what the theme changes. */
function theme(name: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const wanted of ['plaster', name]) {
    const block = new RegExp(`\\[data-theme='${wanted}'\\] \\{([^}]*)\\}`).exec(css)?.[1] ?? '';
    for (const [, key, value] of block.matchAll(/(--[\w-]+):\s*(#[0-9a-f]{6});/g)) found[key!] = value!;
  }
  return found;
}
/** What the gold button is painted with: as the theme says, or else the day. */
function go(name: string): string {
  const own = (wanted: string): string | undefined =>
    /--go:\s*([^;]+);/.exec(new RegExp(`\\[data-theme='${wanted}'\\] \\{([^}]*)\\}`).exec(css)?.[1] ?? '')?.[1];
  return own(name) ?? own('plaster') ?? '';
}
function light(hex: string): number {
  const [r, g, b] = [1, 3, 5]
    .map((i) => parseInt(hex.slice(i, i + 2), 16) / 255)
    .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
function contrast(a: string, b: string): number {
  const [high, low] = [light(a), light(b)].sort((x, y) => y - x) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

/** Words, and what they stand on. */
const PAIRS = [
  ['--text', '--panel'],
  ['--text', '--panel-2'],
  ['--text', '--page'],
  ['--muted', '--panel'],
  ['--muted', '--panel-2'],
  ['--bad', '--panel'],
  ['--good', '--panel'],
  ['--good-text', '--good'],
  ['--accent', '--panel'],
  ['--accent-text', '--accent'],
  ['--gold-ink', '--panel'],
  ['--cream', '--petrol'],
  ['--cream', '--petrol-2'],
  ['--cream-2', '--petrol'],
  ['--sand', '--petrol'],
  ['--cream', '--desk'],
  ['--plaque-ink', '--plaque'],
  ['--stall-text', '--stall-in'],
] as const;

describe.each(['plaster', 'night', 'contrast'])('in the theme %s', (name) => {
  const paint = theme(name);
  it.each(PAIRS)('%s can be read on %s', (words, ground) => {
    expect(contrast(paint[words]!, paint[ground]!), `${paint[words]} on ${paint[ground]}`).toBeGreaterThanOrEqual(4.5);
  });
  it('fields stand out from paper', () => {
    expect(contrast(paint['--field']!, paint['--panel']!)).toBeGreaterThanOrEqual(3);
  });
  it('the gold ring stands out from the head of the table and from the dark buttons it is drawn round', () => {
    for (const ground of ['--petrol', '--petrol-2'])
      expect(contrast(paint['--gold']!, paint[ground]!), ground).toBeGreaterThanOrEqual(3);
  });
  it('the gold button carries its words on every gold it runs through', () => {
    const golds = go(name).match(/#[0-9a-f]{6}/g) ?? [];
    expect(golds.length, 'there is gold').toBeGreaterThan(0);
    for (const gold of golds) expect(contrast(paint['--go-text']!, gold), gold).toBeGreaterThanOrEqual(4.5);
  });
});

describe('no colour alone', () => {
  const TYPES = ['pavilion', 'seraglio', 'arcades', 'chambers', 'garden', 'tower'];
  const symbol = (sprite: string, id: string): string =>
    new RegExp(`<symbol id="${id}".*?</symbol>`, 's').exec(sprite)?.[0] ?? '';
  it('every building has a court with a pattern of its own', () => {
    const patterns = TYPES.map((type) => /url\(#(f-\w+)\)/.exec(symbol(buildings, `t-${type}`))?.[1]);
    expect(new Set(patterns).size).toBe(TYPES.length);
    expect(patterns).not.toContain(undefined);
  });
  it('every building has a shape of its own', () => {
    const shapes = TYPES.map((type) =>
      [...symbol(buildings, `b-${type}`).matchAll(/ d="([^"]+)"/g)].map((found) => found[1]).join(),
    );
    expect(new Set(shapes).size).toBe(TYPES.length);
  });
  it('every medal has an outline of its own, and as many strokes as its place', () => {
    const all = [1, 2, 3].map((place) => symbol(medals, `medal-${place}`));
    expect(new Set(all.map((medal) => / d="([^"]+)"/.exec(medal)?.[1])).size).toBe(3);
    expect(all.map((medal) => medal.match(/fill="var\(--text\)"/g)?.length)).toEqual([1, 2, 3]);
    for (const name of ['plaster', 'night', 'contrast'])
      for (const ring of ['--silver', '--bronze'])
        expect(contrast(theme(name)[ring]!, theme(name)['--panel']!), `${ring} in ${name}`).toBeGreaterThanOrEqual(3);
  });
  it('every currency has a coin with an outline of its own, and a card and a stall that carry it', () => {
    const outlines = Object.values(MONEY).map((coin) => coin.shape(47));
    expect(new Set(outlines).size).toBe(4);
    for (const currency of Object.keys(MONEY)) {
      expect(symbol(money, `m-${currency}`)).toContain(`#m-${currency}-coin`);
      expect(symbol(money, `s-${currency}`)).toContain(`#m-${currency}-coin`);
    }
  });
});
