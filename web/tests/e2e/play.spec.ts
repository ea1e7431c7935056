// A whole game in real browsers: two people and a bot, by touching visible widgets only.

import { expect, test, type Browser, type Page } from '@playwright/test';
import { luck, playOut, watch } from './player';

/** Two people at one table with a bot, the game begun. */
async function seated(browser: Browser): Promise<{ host: Page; friend: Page; errors: string[][] }> {
  const host = await (await browser.newContext({ locale: 'en', viewport: { width: 1440, height: 900 } })).newPage();
  const friend = await (await browser.newContext({ locale: 'en', viewport: { width: 1440, height: 900 } })).newPage();
  const errors = [watch(host), watch(friend)];
  await host.goto('./new');
  await host.getByRole('button', { name: 'Open the table' }).click();
  const link = await host.getByLabel('Send this link to your friends').inputValue();
  await friend.goto(link);
  await friend.getByLabel('Your name').fill('Zoraya');
  await friend.getByRole('button', { name: 'Sit down here' }).click();
  await friend.getByRole('button', { name: 'Ready' }).click();
  await host.getByRole('button', { name: 'Start the game' }).click();
  await expect(host.locator('.status')).toBeVisible();
  await expect(friend.locator('.status')).toBeVisible();
  return { host, friend, errors };
}

test('two people and a bot play a whole game', async ({ browser }) => {
  test.setTimeout(180_000);
  const { host, friend, errors } = await seated(browser);
  const { clicks, kinds } = await playOut([host, friend], luck(7), Date.now() + 170_000);
  await expect(host.locator('.status')).toContainText(/over/);
  await expect(friend.locator('.status')).toContainText(/over/);
  expect([...kinds.keys()].filter((kind) => kind.endsWith(' ')), 'decisions without a widget').toEqual([]);
  expect(clicks).toBeGreaterThan(60);
  expect(errors).toEqual([[], []]);
});
