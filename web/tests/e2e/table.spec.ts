// Real browser, real server: from the first page into a game, and through turns of it.

import AxeBuilder from '@axe-core/playwright';
import { expect, test, type Page } from '@playwright/test';

/** Nothing may go wrong unseen. */
function watch(page: Page): string[] {
  const errors: string[] = [];
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  page.on('pageerror', (error) => errors.push(String(error)));
  return errors;
}

async function accessible(page: Page): Promise<void> {
  const found = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa']).analyze();
  expect(found.violations.map((violation) => `${violation.id}: ${violation.nodes[0]?.html}`)).toEqual([]);
}

/** Answers the decision at hand by touching what it points at; whether there was one. */
async function decide(page: Page): Promise<boolean> {
  const touch = async (selector: string): Promise<boolean> => {
    const found = page.locator(selector).first();
    if ((await found.count()) === 0 || !(await found.isEnabled())) return false;
    await found.click({ timeout: 5_000 });
    return true;
  };
  if (await touch('.mark.legal')) return true;
  if (await touch('.offer')) return true;
  if (await touch('.space:has(.badge:text("exact"))')) return touch('.offer');
  if (await touch('.actions .primary')) return true;
  if (await touch('.money:not([disabled])')) return true;
  return touch('.actions button:not([disabled])');
}

test('a newcomer is in a game against bots with one click, and plays on', async ({ page }) => {
  const errors = watch(page);
  await page.goto('./');
  await accessible(page);
  await page.getByRole('button', { name: /Play against bots/ }).click();
  await expect(page.locator('.status')).toBeVisible();
  await page.screenshot({ path: 'test-results/game-1440.png' });
  let mine = 0;
  for (let i = 0; i < 200 && mine < 8; i++) {
    const waiting = await page.locator('.status').innerText();
    if (/Your turn|Lay your|Everything done|Choose how/.test(waiting) && (await decide(page))) mine += 1;
    await page.waitForTimeout(250);
  }
  expect(mine, 'decisions made through the page').toBeGreaterThanOrEqual(8);
  await accessible(page);
  const before = await page.locator('.hand').getAttribute('aria-label');
  await page.reload();
  await expect(page.locator('.hand'), 'the seat is still ours after a reload').toHaveAttribute('aria-label', before ?? '');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.screenshot({ path: 'test-results/game-390.png' });
  const wide = await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
  expect(wide, 'nothing scrolls sideways on a phone').toBe(false);
  expect(errors).toEqual([]);
});

test('a friend joins by link, and the game begins', async ({ browser }) => {
  const host = await (await browser.newContext({ locale: 'en' })).newPage();
  const friend = await (await browser.newContext({ locale: 'en' })).newPage();
  const errors = [...watch(host), ...watch(friend)];
  await host.goto('./new');
  await accessible(host);
  await host.screenshot({ path: 'test-results/new-table.png' });
  await host.getByRole('button', { name: 'Open the table' }).click();
  const link = await host.getByLabel('Send this link to your friends').inputValue();
  await friend.goto(link);
  await friend.getByLabel('Your name').fill('<b>Zoë 🏰</b>');
  await friend.getByRole('button', { name: 'Sit down here' }).click();
  await expect(host.getByText('<b>Zoë 🏰</b>'), 'markup in a name is only text').toBeVisible();
  await friend.getByRole('button', { name: 'Ready' }).click();
  await expect(friend.getByRole('button', { name: 'Ready' })).toBeHidden();
  await host.getByRole('button', { name: 'Start the game' }).click();
  await expect(host.locator('.status')).toBeVisible();
  await expect(friend.locator('.status')).toBeVisible();
  expect(errors).toEqual([]);
});

test('the page speaks German and has a night', async ({ page }) => {
  await page.goto('./settings');
  await page.getByLabel('Language').selectOption('de');
  await expect(page.getByRole('heading', { name: 'Einstellungen' })).toBeVisible();
  await page.getByLabel('Aussehen').selectOption('night');
  await accessible(page);
  await page.screenshot({ path: 'test-results/settings-night.png' });
});

test('a table that does not exist says so and leads back', async ({ page }) => {
  await page.goto('./t/NOSUCHTB');
  await expect(page.getByRole('heading', { name: /not there any more/ })).toBeVisible();
  await page.getByRole('button', { name: 'To the start' }).click();
  await expect(page.getByRole('button', { name: /Play against bots/ })).toBeVisible();
});
