// What modules ask beside whole games: bills paid with cards of one's own choice, and windows that stay shut.

import { expect, test } from '@playwright/test';
import type { DecisionView } from '../../src/protocol';
import { asked, decide, luck, payMyself, table, watch } from './player';

// Movement is shown elsewhere; here it would only take time.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

test("the bill of a module is paid with cards of one's own choice", async ({ page, request }) => {
  const errors = watch(page);
  await page.goto(await table(request, ['watchtowers'], '4', 2));
  const random = luck(2);
  for (let i = 0; i < 150; i++) {
    const { kind, step } = await asked(page);
    if (kind === 'payment') {
      await payMyself(page);
      await expect
        .poll(async () => (await asked(page)).step, { message: 'the payment was taken' })
        .toBeGreaterThan(step);
      expect(errors).toEqual([]);
      return;
    }
    if (kind !== 'waiting' && kind !== '') await decide(page, kind, random).catch(() => undefined);
    await page.waitForTimeout(60);
  }
  throw new Error('nothing was owed');
});

test('alone, nobody is asked in a window where nothing is the only answer', async ({ page, request }) => {
  // A vizier buys for the exact price or not at all: whether a hand has it is a secret, but here nobody else could learn it.
  let met = 0;
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      const { type, decision } = JSON.parse(String(payload)) as { type: string; decision?: DecisionView | null };
      if (type === 'update' && decision?.kind === 'special_move' && decision.options.length === 1) met += 1;
    }),
  );
  await page.goto(await table(request, ['viziers-favour'], '5', 3));
  const random = luck(5);
  for (let i = 0; i < 300 && met < 3; i++) {
    const { kind, step } = await asked(page);
    if (kind === 'over') break;
    if (kind === 'special_move' && (await page.locator('.sheet .option, .space.can, .space.exact').count()) === 0)
      await expect(page.locator('.table'), 'it goes on untouched').not.toHaveAttribute('data-step', String(step));
    else if (kind !== 'waiting' && kind !== '') await decide(page, kind, random).catch(() => undefined);
    await page.waitForTimeout(60);
  }
  expect(met, 'there were such windows').toBe(3);
});

test('a window that is always passed does not open again, until one asks for it', async ({ page, request }) => {
  test.setTimeout(300_000);
  const errors = watch(page);
  await page.goto(await table(request, ['viziers-favour'], '5', 3));
  const random = luck(5);
  const again = page.locator('.notice button');
  const opened = page.locator('.preset');
  let [passing, told, passed] = [false, -1, 0];
  for (let i = 0; i < 400; i++) {
    const { kind, step } = await asked(page);
    if (kind === 'over') break;
    // Once it is our turn again, what is said of the window stays until we act: it is looked for before that.
    if (passing && ['main_action', 'confirm_turn'].includes(kind) && step > told && (await again.count()) > 0) {
      told = step;
      passed += 1;
    }
    if (passed === 2) break;
    if (kind === 'special_move' && !passing && (await opened.count()) > 0) {
      await page.locator('.preset summary').click();
      await page.getByLabel('always pass').check();
      await page.locator('.sheet .pass').click();
      passing = true;
    } else if (kind !== 'waiting' && kind !== '' && !(kind === 'special_move' && passing)) {
      await decide(page, kind, random).catch(() => undefined);
    }
    await page.waitForTimeout(60);
  }
  expect(passed, 'the window was passed for us, and it was said').toBe(2);
  await again.click();
  await expect(page.locator('.notice'), 'which is taken back').toHaveCount(0);
  for (let i = 0; i < 400 && (await opened.count()) === 0; i++) {
    const { kind } = await asked(page);
    if (kind === 'over') break;
    if (kind !== 'waiting' && kind !== '' && kind !== 'special_move')
      await decide(page, kind, random).catch(() => undefined);
    await page.waitForTimeout(60);
  }
  await expect(opened, 'and it opens again').toBeVisible();
  expect(errors).toEqual([]);
});
