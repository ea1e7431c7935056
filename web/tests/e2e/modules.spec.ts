// A whole game with six modules at once: whatever they ask has a widget that leads on.

import { expect, test } from '@playwright/test';
import { luck, playOut, table, watch } from './player';

const MODULES = ['viziers-favour', 'characters', 'street-trader', 'treasure-chamber', 'power-of-sultan', 'gates-without-end'];

// Movement is shown elsewhere; here it would only take time.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('a whole game with six modules', async ({ page, request }) => {
  test.setTimeout(180_000);
  const errors = watch(page);
  await page.goto(await table(request, MODULES, '7', 3));
  await expect(page.locator('.status')).toBeVisible();
  const { kinds } = await playOut([page], luck(3), Date.now() + 170_000);
  await expect(page.locator('.status')).toContainText(/over/);
  expect([...kinds.keys()].filter((kind) => kind.endsWith(' ')), 'decisions without a widget').toEqual([]);
  expect([...kinds.keys()].some((kind) => kind.startsWith('module')), 'modules asked').toBe(true);
  expect(errors).toEqual([]);
});
