// Moments of a game that other tests hurry past, as pictures: paying, placing, a sentence that is being filled in, somebody
// else's palace, what one likes to play again.

import { deal, ghost } from './ghost';
import { expect, inGame, picture, test } from './kit';
import { table } from './player';
import { playTo } from './swift';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('paying, and a tile in the hand', async ({ page, request }) => {
  await page.goto(await table(request, [], '4', 3));
  await expect(page.locator('.status')).toBeVisible();
  await playTo(page, '.table[data-decision=main_action] .space.can:not(.exact)', 6);
  await page.locator('.space.can:not(.exact)').first().click();
  await expect(page.getByRole('dialog', { name: 'Pay' })).toBeVisible();
  await picture(page, 'payment');
  await page.keyboard.press('Escape');
  await playTo(page, '.table[data-decision=place_tile] .mark.legal ~ .mark.legal', 6);
  await expect(page.getByRole('region', { name: 'Places for the tile' })).toBeVisible();
  await picture(page, 'placing');
});

test('a sentence with blanks, half filled in', async ({ page, request }) => {
  await page.goto(await table(request, ['street-trader'], '3', 3));
  const choice = page.locator('.choice');
  await choice.getByRole('button', { name: 'Tower' }).click();
  await expect(choice.locator('.primary')).toHaveText('3 blanks left');
  await picture(page, 'sentence');
});

test('the palace of somebody else', async ({ page, request }) => {
  const seat = await deal(request, {}, { seed: '31' });
  await page.goto('./settings');
  await ghost(page, seat, { scoring: 1 });
  await page.goto(`./t/${seat.table}#${seat.token}`);
  await inGame(page);
  await page.locator('.rivals li[data-seat="1"] .who').click();
  await expect(page.locator('.stage .banner')).toBeVisible();
  await picture(page, 'rival-palace');
});

test('favourites, and the house rules of another edition', async ({ page }) => {
  await page.goto('./new');
  await page.getByText('Favourites').click();
  for (const name of ['Sunday', 'With the children']) {
    await page.getByLabel('Name of the favourite').fill(name);
    await page.getByRole('button', { name: 'Keep', exact: true }).click();
    await expect(page.getByRole('button', { name: new RegExp(name) }).first()).toBeVisible();
  }
  await picture(page, 'favourites');
  await page.locator('summary', { hasText: 'House rules' }).click();
  await page.getByLabel('When bought tiles are placed').selectOption('immediate');
  await page.getByRole('button', { name: 'The Red Palace', exact: true }).click();
  await expect(page.getByText(/^Set back, because The Red Palace/)).toBeVisible();
  await expect(page.getByLabel('When bought tiles are placed')).toBeDisabled();
  await expect(page.getByLabel('Where the scoring cards lie')).toBeEnabled();
  await picture(page, 'house-rules-whole', { axe: false, whole: true });
});
