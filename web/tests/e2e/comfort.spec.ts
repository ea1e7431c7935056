// What makes a table one's own: favourites, keys, sounds, the coach, a second look at hints and at scorings.

import { deal, ghost } from './ghost';
import { accessible, expect, inGame, myTurn, picture, shortTurn, small, PHONE, test } from './kit';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('a favourite is kept, found again after a reload and on the first page, set up, and deleted', async ({ page }) => {
  await page.goto('./new');
  await page.getByRole('button', { name: /^6 Diamonds/ }).click();
  await page.getByRole('button', { name: '4', exact: true }).click();
  await page.getByRole('combobox', { name: 'Spectators' }).selectOption('none');
  await page.getByText('Favourites').click();
  await page.getByLabel('Name of the favourite').fill('Sunday <b>table</b>');
  await page.getByRole('button', { name: 'Keep', exact: true }).click();
  const kept = page.getByRole('button', { name: /Sunday <b>table<\/b>.*4 players · 1 module$/ });
  await expect(kept).toBeVisible();
  await page.reload();
  await expect(kept, 'a reload forgets nothing').toBeVisible();
  await expect(page.getByRole('button', { name: /Diamonds/, pressed: true })).toHaveCount(0);
  await kept.click();
  await expect(page.getByRole('button', { name: /Diamonds/, pressed: true })).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Spectators' })).toHaveValue('none');
  await accessible(page, 'favourites');

  await page.goto('./');
  await kept.click();
  await expect(page.getByRole('button', { name: /Diamonds/, pressed: true })).toBeVisible();
  await expect(page.getByRole('button', { name: '4', exact: true, pressed: true })).toBeVisible();
  await page.getByRole('button', { name: 'Delete the favourite Sunday <b>table</b>' }).click();
  await expect(kept).toHaveCount(0);
  await page.goto('./');
  await expect(page.getByRole('heading', { name: 'Favourites' })).toHaveCount(0);
});

test('a key is given to something else and works', async ({ page, request }) => {
  const seat = await deal(request, {}, { seed: '3' });
  await page.goto(`./t/${seat.table}#${seat.token}`);
  await myTurn(page);
  await page.keyboard.press('?');
  await page.getByRole('button', { name: /take the money card 1: 1\. Change/ }).click();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('dialog').getByRole('status')).toContainText('Tab means something everywhere');
  await page.getByRole('button', { name: /take the money card 1: 1\. Change/ }).click();
  await page.keyboard.press('x');
  await expect(page.getByRole('button', { name: /take the money card 1: X\. Change/ })).toBeVisible();
  await page.setViewportSize(PHONE);
  expect(await small(page), 'keys on a phone').toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.keyboard.press('Escape');
  const step = await page.locator('.table').getAttribute('data-step');
  await page.keyboard.press('1');
  await expect(page.locator('.table'), 'the old key does nothing').toHaveAttribute('data-step', step!);
  await page.keyboard.press('x');
  await expect(page.locator('.table')).not.toHaveAttribute('data-step', step!);
});

test('sounds are off until somebody wants them, and then are made on the spot', async ({ page, request }) => {
  await page.addInitScript(() => {
    const made: number[] = [];
    Object.assign(window, { made });
    const original = AudioContext.prototype.createBufferSource;
    AudioContext.prototype.createBufferSource = function () {
      made.push(1);
      return original.call(this);
    };
  });
  const tones = () => page.evaluate(() => (window as unknown as { made: number[] }).made.length);
  const seat = await deal(request, {}, { seed: '3' });
  await page.goto(`./t/${seat.table}#${seat.token}`);
  await myTurn(page);
  await ghost(page, seat, { decisions: 6 });
  expect(await tones(), 'silent at first').toBe(0);
  await page.goto('./settings');
  await page.getByLabel('Sounds').selectOption('on');
  await expect.poll(tones, { message: 'heard when turned on' }).toBeGreaterThan(0);
  await page.getByLabel('Volume').fill('0');
  const before = await tones();
  await page.getByRole('button', { name: 'Try it' }).click();
  expect(await tones(), 'nothing at volume 0').toBe(before);
  await page.getByLabel('Volume').fill('40');
  await page.goto(`./t/${seat.table}#${seat.token}`);
  await inGame(page);
  await ghost(page, seat, { decisions: 12 });
  await expect.poll(tones, { message: 'my turn is heard' }).toBeGreaterThan(0);
});

test('sounds are offered once, at the first touch', async ({ page, request }) => {
  await page.addInitScript(
    () =>
      localStorage.getItem('alhambra.settings')?.includes('volume') ||
      localStorage.setItem('alhambra.settings', JSON.stringify({ ending: 'ask', language: 'en' })),
  );
  const seat = await deal(request, {}, { seed: '3' });
  await page.goto(`./t/${seat.table}#${seat.token}`);
  await myTurn(page);
  const offer = page.getByRole('group', { name: 'Sounds' });
  await expect(offer).toHaveCount(0);
  await page.locator('.status').click();
  await expect(offer).toBeVisible();
  await accessible(page, 'sounds are offered');
  await offer.getByRole('button', { name: 'Yes' }).click();
  await expect(offer).toHaveCount(0);
  expect(await page.evaluate(() => JSON.parse(localStorage.getItem('alhambra.settings')!).sound)).toBe(true);
  await page.reload();
  await myTurn(page);
  await page.locator('.status').click();
  await expect(offer, 'never twice').toHaveCount(0);
});

test('a newcomer is coached through the first turn, and told nothing twice', async ({ page }) => {
  await page.goto('./');
  await page.getByRole('button', { name: /Learn while you play/ }).click();
  const coach = page.getByRole('complementary', { name: 'Coach' });
  await expect(coach).toContainText('Money');
  // What is spoken of is lit and ringed, and the rest of the table dims.
  const lit = page.locator('.ring');
  await expect(lit).toBeVisible();
  const [ring, money] = [(await lit.boundingBox())!, (await page.locator('.display').boundingBox())!];
  for (const [x, y] of [
    [money.x + 4, money.y + 4],
    [money.x + money.width - 4, money.y + money.height / 2],
  ] as const) {
    expect(x > ring.x && x < ring.x + ring.width, 'the money lies within').toBe(true);
    expect(y > ring.y && y < ring.y + ring.height, 'the money lies within').toBe(true);
  }
  await expect(page.locator('.dim')).toBeVisible();
  await picture(page, 'coach');
  await page.locator('.money:not([disabled])').first().click();
  await expect(coach.getByText('take money')).toHaveCount(0);
  await page.locator('.actions .end').click();
  await myTurn(page);
  await expect(coach.getByText('For a start, take money'), 'money is understood').toHaveCount(0);
  // Sooner or later there is something else to be told, and it can be declined for good.
  for (let turn = 0; (await coach.count()) === 0; turn++) {
    expect(turn, 'the coach speaks again').toBeLessThan(20);
    await shortTurn(page);
    await myTurn(page);
  }
  await coach.getByRole('button', { name: 'No more tips' }).click();
  await expect(coach).toHaveCount(0);
  await expect(page.locator('.dim, .ring'), 'and nothing is lit any more').toHaveCount(0);
  await page.reload();
  await myTurn(page);
  await expect(coach).toHaveCount(0);
});

test('a first glance says so, and the bot thinks on by itself', async ({ page, request }) => {
  const seat = await deal(request, { hints: true }, { seed: '3' });
  await page.goto(`./t/${seat.table}#${seat.token}`);
  await myTurn(page);
  await page.getByRole('button', { name: 'Hint' }).click();
  const hint = page.getByRole('complementary', { name: 'Hint' });
  await expect(hint.getByRole('listitem').first()).toBeVisible({ timeout: 15_000 });
  await expect(hint.locator('.glance')).toContainText(/first glance: the bot thinks on|has thought/);
  await expect(hint.getByText('The bot has thought about it.')).toBeVisible({ timeout: 20_000 });
  await expect(hint.getByRole('button', { name: 'Think longer' })).toHaveCount(0);
  await expect(hint.getByRole('listitem').first()).toBeVisible();
  await expect(hint.getByRole('alert')).toHaveCount(0);
});

test('a scoring of the past lights the palaces as they were, and says what would have changed it', async ({
  page,
  request,
}) => {
  const seat = await deal(request, {}, { seed: '11' });
  await page.goto(`./t/${seat.table}#${seat.token}`);
  await ghost(page, seat, { scoring: 1 });
  const sheet = page.getByRole('dialog', { name: 'Scoring 1' });
  await expect(sheet).toBeVisible();
  const drawn = () => sheet.locator('.palaces svg[role=img] > g').count();
  const then = await drawn();
  await page.keyboard.press('Escape');
  await ghost(page, seat, { decisions: 30 });
  await page.reload();
  await inGame(page);
  await page.getByRole('button', { name: 'Points', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: '1', exact: true }).click();
  await expect(sheet.getByText('The palaces as they stood at this scoring.')).toBeVisible();
  await expect.poll(drawn, { message: 'the palaces of then' }).toBe(then);
  // Somewhere a few more buildings would have changed something.
  const would = sheet.locator('.would li').first();
  for (const row of await sheet.locator('tr[data-row] th button').all()) {
    await row.click();
    if ((await would.count()) > 0) break;
  }
  await expect(would).toContainText(/more .* for .*: \+\d+/);
});
