// The moving picture of a turn that the README shows: `cargo xtask picture`. A real table, a real browser, a frame whenever
// something is worth a look; the frames become one WebP.

import { expect, test, type CDPSession, type Page } from '@playwright/test';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { table } from '../e2e/player';
import { playUntil } from './until';
import { animation, type Frame } from './webp';

const FILE = new URL('../../../docs/pictures/turn.webp', import.meta.url).pathname;
const SIZE = { width: 1280, height: 800 };
/** What is kept of every frame. */
const SCALE = 0.66;
const QUALITY = 62;
/** By this step there is a palace to build on, and the end is not near. */
const LATE = 80;

test.use({ viewport: SIZE, contextOptions: { reducedMotion: 'reduce' } });

const until = (page: Page, kind: RegExp) =>
  expect(page.locator('.table')).toHaveAttribute('data-decision', kind, { timeout: 30_000 });

const decision = (page: Page) => page.locator('.table').getAttribute('data-decision');

test('a turn', async ({ page, request }) => {
  test.setTimeout(240_000);
  await page.goto(await table(request, [], '23', 3));
  await playUntil(page, LATE, '.space.exact');
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  const camera = await page.context().newCDPSession(page);
  const frames: Frame[] = [];
  const shoot = async (milliseconds: number) => frames.push({ milliseconds, webp: await frame(camera) });
  const watch = async (times: number, step = 130) => {
    for (let i = 0; i < times; i++) {
      await shoot(step);
      await page.waitForTimeout(step / 2);
    }
  };
  await shoot(1400);
  const tile = page.locator('.space.exact, .space.can').first();
  await tile.hover();
  await shoot(500);
  await tile.click();
  await expect(page.locator('.pay .primary')).toBeVisible();
  await shoot(1500);
  await page.locator('.pay .primary').click();
  await watch(6);
  await until(page, /main_action|place_tile/);
  await shoot(900);
  if ((await decision(page)) === 'main_action') {
    await page.locator('.money:not([disabled])').first().click();
    await watch(5);
  }
  await until(page, /place_tile/);
  await shoot(1300);
  await page.locator('.mark.legal').last().click();
  await watch(5);
  await until(page, /confirm_turn/);
  await shoot(1600);
  await page.locator('.actions .end').click();
  await watch(4, 200);
  await shoot(1800);
  mkdirSync(dirname(FILE), { recursive: true });
  const bytes = animation(frames);
  writeFileSync(FILE, bytes);
  expect(bytes.length, 'small enough for a first page').toBeLessThan(1_500_000);
});

async function frame(camera: CDPSession): Promise<Buffer> {
  const clip = { x: 0, y: 0, ...SIZE, scale: SCALE };
  const shot = await camera.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY, clip });
  return Buffer.from(shot.data, 'base64');
}
