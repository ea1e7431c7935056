// Coming back: games that go on are cards with opponents, a small palace and whose turn it is; games that are over are a
// history with results, from which the next one begins. What was said meanwhile is marked.

import { deal, ghost } from './ghost';
import { accessible, expect, inGame, picture, test, two } from './kit';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('a game that goes on is a card; one that is over is a result with a rematch', async ({ page, request }) => {
  test.setTimeout(200_000);
  const going = await deal(request, {}, { seed: '6' });
  await page.goto(`./t/${going.table}#${going.token}`);
  await inGame(page);
  await expect(page.locator('.table')).toHaveAttribute('data-decision', 'main_action', { timeout: 20_000 });
  const done = await deal(request, {}, { seed: '7' });
  await page.goto(`./t/${done.table}#${done.token}`);
  await inGame(page);
  await ghost(page, done, { over: true });
  await expect(page.getByRole('dialog', { name: 'Scoring 3' })).toBeVisible();
  await page.goto('./');
  const card = page.locator('.continue .card');
  await expect(card).toHaveCount(1);
  await expect(card).toContainText('With Yusuf and Zaida');
  await expect(card).toContainText('Your turn');
  await expect(card.locator('svg.palace')).toBeVisible();
  const result = page.locator('.history .card');
  await expect(result).toHaveCount(1);
  await expect(result.locator('.results > span')).toHaveCount(3);
  await expect(result.locator('.won')).toHaveText(/★/);
  await picture(page, 'home-games');
  await result.getByRole('button', { name: /rematch|again/i }).click();
  await expect(page).not.toHaveURL(new RegExp(done.table));
  await expect(page).toHaveURL(/\/t\//);
  await page.goto('./');
  await card.first().getByRole('button').last().click();
  await page.goto('./');
  await card.filter({ hasText: 'Your turn' }).first().locator('.game').click();
  await inGame(page);
});

test('whoever was away at the end has the last scoring told before the result, once', async ({ page, request }) => {
  const seat = await deal(request, {}, { seed: '21' });
  await page.goto(`./t/${seat.table}#${seat.token}`);
  await inGame(page);
  // The tab is closed; the game ends without it.
  await page.goto('./settings');
  await ghost(page, seat, { over: true });
  await page.goto('./');
  const card = page.locator('.history .card');
  await expect(card).toContainText('The result is waiting');
  await expect(card.locator('.results'), 'no points, no winner').toHaveCount(0);
  await picture(page, 'home-waiting');
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await card.getByRole('button', { name: 'See the last scoring' }).click();
  const last = page.getByRole('dialog', { name: 'Scoring 3' });
  await expect(last).toBeVisible();
  await expect(page.getByRole('dialog', { name: /win/ })).toHaveCount(0);
  await expect(page.locator('.status')).toContainText('Scoring 3');
  // Gone again before its last row: it was not told.
  await page.reload();
  await expect(last).toBeVisible();
  await last.getByRole('button', { name: 'Skip to the end' }).click();
  await last.getByRole('button', { name: 'Go on' }).click();
  await expect(page.getByRole('dialog', { name: /win/ })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('dialog', { name: /win/ }), 'it is told once').toBeVisible();
  await expect(last).toHaveCount(0);
  await page.goto('./');
  await expect(card.locator('.results > span')).toHaveCount(3);
});

test('where nobody may watch, one still sees one’s own games', async ({ page, somebody, request }) => {
  const { ben, table } = await two(page, somebody, request, { options: { spectators: 'none' } });
  await ben.goto('./');
  const card = ben.locator('.continue .card');
  await expect(card).toContainText(/Your turn|Ann to move/);
  await expect(card.locator('svg.palace'), 'with the palace as it is').toBeVisible();
  await expect(page.locator('.rivals li[data-seat="1"]'), 'and nobody hears of it').toContainText('away');
  // Closed before its end it is no result, and stays where it was.
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByText('Host', { exact: true }).click();
  await page.getByRole('button', { name: 'Close the table' }).click();
  await page.getByRole('button', { name: 'Yes, close it for everybody' }).click();
  await ben.reload();
  await expect(card).toContainText('Stopped');
  await expect(ben.locator('.history')).toHaveCount(0);
  expect(table).not.toBe('');
});

test('looking at the list does not tell the others that somebody is back', async ({ page, somebody, request }) => {
  const { ben } = await two(page, somebody, request, {});
  await ben.goto('./');
  await expect(ben.locator('.continue .card')).toContainText(/Your turn|Ann to move/);
  await expect(page.locator('.rivals li[data-seat="1"]')).toContainText('away');

  // What is said meanwhile is marked for whoever comes back, until it is looked at.
  await page.getByRole('tab', { name: 'Chat' }).click();
  await page.getByRole('textbox', { name: 'Chat' }).fill('Are you there?');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.locator('.tabs .unread'), 'nobody is told of their own words').toHaveCount(0);
  await ben.locator('.continue .game').click();
  await inGame(ben);
  await expect(ben.locator('.tabs .unread')).toContainText('1');
  await ben.reload();
  await expect(ben.locator('.tabs .unread')).toContainText('1');
  await accessible(ben, 'unread');
  await ben.getByRole('tab', { name: /Chat/ }).click();
  await expect(ben.locator('.tabs .unread')).toHaveCount(0);
  await ben.reload();
  await inGame(ben);
  await expect(ben.locator('.tabs .unread')).toHaveCount(0);
});

test('every part of the first page has a name of its own', async ({ page }) => {
  await page.goto('./');
  await expect(page.getByRole('region', { name: 'Ways into the game' }).getByText('Join a table')).toBeVisible();
  const names = await page
    .locator('main > section, nav')
    .evaluateAll((parts) => parts.map((part) => part.getAttribute('aria-label')).filter(Boolean));
  expect(new Set([...names, 'Alhambra']).size, names.join()).toBe(names.length + 1);
});
