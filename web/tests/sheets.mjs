// Contact sheets: every picture the browser tests left in `out`, sheets for each size and theme, to be looked at by people.
// `node tests/sheets.mjs` in `web`, after the tests.

import { chromium } from '@playwright/test';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
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
  if (!screen) continue;
  // Whole pages are long: they have sheets of their own.
  const group = `${size}-${theme}${screen.endsWith('-whole') ? '-whole' : ''}`;
  groups.set(group, [...(groups.get(group) ?? []), { screen, file }]);
}
if (groups.size === 0) throw new Error('there are no pictures in out: run the browser tests first');

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--allow-file-access-from-files'],
});
for (const [name, pictures] of groups) {
  const [width, height] = name.split('-')[0].split('x').map(Number);
  // As many on a sheet as can be looked at on a screen without a glass.
  const [columns, rows, shown] = width > height ? [3, 4, 640] : [8, 3, 240];
  const page = await browser.newPage({ viewport: { width: columns * (shown + 8) + 8, height: 900 } });
  for (let first = 0, sheet = 1; first < pictures.length; first += columns * rows, sheet += 1) {
    const figures = pictures
      .slice(first, first + columns * rows)
      .map(
        ({ screen, file }) =>
          `<figure><img src="../${file}" width="${shown}" />` + `<figcaption>${screen}</figcaption></figure>`,
      );
    const html = join(SHEETS, `${name}-${sheet}.html`);
    writeFileSync(
      html,
      `<!doctype html><style>body { margin: 8px; background: #444; color: #fff; font: 13px sans-serif; display: grid;
       gap: 8px; grid-template-columns: repeat(${columns}, ${shown}px); align-items: start } figure { margin: 0 }</style>` +
        figures.join(''),
    );
    await page.goto(pathToFileURL(html).href);
    await page.screenshot({ path: html.replace('.html', '.png'), fullPage: true });
  }
  await page.close();
  console.log(`${name}: ${pictures.length} screens`);
}
await browser.close();
