// What modules ask beside whole games: bills paid with cards of one's own choice, and windows that stay shut.

import type { DecisionView } from '../../src/protocol';
import { expect, test } from './kit';
import { asked, payMyself, table } from './player';
import { playTo, swift } from './swift';

// Movement is shown elsewhere; here it would only take time.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** A window that asks us, and one that was passed for us, which is said while our turn lasts. */
const OPEN = '.table[data-decision=special_move] .preset';
const TOLD = '.table:is([data-decision=main_action], [data-decision=confirm_turn]) .notice button';

test("the bill of a module is paid with cards of one's own choice", async ({ page, request }) => {
  await page.goto(await table(request, ['watchtowers'], '4', 2));
  await expect(page.locator('.status')).toBeVisible();
  await playTo(page, '.table[data-decision=payment]', 2);
  const { step } = await asked(page);
  await payMyself(page);
  await expect.poll(async () => (await asked(page)).step, { message: 'the payment was taken' }).toBeGreaterThan(step);
});

/** Modules that ask although nothing may be the only answer: in what kind of question, and how often that is to be met. */
const NOTHING = [
  // A vizier buys for the exact price or not at all: whether a hand has it is a secret, but here nobody else could learn it.
  ['viziers-favour', 'special_move', 3],
  // Before every scoring whoever holds such a card is asked, whether or not it can be played.
  ['bonus-cards', 'module', 2],
] as const;

for (const [module, question, often] of NOTHING)
  test(`alone, nobody is asked in a window where nothing is the only answer: ${module}`, async ({ page, request }) => {
    let met = 0;
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => {
        const { type, decision } = JSON.parse(String(payload)) as { type: string; decision?: DecisionView | null };
        if (type === 'update' && decision?.kind === question && decision.options.length === 1) met += 1;
      }),
    );
    await page.goto(await table(request, [module], '5', 3));
    await expect(page.locator('.status')).toBeVisible();
    // Whoever never touches anything in such a window stands still there, unless the page goes on by itself.
    let over = false;
    for (let touches = 0; met < often && !over; touches++) {
      const { kind, step } = await asked(page);
      const nothing = (await page.locator('.sheet .option, .sheet .value, .space.can, .space.exact').count()) === 0;
      if (kind === question && nothing)
        await expect(page.locator('.table'), 'it goes on untouched').not.toHaveAttribute('data-step', String(step));
      else ({ over } = await swift(page, { seed: 5, most: 1, until: Date.now() + 60_000 }));
    }
    expect(met, 'there were such windows').toBeGreaterThanOrEqual(often);
  });

test('pictures and words of modules travel only to a table that has them', async ({ page, request }) => {
  const sent: string[] = [];
  page.on('request', (one) => {
    const found = /\/api\/(modules\/[^?]*|signs)/.exec(one.url())?.[1];
    if (found) sent.push(found);
  });
  await page.goto(await table(request, [], '5', 3));
  await playTo(page, '.table[data-decision=confirm_turn]', 5);
  await page.waitForLoadState('networkidle');
  expect(sent, 'a table of the base game').toEqual([]);
  await page.goto(await table(request, ['bonus-cards'], '5', 3));
  await expect(page.locator('.status')).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect([...new Set(sent)], 'and of one module').toEqual(['modules/bonus-cards']);
});

test('a window that is always passed does not open again, until one asks for it', async ({ page, request }) => {
  test.setTimeout(300_000);
  await page.goto(await table(request, ['viziers-favour'], '5', 3));
  await expect(page.locator('.status')).toBeVisible();
  await playTo(page, OPEN, 5);
  await page.locator('.preset summary').click();
  await page.getByLabel('always pass').check();
  await page.locator('.sheet .pass').click();
  for (const time of ['once', 'and again']) {
    await playTo(page, `${TOLD}, ${OPEN}`, 5);
    await expect(page.locator('.notice button'), `passed for us ${time}, and it is said`).toBeVisible();
    await expect(page.locator(OPEN)).toHaveCount(0);
    // Whatever we do wipes it away.
    if (time === 'once') await swift(page, { seed: 5, most: 1, until: Date.now() + 60_000 });
  }
  await page.locator('.notice button').click();
  await expect(page.locator('.notice'), 'which is taken back').toHaveCount(0);
  await playTo(page, OPEN, 5);
  await expect(page.locator('.preset'), 'and it opens again').toBeVisible();
});
