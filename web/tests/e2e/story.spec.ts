// The story of a game in a real browser: scorings row by row, the log, hints, the end, and the table as text.

import AxeBuilder from '@axe-core/playwright';
import { expect, test, type Page } from '@playwright/test';
import { deal, ghost } from './ghost';

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

const picture = (name: string) => ({ path: `test-results/${name}.png` });

test('a scoring is shown row by row and explained down to tiles', async ({ page, request }) => {
  const errors = watch(page);
  const seat = await deal(request, {}, { seed: '11' });
  await page.goto(`./t/${seat.table}#${seat.token}`);
  await expect(page.getByText(/Scoring 1 in \d+–\d+ cards/), 'the gauge').toBeVisible();
  await ghost(page, seat, { scoring: 1 });
  const dialog = page.getByRole('dialog', { name: 'Scoring 1' });
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'Pause' }).click();
  const before = await dialog.locator('tr[data-row]:not(.hidden)').count();
  await dialog.getByRole('button', { name: 'Next row' }).click();
  await expect(dialog.locator('tr[data-row]:not(.hidden)')).toHaveCount(before + 1);
  await page.screenshot(picture('scoring-1440'));
  await dialog.getByRole('button', { name: 'Skip to the end' }).click();
  await expect(dialog.locator('tr.hidden')).toHaveCount(0);
  const points = dialog.locator('button.points').first();
  await points.click();
  await expect(dialog.locator('.told li').first()).toContainText(/=/);
  await expect(dialog.locator('.lit, .run').first(), 'tiles light up').toBeVisible();
  await accessible(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: 'Points' }).click();
  await expect(dialog, 'it can be opened again').toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.screenshot(picture('scoring-390'));
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth)).toBe(true);
  expect(errors).toEqual([]);
});

test('who wants no movement sees the finished scoring', async ({ page, request }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const seat = await deal(request, {}, { seed: '11' });
  await page.goto(`./t/${seat.table}#${seat.token}`);
  await ghost(page, seat, { scoring: 1 });
  const dialog = page.getByRole('dialog', { name: 'Scoring 1' });
  await expect(dialog).toBeVisible();
  await expect(dialog.locator('tr.hidden')).toHaveCount(0);
  await expect(dialog.getByRole('button', { name: 'Once more' })).toBeVisible();
});

test('the log is told by turns, opens on the palace, and the recap says what is new', async ({ page, request }) => {
  const errors = watch(page);
  const seat = await deal(request, {}, { seed: '5' });
  await page.goto(`./t/${seat.table}#${seat.token}`);
  await ghost(page, seat, { decisions: 24 });
  // A page that was away is told what happened since the last turn of its seat.
  await page.reload();
  await expect(page.getByRole('complementary', { name: 'Since your last turn' })).toBeVisible({ timeout: 10_000 });
  await page.screenshot(picture('recap-1440'));
  await page.getByRole('button', { name: /Since your last turn/ }).click();
  await accessible(page);
  await page.screenshot(picture('recap-open-1440'));
  await page.getByRole('complementary', { name: 'Since your last turn' }).getByRole('button', { name: 'Close' }).click();
  await page.getByRole('tab', { name: 'Log' }).click();
  const turns = page.locator('.turns > li');
  await expect(turns.first()).toBeVisible();
  const all = await turns.count();
  await page.locator('.turns h3 button').nth(1).click();
  await expect(page.locator('.scene svg')).toBeVisible();
  await page.screenshot(picture('log-1440'));
  await page.getByLabel('Player', { exact: true }).selectOption({ label: 'Ann' });
  expect(await turns.count(), 'the filter leaves fewer turns').toBeLessThan(all);
  await accessible(page);
  expect(errors).toEqual([]);
});

test('a hint is given where the table allows it, and can be followed', async ({ page, request }) => {
  const errors = watch(page);
  const silent = await deal(request, {}, { seed: '3' });
  await page.goto(`./t/${silent.table}#${silent.token}`);
  await expect(page.locator('.status')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Hint' })).toHaveCount(0);
  const seat = await deal(request, { hints: true }, { seed: '3' });
  await page.goto(`./t/${seat.table}#${seat.token}`);
  await page.getByRole('button', { name: 'Hint' }).click({ timeout: 15_000 });
  const panel = page.getByRole('complementary', { name: 'Hint' });
  await expect(panel.locator('.why')).toContainText(/\.$/);
  await expect(panel.getByText(/% of the win/).first()).toBeVisible();
  await accessible(page);
  await page.screenshot(picture('hint-1440'));
  await panel.getByRole('button', { name: /^Do it/ }).first().click();
  await expect(panel, 'what has been done needs no advice').toBeHidden();
  expect(errors).toEqual([]);
});

test('the end shows where every point came from, and leads on', async ({ page, request }) => {
  const errors = watch(page);
  const seat = await deal(request, {}, { seed: '21' });
  await page.goto(`./t/${seat.table}#${seat.token}`);
  await ghost(page, seat, { over: true });
  const last = page.getByRole('dialog', { name: 'Scoring 3' });
  await expect(last).toBeVisible();
  await last.getByRole('button', { name: 'Skip to the end' }).click();
  await page.screenshot(picture('scoring-3-1440'));
  await last.getByRole('button', { name: 'Go on' }).click();
  const end = page.getByRole('dialog', { name: /win/ });
  await expect(end).toBeVisible();
  await accessible(page);
  await page.screenshot(picture('end-1440'));
  const numbers = async (row: string) => (await end.locator(row).allInnerTexts()).map(Number);
  const final = await numbers('.ranking strong');
  expect(await numbers('.rounds tfoot td')).toEqual(final);
  expect(await numbers('.sources tfoot td'), 'sources add up to the final scores').toEqual(final);
  const sums = final.map(() => 0);
  for (const row of await end.locator('.rounds tbody tr').all()) (await row.locator('td').allInnerTexts()).forEach((n, i) => (sums[i]! += Number(n)));
  expect(sums, 'rounds add up to the final scores').toEqual(final);
  const record = await end.getByRole('link', { name: 'Save the record' }).getAttribute('href');
  expect((await request.get(record!)).status()).toBe(200);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.screenshot(picture('end-390'));
  await end.getByRole('button', { name: 'Play again' }).click();
  await expect(page).not.toHaveURL(new RegExp(seat.table));
  await expect(page.getByText('Ann').first()).toBeVisible();
  expect(errors).toEqual([]);
});

test('the whole table as text: played by reading and pressing buttons', async ({ page, request }) => {
  const errors = watch(page);
  await page.addInitScript(() => localStorage.setItem('alhambra.settings', JSON.stringify({ language: 'en', text: true })));
  const seat = await deal(request, { hints: true }, { seed: '13' });
  await page.goto(`./t/${seat.table}#${seat.token}`);
  await expect(page.getByRole('heading', { name: 'What you can do' })).toBeVisible();
  const options = page.locator('.options button');
  for (let i = 0; i < 8; i++) {
    await expect(options.first()).toBeEnabled({ timeout: 15_000 });
    const text = await page.locator('.text').innerText();
    await options.first().click();
    await expect.poll(async () => (await page.locator('.text').innerText()) !== text, { timeout: 15_000 }).toBe(true);
  }
  await expect(page.getByRole('heading', { name: 'Palace of Ann' }).or(page.getByText('Palace of Ann')).first()).toBeVisible();
  await expect(page.locator('[role=log]')).not.toBeEmpty();
  await accessible(page);
  await page.screenshot({ ...picture('text-1440'), fullPage: true });
  expect(errors).toEqual([]);
});

test('the matrix is a sheet on a phone, in German and at night', async ({ page, request }) => {
  await page.addInitScript(() => localStorage.setItem('alhambra.settings', JSON.stringify({ language: 'de', theme: 'night' })));
  await page.setViewportSize({ width: 390, height: 844 });
  const seat = await deal(request, {}, { seed: '8', seats: [{ type: 'me', name: 'Ann' }, ...Array.from({ length: 5 }, () => ({ type: 'bot', level: 'easy' }))] });
  await page.goto(`./t/${seat.table}#${seat.token}`);
  await ghost(page, seat, { decisions: 16 });
  await page.getByRole('button', { name: 'Gebäude', exact: true }).click();
  const sheet = page.getByRole('dialog', { name: 'Gebäude' });
  await expect(sheet.getByText(/Wenn jetzt die 1\. Wertung wäre/)).toBeVisible();
  await accessible(page);
  await page.screenshot(picture('matrix-390-night'));
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth)).toBe(true);
});
