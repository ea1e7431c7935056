// A module's choice of several parts is a sentence: its blanks are filled by chips or on the table, in any order.

import { deal, ghost } from './ghost';
import { accessible, expect, PHONE, small, test } from './kit';
import { asked, table } from './player';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('eighty ways to begin are one sentence', async ({ page, request }) => {
  await page.goto(await table(request, ['street-trader'], '3', 3));
  const choice = page.locator('.choice');
  const deed = choice.locator('.primary');
  await expect(choice.locator('.sentence')).toHaveText(
    /^Begin with\s+which building\s*,\s+which building\s+and\s+which building\s*,\s+which side\s+of the fountain$/,
  );
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
  expect((await page.locator('.stage').boundingBox())!.height, 'the palace stays in sight').toBeGreaterThan(160);
  expect(await small(page)).toEqual([]);
});

test('a deed that may be done is opened on the desk, and closed again', async ({ page, request }) => {
  test.setTimeout(200_000);
  const seat = await deal(
    request,
    {},
    {
      seed: '5',
      setup: {
        players: [{ name: 'a' }, { name: 'b' }, { name: 'c' }],
        modules: { 'travelling-craftsmen': {} },
        confirm: true,
      },
    },
  );
  await page.goto('./settings');
  await ghost(page, seat, { act: 'travelling-craftsmen.mix' });
  await page.goto(`./t/${seat.table}#${seat.token}`);
  const opens = page.locator('.opens', { hasText: 'Let the mortar mixer swap …' });
  const choice = page.locator('.choice');
  await opens.click();
  await expect(choice.locator('.primary')).toHaveText('2 blanks left');
  await choice.getByRole('button', { name: 'Cancel' }).click();
  await expect(choice).toHaveCount(0);
  await expect(page.locator('.actions')).toBeVisible();
  await opens.click();
  const { step } = await asked(page);
  const chips = choice.locator('.value');
  const last = await chips.last().locator('> span').last().innerText();
  await chips.last().click();
  await chips.first().click();
  await expect(choice.locator('.primary')).toContainText(last);
  expect((await asked(page)).step, 'only filled in').toBe(step);
  await choice.locator('.primary').click();
  await expect.poll(async () => (await asked(page)).step).toBeGreaterThan(step);
});
