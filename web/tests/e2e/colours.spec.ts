// Tiles at 48 pixels, as every kind of eye sees them: a raster of 6 by 6 mean colours, compared tile by tile. Two tiles must
// differ in some part for normal, protan, deutan and tritan eyes and in grey. Signs of buildings, coins and crests do so at 28
// pixels in grey, crests in one colour.

import { SIGILS } from '../../src/art/palette';
import { EYES as SEEING } from '../eyes';
import { expect, test } from './kit';

const TYPES = ['pavilion', 'seraglio', 'arcades', 'chambers', 'garden', 'tower'];
const EYES: Record<string, number[][]> = {
  ...SEEING,
  grey: [
    [0.2126, 0.7152, 0.0722],
    [0.2126, 0.7152, 0.0722],
    [0.2126, 0.7152, 0.0722],
  ],
};

/** Mean colours of parts of every drawing, in linear light: 6 by 6 of 8 pixels for a tile, 7 by 7 of 4 for a sign. */
async function rasters(
  page: import('@playwright/test').Page,
  theme: string,
  ids: string[],
  { size, part }: { size: number; part: number },
): Promise<number[][][]> {
  await page.evaluate((name) => void (document.documentElement.dataset['theme'] = name), theme);
  const shots: number[][][] = [];
  await page.evaluate(
    ({ ids, size }) => {
      document.querySelector('#colours')?.remove();
      const box = document.createElement('div');
      box.id = 'colours';
      Object.assign(box.style, { position: 'fixed', inset: '0', zIndex: '99', background: '#808080' });
      const ns = 'http://www.w3.org/2000/svg';
      ids.forEach((id, i) => {
        const svg = document.createElementNS(ns, 'svg');
        svg.setAttribute('viewBox', '0 0 100 100');
        Object.assign(svg.style, {
          position: 'absolute',
          left: `${10 + i * 60}px`,
          top: '10px',
          width: `${size}px`,
          height: `${size}px`,
          overflow: 'hidden',
        });
        // Crests are drawn in what their seat wears: here all wear the same.
        svg.style.setProperty('--c', '#c8c8c8');
        svg.style.setProperty('--i', '#202020');
        const use = document.createElementNS(ns, 'use');
        if (!document.getElementById(id)) throw new Error(`there is no ${id}`);
        use.setAttribute('href', `#${id}`);
        use.setAttribute('width', '100');
        use.setAttribute('height', '100');
        svg.append(use);
        box.append(svg);
      });
      document.body.append(box);
    },
    { ids, size },
  );
  for (const [i] of ids.entries()) {
    const png = await page.screenshot({ clip: { x: 10 + i * 60, y: 10, width: size, height: size } });
    shots.push(
      await page.evaluate(
        async ({ data, size, part }) => {
          const image = new Image();
          image.src = `data:image/png;base64,${data}`;
          await image.decode();
          const canvas = document.createElement('canvas');
          [canvas.width, canvas.height] = [size, size];
          const pen = canvas.getContext('2d')!;
          pen.drawImage(image, 0, 0, size, size);
          const { data: pixels } = pen.getImageData(0, 0, size, size);
          const linear = (c: number): number =>
            c / 255 <= 0.04045 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4;
          const row = size / part;
          return Array.from({ length: row * row }, (_, at) => {
            const sum = [0, 0, 0];
            for (let y = 0; y < part; y++)
              for (let x = 0; x < part; x++)
                for (let c = 0; c < 3; c++)
                  sum[c]! += linear(
                    pixels[(Math.floor(at / row) * part + y) * size * 4 + ((at % row) * part + x) * 4 + c]!,
                  );
            return sum.map((value) => value / part ** 2);
          });
        },
        { data: png.toString('base64'), size, part },
      ),
    );
  }
  await page.evaluate(() => document.querySelector('#colours')?.remove());
  return shots;
}

function lab([r, g, b]: number[]): number[] {
  const xyz = [
    (0.4124564 * r! + 0.3575761 * g! + 0.1804375 * b!) / 0.95047,
    0.2126729 * r! + 0.7151522 * g! + 0.072175 * b!,
    (0.0193339 * r! + 0.119192 * g! + 0.9503041 * b!) / 1.08883,
  ].map((t) => (t > 216 / 24389 ? Math.cbrt(t) : ((24389 / 27) * t + 16) / 116));
  return [116 * xyz[1]! - 16, 500 * (xyz[0]! - xyz[1]!), 200 * (xyz[1]! - xyz[2]!)];
}
type Measure = (a: number[][], b: number[][], eye: number[][]) => number;
/** The two of a set that are nearest to each other for an eye. */
function nearest(
  names: readonly string[],
  shown: number[][][],
  eye: number[][],
  by: Measure = apart,
): { pair: string; distance: number } {
  return names
    .flatMap((one, i) =>
      names.slice(i + 1).map((other, k) => ({
        pair: `${one}/${other}`,
        distance: by(shown[i]!, shown[i + 1 + k]!, eye),
      })),
    )
    .sort((a, b) => a.distance - b.distance)[0]!;
}
/** How far apart two drawings are in each of their parts, in CIELAB. */
function distances(a: number[][], b: number[][], eye: number[][]): number[] {
  const seen = (rgb: number[]): number[] =>
    lab(eye.map((row) => Math.min(1, Math.max(0, row[0]! * rgb[0]! + row[1]! * rgb[1]! + row[2]! * rgb[2]!))));
  return a.map((part, i) => Math.hypot(...seen(part).map((value, k) => value - seen(b[i]!)[k]!)));
}
/** How far apart two tiles are: the mean distance of their parts. */
const apart: Measure = (a, b, eye) => distances(a, b, eye).reduce((sum, one) => sum + one, 0) / a.length;
/** How many parts of two signs clearly differ, by four times what can just be noticed. */
const differing: Measure = (a, b, eye) => distances(a, b, eye).filter((one) => one >= 9.2).length;

test('tiles of 48 pixels are told apart by every kind of eye, in all themes', async ({ page }) => {
  await page.goto('./');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  for (const theme of ['plaster', 'night', 'contrast']) {
    const tiles = await rasters(
      page,
      theme,
      TYPES.map((type) => `t-${type}`),
      { size: 48, part: 8 },
    );
    for (const [eye, matrix] of Object.entries(EYES)) {
      const worst = nearest(TYPES, tiles, matrix);
      console.log(`${theme}, ${eye}: nearest ${worst.pair} ${worst.distance.toFixed(1)}`);
      // A difference of 2.3 can just be noticed; these are three such steps, and two in grey.
      expect(worst.distance, `${theme}, ${eye}: ${worst.pair}`).toBeGreaterThanOrEqual(eye === 'grey' ? 4.6 : 7);
    }
  }
});

test('signs of buildings, coins and crests of 28 pixels are told apart in grey', async ({ page }) => {
  await page.goto('./');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const sets = {
    buildings: TYPES.map((type) => `i-${type}`),
    currencies: ['denar', 'dirham', 'ducat', 'florin'].map((name) => `m-${name}-coin`),
    players: SIGILS.map((name) => `p-${name}`),
  };
  for (const [set, ids] of Object.entries(sets)) {
    const shown = await rasters(page, 'plaster', ids, { size: 28, part: 4 });
    const worst = nearest(ids, shown, EYES['grey']!, differing);
    console.log(`${set} of 28 pixels in grey: nearest ${worst.pair}, ${worst.distance} of 49 parts`);
    // A shape of its own is more than a dot: a twelfth of the sign.
    expect(worst.distance, `${set}: ${worst.pair}`).toBeGreaterThanOrEqual(4);
  }
});
