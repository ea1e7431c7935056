// What modules put into palaces is seen wherever a palace is: at the table, at its end, in the replay and in what is taken along.

import { readFile } from 'node:fs/promises';
import { mkdirSync } from 'node:fs';
import { deal, ghost, type Seat } from './ghost';
import { expect, OUT, test } from './kit';
import type { APIRequestContext, Page } from '@playwright/test';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const MODULE = 'alhambra-zoo';
async function dealt(page: Page, request: APIRequestContext): Promise<Seat> {
  const setup = { players: [{ name: 'a' }, { name: 'b' }, { name: 'c' }], modules: { [MODULE]: {} } };
  const seat = await deal(request, {}, { seed: '21', setup });
  await page.goto('./settings');
  return seat;
}

test('figures of a module stand in every palace: small, at the end, in the picture and in the replay', async ({
  page,
  request,
}) => {
  test.setTimeout(180_000);
  // What is drawn into a picture passes through an image.
  await page.addInitScript(() => {
    const { set, get } = Object.getOwnPropertyDescriptor(HTMLImageElement.prototype, 'src')!;
    Object.defineProperty(HTMLImageElement.prototype, 'src', {
      get,
      set(text: string) {
        Object.assign(window, { drawn: decodeURIComponent(text) });
        set!.call(this, text);
      },
    });
  });
  const seat = await dealt(page, request);
  await ghost(page, seat, { scoring: 2 });
  await page.goto(`./t/${seat.table}#${seat.token}`);
  await expect(page.locator('.rivals .thumb .pin').first(), 'in a small palace').toBeAttached();
  await page.goto('./');
  await expect(page.locator('.continue .thumb .pin').first(), 'on the first page').toBeAttached();
  await page.goto('./settings');
  await ghost(page, seat, { over: true });
  await page.goto(`./t/${seat.table}#${seat.token}`);
  await page.getByRole('dialog', { name: 'Scoring 3' }).getByRole('button', { name: 'Go on' }).click();
  const end = page.getByRole('dialog', { name: /win/ });
  await expect(end.locator('.hero .pin').first(), 'at the end').toBeVisible();
  await expect(end.locator('.small .pin').first(), 'and in the palaces beside it').toBeVisible();
  const [picture] = await Promise.all([
    page.waitForEvent('download'),
    end.getByRole('button', { name: 'Save the picture' }).click(),
  ]);
  mkdirSync(OUT, { recursive: true });
  await picture.saveAs(`${OUT}figures-picture.png`);
  const drawn = await page.evaluate(() => (window as unknown as { drawn: string }).drawn);
  const pins = [...drawn.matchAll(new RegExp(`href="#(${MODULE}-[a-z]+)"`, 'g'))].map(([, id]) => id!);
  expect(pins.length, 'the picture has them').toBeGreaterThan(0);
  for (const id of pins) expect(drawn, 'with how they look').toContain(`<symbol id="${id}"`);
  // A picture fetches nothing: its hillside and its letters are in it.
  expect(drawn).toContain('class="ground"');
  expect(drawn).toMatch(/@font-face\{font-family:'El Messiri'[^}]*data:font\/woff2/);
  await page.goto(`./replay/${seat.table}#at=9999&as=open`);
  await expect(page.locator('.replay .stage .pin').first(), 'and in the replay').toBeVisible();
  await page.getByRole('button', { name: 'Export' }).click();
  const [file] = await Promise.all([page.waitForEvent('download'), page.locator('.exports').getByText(/SVG/).click()]);
  const text = await readFile(await file.path(), 'utf8');
  // It points at nothing that is not in it.
  expect(text).not.toContain('<use');
  await page.goto(`data:image/svg+xml;base64,${Buffer.from(text).toString('base64')}`);
  await page.screenshot({ path: `${OUT}figures-replay.png` });
});
