// The screens of a game on its way: a turn with everything on the table, a scoring, the end, the table as text.

import { deal, ghost } from './ghost';
import { expect, inGame, picture, test } from './kit';

test('a scoring, and a game in its middle', async ({ page, request }) => {
  test.setTimeout(300_000);
  const seat = await deal(request, { hints: true }, { seed: '31' });
  await page.goto(`./t/${seat.table}#${seat.token}`);
  await ghost(page, seat, { scoring: 1 });
  await expect(page.getByRole('dialog', { name: 'Scoring 1' })).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Skip to the end' }).click();
  await picture(page, 'scoring');
  await page.keyboard.press('Escape');
  await ghost(page, seat, { decisions: 20 });
  await page.reload();
  await inGame(page);
  await picture(page, 'game-middle');
});

test('the end of a game, and its replay', async ({ page, request }) => {
  test.setTimeout(300_000);
  const seat = await deal(request, { hints: true }, { seed: '31' });
  await page.goto(`./t/${seat.table}#${seat.token}`);
  await ghost(page, seat, { over: true });
  await page.reload();
  await inGame(page);
  await picture(page, 'end');
  await page.goto(`./replay/${seat.table}#40`);
  await expect(page.getByRole('slider')).toBeVisible({ timeout: 15_000 });
  await picture(page, 'replay');
});

test('the table as text', async ({ page, request }) => {
  await page.addInitScript(() =>
    localStorage.setItem('alhambra.settings', JSON.stringify({ language: 'en', text: true })),
  );
  const seat = await deal(request, {}, { seed: '32' });
  await page.goto(`./t/${seat.table}#${seat.token}`);
  await expect(page.getByRole('heading', { name: 'What you can do' })).toBeVisible();
  await picture(page, 'text-mode');
});
