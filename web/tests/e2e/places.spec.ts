// Where a tile goes is compared before it is laid: beside the palace on a desk, and with the first touch of a finger.

import { expect, test } from './kit';
import { asked, table } from './player';
import { playTo } from './swift';
import type { Page } from '@playwright/test';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** Plays until a bought tile waits for a place that more than one cell offers. */
async function placing(page: Page): Promise<void> {
  await expect(page.locator('.status')).toBeVisible();
  await playTo(page, '.table[data-decision=place_tile] .mark.legal ~ .mark.legal', 6);
}

test('on a desk the places of a tile are compared beside the palace', async ({ page, request }) => {
  await page.goto(await table(request, [], '4', 2));
  await placing(page);
  const places = page.getByRole('region', { name: 'Places for the tile' });
  const cells = page.locator('.mark.legal');
  await expect(places).toContainText(/\d+ places fit/);
  await cells.last().hover();
  await expect(places).toContainText('Here:');
  await expect(places).toContainText('Longest wall');
  await expect(places).toContainText('Open sides');
  await expect(places.locator('.brief')).toHaveCount((await cells.count()) - 1);
  await expect(page.locator('.mark.over g'), 'the preview is the tile itself').not.toHaveCount(0);
  // It covers nothing of the palace.
  const [dock, stage] = [(await places.boundingBox())!, (await page.locator('.stage').boundingBox())!];
  expect(dock.x).toBeGreaterThanOrEqual(stage.x + stage.width - 1);
});

test('a finger looks first and lays with the next touch', async ({ somebody, request }) => {
  const page = await somebody({ viewport: { width: 390, height: 844 }, hasTouch: true, reducedMotion: 'reduce' });
  await page.goto(await table(request, [], '4', 2));
  await placing(page);
  const { step } = await asked(page);
  await page.locator('.mark.legal').first().tap();
  await expect(page.locator('.caption')).toContainText('Open sides');
  await expect(page.locator('.mark.over'), 'the tile is shown there').toHaveCount(1);
  expect((await asked(page)).step, 'nothing is laid yet').toBe(step);
  await page.locator('.mark.legal').last().tap();
  expect((await asked(page)).step, 'another place is only another look').toBe(step);
  await page.getByRole('button', { name: 'Lay it here' }).tap();
  await expect.poll(async () => (await asked(page)).step).toBeGreaterThan(step);
});
