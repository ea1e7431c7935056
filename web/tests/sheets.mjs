// Contact sheets: every picture the browser tests left in `out`, a page for each size and theme, to be looked at by people.
// `node tests/sheets.mjs` in `web`, after the tests.

import { chromium } from '@playwright/test';
import { mkdirSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const OUT = resolve(import.meta.dirname, '../out');
const SHEETS = join(OUT, 'sheets');
mkdirSync(SHEETS, { recursive: true });
/** Which pictures belong together: those of one size and theme. */
const groups = new Map();
for (const file of readdirSync(OUT)
  .filter((name) => name.endsWith('.png'))
  .sort()) {
  const [, screen, size, theme] = /^(.+)-(\d+x\d+)-(\w+)\.png$/.exec(file) ?? [];
  if (screen) groups.set(`${size}-${theme}`, [...(groups.get(`${size}-${theme}`) ?? []), { screen, file }]);
}
if (groups.size === 0) throw new Error('there are no pictures in out: run the browser tests first');

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--allow-file-access-from-files'],
});
for (const [name, pictures] of groups) {
  const [width, height] = name.split('-')[0].split('x').map(Number);
  const [columns, shown] = width > height ? [4, 480] : [8, 240];
  const page = await browser.newPage({ viewport: { width: columns * (shown + 8) + 8, height: 900 } });
  await page.goto(pathToFileURL(join(OUT, pictures[0].file)).href);
  await page.evaluate(
    async ({ pictures, columns, shown, ratio }) => {
      document.body.replaceChildren();
      Object.assign(document.body.style, {
        margin: '8px',
        background: '#444',
        color: '#fff',
        font: '13px sans-serif',
        display: 'grid',
        gap: '8px',
        gridTemplateColumns: `repeat(${columns}, ${shown}px)`,
        height: 'auto',
        alignItems: 'start',
      });
      for (const { screen, address } of pictures) {
        const figure = document.createElement('figure');
        figure.style.margin = '0';
        const image = new Image(shown, Math.round(shown * ratio));
        image.src = address;
        const words = document.createElement('figcaption');
        words.textContent = screen;
        figure.append(image, words);
        document.body.append(figure);
        await image.decode();
      }
    },
    {
      pictures: pictures.map(({ screen, file }) => ({ screen, address: pathToFileURL(join(OUT, file)).href })),
      columns,
      shown,
      ratio: height / width,
    },
  );
  await page.screenshot({ path: join(SHEETS, `${name}.png`), fullPage: true });
  await page.close();
  console.log(`${name}: ${pictures.length} screens`);
}
await browser.close();
