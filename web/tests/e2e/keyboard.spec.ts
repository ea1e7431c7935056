// Without a mouse: from the first page into a game, through turns, menu and keys; the focus is always to be seen.

import { bot, expect, make, me, myTurn, shortTurn, test } from './kit';
import { gone, settled, table } from './player';
import type { Page } from '@playwright/test';

/** Whether what has the focus looks different for it. */
async function seen(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement as HTMLElement | null;
    if (!element || element === document.body) return 'nothing has the focus';
    const style = getComputedStyle(element);
    const outlined = style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2;
    // Shapes in drawings show it by their stroke.
    const drawn = [...element.querySelectorAll('rect, path')].some(
      (shape) => parseFloat(getComputedStyle(shape).strokeWidth) >= 6,
    );
    return outlined || drawn ? '' : `${element.tagName}.${element.getAttribute('class') ?? ''} does not show the focus`;
  });
}

/** Presses a key, and sees where the focus is after it. */
async function pressed(page: Page, key: string): Promise<void> {
  await page.keyboard.press(key);
  // What the key led to may take away what had the focus; where it goes on is there a moment later.
  await expect.poll(() => seen(page), { message: `after ${key}`, timeout: 2_000 }).toBe('');
}

/** Walks with Tab until something called `name` has the focus. */
async function walk(page: Page, name: RegExp, most = 120): Promise<void> {
  for (let i = 0; i < most; i++) {
    await page.keyboard.press('Tab');
    expect(await seen(page)).toBe('');
    const here = await page.evaluate(
      () => `${document.activeElement?.getAttribute('aria-label') ?? ''} ${document.activeElement?.textContent ?? ''}`,
    );
    if (name.test(here)) return;
  }
  throw new Error(`Tab does not lead to ${name}`);
}

test('a game is begun and played with the keyboard alone', async ({ page }) => {
  await page.goto('./');
  await walk(page, /Play against bots/);
  await page.keyboard.press('Enter');
  await shortTurn(page);
  await shortTurn(page);
  await myTurn(page);
  await walk(page, /Menu/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  // Letters typed into the menu do nothing to the game behind it.
  await page.keyboard.press('1');
  await walk(page, /Keys/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await myTurn(page);
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible();
  await page.keyboard.press('Escape');
  // What one can do is reached with Tab as well as with its letter.
  await walk(page, /^Take /);
  await page.keyboard.press('Enter');
  await expect(
    page
      .getByRole('button', { name: 'End turn' })
      .or(page.getByText(/Waiting for/))
      .first(),
  ).toBeVisible();
});

test('a whole game is played with the keyboard alone, and what has the focus is always to be seen', async ({
  page,
  request,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  // With six at the table the turns of one are few.
  await page.goto(await table(request, [], '31', 6));
  const done = { take: 0, buy: 0, lay: 0, keep: 0 };
  for (;;) {
    const { kind, step } = await settled(page);
    if (kind === 'over') break;
    if (kind === 'waiting') {
      await gone(page, step);
      continue;
    }
    // A scoring that was held meanwhile lies over the table.
    if ((await page.locator('dialog[open]').count()) > 0) await page.keyboard.press('Escape');
    if (kind === 'main_action') {
      const exact = await page
        .locator('.market .spaces:not(.beside) .space')
        .evaluateAll((all) => all.findIndex((one) => one.classList.contains('exact')));
      await pressed(page, exact < 0 ? '1' : 'qwer'[exact]!);
      // The exact payment lies ready.
      if (exact >= 0) {
        await expect(page.locator('.pay .primary')).toBeEnabled();
        await pressed(page, 'Enter');
      }
      done[exact < 0 ? 'take' : 'buy'] += 1;
    } else if (kind === 'place_tile') {
      const laid = await intoPalace(page);
      await pressed(page, laid ? 'Enter' : 'b');
      done[laid ? 'lay' : 'keep'] += 1;
    } else if (kind === 'confirm_turn') {
      await pressed(page, 'Enter');
    } else throw new Error(`nobody expected ${kind}`);
    await gone(page, step);
  }
  console.log(`by keys: ${JSON.stringify(done)}`);
  expect(done.buy, 'tiles were bought').toBeGreaterThan(2);
  expect(done.lay, 'and laid').toBeGreaterThan(2);
});

/** Goes into the palace with the arrows, to a place where the tile may lie; whether there is one nearby. */
async function intoPalace(page: Page): Promise<boolean> {
  for (const arrow of ['Right', 'Up', 'Left', 'Left', 'Down', 'Down', 'Right', 'Right', 'Up', 'Up', 'Up', 'Left']) {
    await page.keyboard.press(`Arrow${arrow}`);
    expect(await seen(page)).toBe('');
    if ((await page.locator('.mark.legal:focus').count()) > 0) return true;
  }
  return false;
}

test('a question at the desk has the keyboard at its first answer', async ({ page, request }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const address = await table(request, ['street-trader'], '3', 3);
  await page.goto(address);
  await expect(page.locator('.table')).toHaveAttribute('data-decision', 'module');
  const answers = page.locator('.asking .value:not(:disabled)');
  expect(await answers.count(), 'there is something to choose').toBeGreaterThan(1);
  await expect(answers.first(), 'no Tab is needed').toBeFocused();
  expect(await seen(page)).toBe('');
  await pressed(page, 'Tab');
  await expect(answers.nth(1), 'and one leads to the next').toBeFocused();
});

test('a table is made with the keyboard alone', async ({ page }) => {
  await page.goto('./');
  await walk(page, /New table/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'New table' })).toBeVisible();
  await walk(page, /Diamonds/);
  await page.keyboard.press('Space');
  await expect(page.getByText('1 module · weight 1')).toBeVisible();
  await walk(page, /Open the table/);
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Send this link to your friends')).toBeVisible();
});

test('letters can be turned off', async ({ page, request }) => {
  const made = await make(request, { seats: [me(), bot(), bot()], start: true });
  await page.goto('./settings');
  await page.getByLabel('Single letters are shortcuts').uncheck();
  await page.goto(`./t/${made.table}#${made.token}`);
  await myTurn(page);
  // Keys come one after the other: when the second has done something, the first would have, and its answer be under way.
  await page.keyboard.press('1');
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible();
  expect(await page.locator('.table').getAttribute('data-busy'), 'nothing was sent').toBeNull();
  await expect(page.locator('.table')).toHaveAttribute('data-decision', 'main_action');
  await page.getByLabel('Single letters are shortcuts').check();
  await page.keyboard.press('Escape');
  await page.keyboard.press('1');
  await expect(
    page
      .getByRole('button', { name: 'End turn' })
      .or(page.getByText(/Waiting for/))
      .first(),
  ).toBeVisible();
});
