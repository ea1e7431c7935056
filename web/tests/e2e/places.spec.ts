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

test('a finger that touches a refused cell is told why, and nothing is laid', async ({ somebody }) => {
  const page = await somebody({ viewport: { width: 390, height: 844 }, hasTouch: true, reducedMotion: 'reduce' });
  await page.goto('./learn');
  await page.getByRole('button', { name: /Laying tiles/ }).tap();
  await expect(page.locator('.table')).toHaveAttribute('data-decision', 'place_tile', { timeout: 30_000 });
  const { step } = await asked(page);
  const refused = page.getByRole('button', { name: /meets an open side|meets a wall/ }).first();
  const box = (await refused.boundingBox())!;
  // As a finger: without the way of a mouse to it, which would rest there.
  await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
  await expect(page.getByText(/meets an open side|meets a wall/).first()).toBeVisible();
  await expect(page.locator('.stage .fault').first(), 'and where it lies').toBeVisible();
  expect((await asked(page)).step).toBe(step);
});

test('two tiles of one turn change their places until it is over', async ({ page }) => {
  await page.goto('./learn');
  await page.getByRole('button', { name: /Buying/ }).click();
  const waiting = page.locator('.tray .traytile');
  for (const n of [1, 2]) {
    await page.locator('.space.exact').first().click();
    await page.locator('.pay .primary').click();
    await expect(waiting).toHaveCount(n);
  }
  const planned = page.locator('.stage .tile.planned');
  /** Lays a waiting tile in thought, on a cell or the first that takes it; what it is called and where it lies. */
  const lay = async (nth: number, at?: string): Promise<{ name: string; at: string }> => {
    const before = await planned.count();
    await waiting.nth(nth).click();
    const mark = page.locator(at === undefined ? '.mark.legal' : `.mark.legal[data-cell="${at}"]`).first();
    const cell = (await mark.getAttribute('data-cell'))!;
    await mark.click();
    await expect(planned).toHaveCount(before + 1);
    const there = page.locator(`.stage .tile.planned[data-at="${cell}"]`);
    return { name: (await there.getAttribute('aria-label'))!.replace(/,.*/, ''), at: cell };
  };
  const first = await lay(0);
  await planned.click();
  await expect(planned).toHaveCount(0);
  await page.keyboard.press('Escape');
  // The other one takes its place, and the first goes elsewhere.
  const second = await lay(1, first.at);
  expect(second.at).toBe(first.at);
  expect(second.name).not.toBe(first.name);
  const again = await lay(0);
  expect(again.name).toBe(first.name);
  expect(again.at).not.toBe(first.at);
  await page.locator('.money:not([disabled])').first().click();
  const laid = page.locator('.stage .tile.fresh');
  await expect(laid, 'both are laid where they were thought of').toHaveCount(2);
  for (const { name, at } of [second, again])
    await expect(page.locator(`.stage .tile.fresh[data-at="${at}"]`)).toHaveAttribute('aria-label', new RegExp(name));
});
