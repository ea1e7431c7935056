// An evening with the table as text: who is away, a bot in one's seat, votes, clocks and windows are there as well.

import type { Page } from '@playwright/test';
import { accessible, expect, test, two } from './kit';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** From now on this page shows its tables as text. */
async function asText(page: Page): Promise<void> {
  await page.evaluate(() =>
    localStorage.setItem(
      'alhambra.settings',
      JSON.stringify({ language: 'en', ending: 'ask', offered: true, text: true }),
    ),
  );
  await page.reload();
  await expect(page.getByRole('heading', { name: 'What you can do' })).toBeVisible();
}

const table = (page: Page) => page.locator('.text, .table');

/** Takes money and ends the turn, however the page shows the table. */
async function moves(page: Page): Promise<void> {
  await expect(table(page)).toHaveAttribute('data-decision', 'main_action');
  await page.locator('.options button, .money:not([disabled])').first().click();
  await expect(table(page)).toHaveAttribute('data-decision', 'confirm_turn');
  await page.getByRole('button', { name: 'End turn', exact: true }).first().click();
  await expect(table(page)).not.toHaveAttribute('data-decision', 'confirm_turn');
}

test('one of two plays in text mode: their seat is taken by a bot and taken back, and both vote', async ({
  page: ann,
  somebody,
  request,
}) => {
  const { ben } = await two(ann, somebody, request, {
    options: { undo: 'ask', clock: { type: 'per_move', seconds: 300 } },
  });
  await asText(ben);
  await expect(ben.getByRole('timer').first(), 'whose time runs').toBeVisible();
  const address = ben.url();
  await ben.goto('about:blank');
  await expect(ann.locator('.rivals li[data-seat="1"]')).toContainText('away');
  await ann.getByRole('button', { name: 'Menu' }).click();
  await ann.getByText('Host', { exact: true }).click();
  await ann.getByRole('dialog').getByRole('button', { name: 'A bot stands in' }).click();
  await ann.keyboard.press('Escape');
  await ben.goto(address);
  await expect(ben.locator('.company')).toContainText('is playing for you');
  await accessible(ben, 'a bot in my seat, as text');
  await ben.getByRole('button', { name: 'Take my seat back' }).press('Enter');
  await expect(ann.locator('.company')).toContainText('Ben plays again.');
  await expect(ben.getByRole('button', { name: 'Take my seat back' })).toHaveCount(0);

  // Who is away is said in text, too.
  const there = ann.url();
  await ann.goto('about:blank');
  await expect(ben.locator('.company')).toContainText('Ann is away.', { timeout: 15_000 });
  await ann.goto(there);
  await expect(ben.locator('.company')).toContainText('Ann is back.');

  // Ann asks to take back her turn; Ben agrees.
  const asked = (): Promise<(string | null)[]> =>
    Promise.all([ann, ben].map((one) => table(one).getAttribute('data-decision')));
  await expect.poll(asked).toContain('main_action');
  if ((await table(ben).getAttribute('data-decision')) === 'main_action') await moves(ben);
  await moves(ann);
  await expect(table(ben)).toHaveAttribute('data-decision', 'main_action');
  await ann.getByRole('button', { name: 'Menu' }).click();
  await ann.getByRole('button', { name: 'Ask to take back the last action' }).click();
  await expect(ben.locator('.company')).toContainText('asks to take back the last action');
  await ben.getByRole('button', { name: 'Agree' }).press('Enter');
  await expect(table(ann), 'the turn is open again').toHaveAttribute('data-decision', 'confirm_turn');
  await ann.getByRole('button', { name: 'End turn', exact: true }).click();

  // And Ben asks; Ann agrees.
  await moves(ben);
  await ben.getByRole('button', { name: 'Menu' }).press('Enter');
  await ben.getByRole('button', { name: 'Ask to take back the last action' }).press('Enter');
  await expect(ben.locator('.company')).toContainText('Waiting for the others');
  await ann.getByRole('button', { name: 'Agree' }).click();
  await expect(table(ben)).toHaveAttribute('data-decision', 'confirm_turn');
});

test('a window between turns is open in text as long as for everybody, and passes by itself where nothing can be done', async ({
  page: ann,
  somebody,
  request,
}) => {
  const { ben } = await two(ann, somebody, request, {}, ['viziers-favour']);
  await asText(ben);
  const active = (await table(ben).getAttribute('data-decision')) === 'main_action' ? ben : ann;
  await moves(active);
  await expect(ben.locator('.countdown')).toBeVisible();
  await expect(ben.locator('.countdown [role=status]')).toHaveText('Window for special moves: 6 seconds.');
  await expect(ben.locator('.countdown'), 'it closes by itself').toBeHidden({ timeout: 12_000 });
  await expect(ben.locator('.text')).toHaveAttribute('data-decision', /main_action|waiting/);
});
