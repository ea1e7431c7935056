// A module's choice of several parts is a sentence: its blanks are filled by chips or on the table, in any order.

import type { Page } from '@playwright/test';
import { accessible, expect, PHONE, small, test } from './kit';
import { asked, decide, luck, table } from './player';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** Plays on until the desk asks with a sentence that has a blank like this. */
async function until(page: Page, blank: RegExp, seed: number): Promise<void> {
  const random = luck(seed);
  for (let i = 0; i < 400; i++) {
    if ((await page.locator('.choice .blank', { hasText: blank }).count()) > 0) return;
    const opens = page.locator('.opens');
    if ((await opens.count()) > 0 && (await page.locator('.choice').count()) === 0) {
      await opens.first().click();
      continue;
    }
    const { kind } = await asked(page);
    if (kind === 'over') break;
    if (kind !== 'waiting' && kind !== '') await decide(page, kind, random).catch(() => undefined);
    await page.waitForTimeout(30);
  }
  throw new Error('no sentence was asked');
}

test('eighty ways to begin are one sentence', async ({ page, request }) => {
  await page.goto(await table(request, ['street-trader'], '3', 3));
  const choice = page.locator('.choice');
  const deed = choice.locator('.primary');
  await expect(choice.locator('.sentence')).toHaveText(/^Begin with\s+which building\s*,\s+which building\s+and\s+which building\s*,\s+which side\s+of the fountain$/);
  await expect(deed).toHaveText('4 blanks left');
  await expect(deed).toBeDisabled();
  await accessible(page, 'a sentence with blanks');

  // In any order: the last colour first, then the side.
  await choice.getByRole('button', { name: 'Tower' }).click();
  await choice.getByRole('button', { name: 'Blank 4: which side' }).click();
  await choice.getByRole('button', { name: 'west' }).click();
  await expect(deed).toHaveText('2 blanks left');
  await choice.locator('.value', { hasText: 'Pavilion' }).click();
  await expect(choice.locator('.value', { hasText: 'Tower' }), 'what no longer fits pales but stays').toBeDisabled();
  await choice.locator('.value', { hasText: 'Garden' }).click();
  await expect(deed).toHaveText('Begin with Pavilion, Garden and Tower, west of the fountain');

  // A blank is opened again by touching it, and everything by one button.
  await choice.getByRole('button', { name: 'Blank 4: west' }).click();
  await choice.getByRole('button', { name: 'east' }).click();
  await expect(deed).toHaveText('Begin with Pavilion, Garden and Tower, east of the fountain');
  await choice.getByRole('button', { name: 'Clear' }).click();
  await expect(deed).toHaveText('4 blanks left');

  // With keys alone, the focus goes on from blank to blank and to the deed.
  await choice.locator('.value').first().focus();
  for (let i = 0; i < 4; i++) await page.keyboard.press('Enter');
  await expect(deed).toBeFocused();
  const before = (await asked(page)).step;
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await asked(page)).step).toBeGreaterThan(before);
});

test('on a phone the sentence stands at the foot, large enough for a finger', async ({ page, request }) => {
  await page.setViewportSize(PHONE);
  await page.goto(await table(request, ['street-trader'], '3', 3));
  await expect(page.locator('.choice .primary')).toBeInViewport();
  await expect(page.locator('.stage')).toBeInViewport();
  expect(await small(page)).toEqual([]);
});

test('a place in the palace is touched there, and nothing is done before the sentence is whole', async ({ page, request }) => {
  test.setTimeout(200_000);
  await page.goto(await table(request, ['palace-designers'], '5', 2));
  await until(page, /which place/, 4);
  const { step } = await asked(page);
  const choice = page.locator('.choice');
  await expect(choice.locator('.primary')).toBeDisabled();
  await page.locator('.mark.legal').first().click();
  await expect(page.locator('.mark.on')).toHaveCount(1);
  await expect(choice.locator('.blank', { hasText: 'which place' })).toHaveCount(0);
  expect((await asked(page)).step, 'only filled in').toBe(step);
  while (await choice.locator('.primary').isDisabled()) await choice.locator('.value:not([disabled])').first().click();
  await choice.locator('.primary').click();
  await expect.poll(async () => (await asked(page)).step).toBeGreaterThan(step);
});
