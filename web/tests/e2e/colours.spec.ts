// Tiles at 48 pixels, as every kind of eye sees them: a raster of 6 by 6 mean colours, compared tile by tile. Two tiles must
// differ in some part for normal, protan, deutan and tritan eyes and in grey.

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

/** Mean colours of 6 by 6 parts of every tile, in linear light. */
async function rasters(page: import('@playwright/test').Page, theme: string): Promise<number[][][]> {
  await page.evaluate((name) => void (document.documentElement.dataset['theme'] = name), theme);
  const shots: number[][][] = [];
  await page.evaluate((types) => {
    document.querySelector('#colours')?.remove();
    const box = document.createElement('div');
    box.id = 'colours';
    Object.assign(box.style, { position: 'fixed', inset: '0', zIndex: '99', background: '#808080' });
    const ns = 'http://www.w3.org/2000/svg';
    types.forEach((type, i) => {
      const svg = document.createElementNS(ns, 'svg');
      svg.setAttribute('viewBox', '0 0 100 100');
      Object.assign(svg.style, {
        position: 'absolute',
        left: `${10 + i * 60}px`,
        top: '10px',
        width: '48px',
        height: '48px',
        overflow: 'hidden',
      });
      const use = document.createElementNS(ns, 'use');
      use.setAttribute('href', `#t-${type}`);
      svg.append(use);
      box.append(svg);
    });
    document.body.append(box);
  }, TYPES);
  for (const [i] of TYPES.entries()) {
    const png = await page.screenshot({ clip: { x: 10 + i * 60, y: 10, width: 48, height: 48 } });
    shots.push(
      await page.evaluate(async (data) => {
        const image = new Image();
        image.src = `data:image/png;base64,${data}`;
        await image.decode();
        const canvas = document.createElement('canvas');
        [canvas.width, canvas.height] = [48, 48];
        const pen = canvas.getContext('2d')!;
        pen.drawImage(image, 0, 0, 48, 48);
        const { data: pixels } = pen.getImageData(0, 0, 48, 48);
        const linear = (c: number): number =>
          c / 255 <= 0.04045 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4;
        return Array.from({ length: 36 }, (_, part) => {
          const sum = [0, 0, 0];
          for (let y = 0; y < 8; y++)
            for (let x = 0; x < 8; x++)
              for (let c = 0; c < 3; c++)
                sum[c]! += linear(pixels[(((part / 6) | 0) * 8 + y) * 48 * 4 + ((part % 6) * 8 + x) * 4 + c]!);
          return sum.map((value) => value / 64);
        });
      }, png.toString('base64')),
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
/** How far apart two tiles are: the mean distance of their parts in CIELAB. */
function apart(a: number[][], b: number[][], eye: number[][]): number {
  const seen = (rgb: number[]): number[] =>
    lab(eye.map((row) => Math.min(1, Math.max(0, row[0]! * rgb[0]! + row[1]! * rgb[1]! + row[2]! * rgb[2]!))));
  return (
    a.reduce((sum, part, i) => sum + Math.hypot(...seen(part).map((value, k) => value - seen(b[i]!)[k]!)), 0) / a.length
  );
}

test('tiles of 48 pixels are told apart by every kind of eye, in all themes', async ({ page }) => {
  await page.goto('./');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  for (const theme of ['plaster', 'night', 'contrast']) {
    const tiles = await rasters(page, theme);
    for (const [eye, matrix] of Object.entries(EYES)) {
      const pairs = TYPES.flatMap((one, i) =>
        TYPES.slice(i + 1).map((other, k) => ({
          pair: `${one}/${other}`,
          distance: apart(tiles[i]!, tiles[i + 1 + k]!, matrix),
        })),
      );
      const worst = pairs.sort((a, b) => a.distance - b.distance)[0]!;
      console.log(`${theme}, ${eye}: nearest ${worst.pair} ${worst.distance.toFixed(1)}`);
      // A difference of 2.3 can just be noticed; these are three such steps, and two in grey.
      expect(worst.distance, `${theme}, ${eye}: ${worst.pair}`).toBeGreaterThanOrEqual(eye === 'grey' ? 4.6 : 7);
    }
  }
});
