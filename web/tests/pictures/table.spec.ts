// The table as the guide shows it, on a desk and on a phone: `cargo xtask picture`.

import { expect, test, type Page } from '@playwright/test';
import { table } from '../e2e/player';
import { playUntil } from './until';

const FOLDER = new URL('../../../docs/pictures/', import.meta.url).pathname;
/** By this step every palace has grown, and the third scoring is not far. */
const LATE = 150;

test.use({ contextOptions: { reducedMotion: 'reduce' } });

async function taken(page: Page, name: string): Promise<void> {
  await page.waitForLoadState('networkidle');
  const picture = await page.screenshot({ path: `${FOLDER}${name}.png`, animations: 'disabled' });
  expect(picture.length, 'small enough for a guide').toBeLessThan(900_000);
}

test.describe('on a desk', () => {
  test.use({ viewport: { width: 1440, height: 900 } });
  test('the table', async ({ page, request }) => {
    test.setTimeout(240_000);
    await page.goto(await table(request, [], '23', 3));
    await playUntil(page, LATE, '.space.exact, .space.can');
    await taken(page, 'table');
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true });
  test('the table', async ({ page, request }) => {
    test.setTimeout(240_000);
    await page.goto(await table(request, ['bonus-cards'], '23', 3));
    await playUntil(page, LATE, '.space.exact, .space.can');
    await taken(page, 'phone');
  });
});
