// Every screen around the game, as people walk through them; pictures of each at both sizes and in all themes.

import decodeQR from 'qr/decode.js';
import { bot, expect, inGame, make, me, modules, myTurn, open, picture, shortTurn, small, test, PHONE } from './kit';
import type { Page } from '@playwright/test';

/** What a camera reads from the code on the page. */
async function camera(page: Page, nth = 0): Promise<string> {
  const pixels = await page.evaluate(async (nth) => {
    const svg = document.querySelectorAll('svg.qr')[nth] as SVGElement;
    const image = new Image();
    image.src = `data:image/svg+xml;base64,${btoa(new XMLSerializer().serializeToString(svg))}`;
    await image.decode();
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [400, 400];
    const pen = canvas.getContext('2d')!;
    pen.drawImage(image, 0, 0, 400, 400);
    return [...pen.getImageData(0, 0, 400, 400).data];
  }, nth);
  return decodeQR({ width: 400, height: 400, data: Uint8Array.from(pixels) });
}

test('a newcomer is in a game against two bots with one click', async ({ page }) => {
  await page.goto('./');
  await expect(page.getByRole('button', { name: /Play against bots/ })).toBeVisible();
  await picture(page, 'home');
  await page.setViewportSize(PHONE);
  expect(await small(page), 'every target on the first page is large enough for a finger').toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: /Play against bots/ }).click();
  await myTurn(page);
  await shortTurn(page);
  await shortTurn(page);
  await picture(page, 'game');
});

test('a table is made with modules, an option and a house rule; a friend joins by its code', async ({
  page,
  somebody,
}) => {
  await page.goto('./new');
  await page.getByLabel('Your name').fill('Ann');
  await page.getByRole('button', { name: /^6 Diamonds/ }).click();
  await expect(page.getByRole('button', { name: /Diamonds/, pressed: true })).toBeVisible();
  await page.getByRole('button', { name: /^5 City Gates/ }).click();
  await page.getByLabel(/gate may also be put/).selectOption('yes');
  await page.locator('summary', { hasText: 'House rules' }).click();
  await page.getByLabel(/who begins/i).selectOption('random');
  await expect(page.getByText('2 modules · weight 3')).toBeVisible();
  await expect(page.getByLabel('Set-up code', { exact: true })).toHaveValue(/.{5,63}/);
  const code = await page.getByLabel('Set-up code', { exact: true }).inputValue();
  await page.getByRole('button', { name: 'Help: Diamonds' }).click();
  await picture(page, 'new-table');
  await page.keyboard.press('Escape');
  await picture(page, 'new-table-whole', { axe: false, whole: true });
  await page.setViewportSize(PHONE);
  expect(await small(page)).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });

  // The same set-up from its code, on another device.
  const friend = await somebody();
  await friend.goto('./new');
  await friend.getByLabel('Set-up code from a friend').fill(code);
  await friend.getByRole('button', { name: 'Use this code' }).click();
  await expect(friend.getByText('2 modules · weight 3')).toBeVisible();
  await expect(friend.getByLabel(/gate may also be put/)).toHaveValue('yes');
  await friend.getByLabel('Set-up code from a friend').fill('no such code');
  await friend.getByRole('button', { name: 'Use this code' }).click();
  await expect(friend.getByRole('alert')).toBeVisible();

  // The friend joins by the code of the table, typed as people type.
  await page.getByRole('button', { name: 'Open the table' }).click();
  const link = await page.getByLabel('Send this link to your friends').inputValue();
  const typed = link
    .replace(/^.*\/t\//, '')
    .toLowerCase()
    .replace(/^(....)/, '$1-');
  await friend.goto('./');
  await friend.getByLabel('Table code').fill(typed);
  await friend.getByRole('button', { name: 'Join', exact: true }).click();
  await expect(friend.getByRole('button', { name: 'Sit down here' })).toBeVisible();
});

test('a recommended set is chosen with its reason, and a whole expansion with one touch', async ({ page }) => {
  await page.goto('./new');
  const sets = page.getByRole('group', { name: 'Recommended' }).getByRole('button');
  await expect(sets).toHaveCount(6);
  const first = sets.filter({ hasText: 'A first step' });
  await expect(first).toContainText('paying gets easier');
  await expect(first).toHaveAttribute('aria-pressed', 'false');
  await first.click();
  await expect(first).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByText(/^3 modules/)).toBeVisible();
  const on = page.locator('.modules li.on strong');
  await expect(on).toHaveText(['Currency Exchange Cards', 'Diamonds', 'Magical Buildings']);
  await page.screenshot({ path: 'out/picker-sets.png' });

  // A group of the box joins as a whole, and goes as a whole; what is chosen beside it stays.
  const fans = page.getByRole('heading', { name: "Fans' expansions" });
  await fans.scrollIntoViewIfNeeded();
  await page.getByRole('button', { name: "All of them: Fans' expansions" }).click();
  await expect(page.getByText(/^6 modules/)).toBeVisible();
  await expect(first).toHaveAttribute('aria-pressed', 'false');
  await page.getByRole('button', { name: "None of them: Fans' expansions" }).click();
  await expect(page.getByText(/^3 modules/)).toBeVisible();
  await expect(first).toHaveAttribute('aria-pressed', 'true');
});

test('surprises respect their limits, and a module that cannot be added says why', async ({ page }) => {
  await page.goto('./new');
  await page.getByLabel('how many').selectOption('3');
  await page.getByLabel('weight up to').selectOption('2');
  await page.getByRole('button', { name: 'Surprise me' }).click();
  await expect(page.getByText(/^3 modules/)).toBeVisible();
  for (const card of await page.locator('li.on').all()) {
    await expect(card.getByText(/Weight [12] of 5/)).toBeAttached();
  }
  await page.getByRole('group', { name: 'Ready-made choices' }).getByRole('button', { name: 'Classic' }).click();
  await expect(page.getByText('The classic game, without modules.')).toBeVisible();
  await page.getByRole('button', { name: 'Everything' }).click();
  await expect(page.getByText(/^1\d modules|^[2-4]\d modules/)).toBeVisible();
  // What the server says cannot join: with this house rule nobody knows how thieves would play.
  await page.getByRole('group', { name: 'Ready-made choices' }).getByRole('button', { name: 'Classic' }).click();
  await page.locator('summary', { hasText: 'House rules' }).click();
  const display = page.getByLabel('When the display is filled up');
  await display.selectOption({ label: 'only when it is empty' });
  const barred = page.getByRole('button', { name: /Thieves.*does not go with HR-7/ });
  await expect(barred).toBeVisible();
  await expect(barred).toHaveAttribute('aria-disabled', 'true');
  // Whoever clicks all the same changes nothing.
  await barred.click({ force: true });
  await expect(page.getByText('The classic game, without modules.')).toBeVisible();
  await display.selectOption({ label: 'after every turn' });
  await expect(barred, 'it is no matter of the module alone').toHaveCount(0);
});

test('a friend joins by link or camera, everybody is ready, the game begins', async ({ page, somebody }) => {
  await page.goto('./new');
  await page.getByLabel('Your name').fill('Ann');
  await page.getByRole('combobox', { name: 'Spectators' }).selectOption('hands');
  await page.getByRole('button', { name: 'Open the table' }).click();
  const link = await page.getByLabel('Send this link to your friends').inputValue();
  expect(await camera(page), 'the code on the page is the link').toBe(link);
  await picture(page, 'waiting-room');
  await page.setViewportSize(PHONE);
  expect(await small(page)).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(page.getByText(/1 seat still needs somebody/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Start the game' })).toBeDisabled();

  // The host makes room, seats a bot, takes the seat away again.
  await page.getByRole('button', { name: 'Another seat' }).click();
  await page.getByLabel('Who sits at seat 4').selectOption('bot:easy');
  await expect(page.getByText('(Bot: easy)')).toBeVisible();
  await page.getByRole('button', { name: 'Take seat 4 away' }).click();
  await expect(page.getByLabel('Who sits at seat 4')).toBeHidden();

  const friend = await somebody();
  await friend.goto(link);
  await friend.getByLabel('Your name').fill('Zoë');
  await friend.getByRole('button', { name: 'Sit down here' }).click();
  await expect(page.getByText('Zoë').first()).toBeVisible();
  // Nobody waits for a button that is not mentioned: the guest is told of theirs, the host for whom to wait, and then of their own.
  await expect(friend.getByText('Press “Ready” as soon as you are')).toBeVisible();
  // What was agreed on is told to everybody who sits down, before anything begins.
  const agreed = async (one: Page): Promise<Record<string, string>> =>
    Object.fromEntries(
      await one
        .locator('main dt')
        .evaluateAll((all) =>
          all.map((what) => [what.textContent.trim(), what.nextElementSibling!.textContent.trim()]),
        ),
    ) as Record<string, string>;
  expect(await agreed(friend)).toMatchObject({
    'Taking back': 'own turn, until something new shows',
    Help: 'majorities are worked out',
    Clock: 'none',
    Spectators: 'also hands, by a link from the player',
  });
  expect(await agreed(friend), 'the same for everybody').toEqual(await agreed(page));
  await expect(page.getByText('Not ready yet: Zoë.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Start the game' })).toBeDisabled();
  await friend.getByRole('button', { name: 'Ready' }).click();
  await expect(friend.getByText('The host starts the game. This page goes on by itself.')).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'Zoë' })).toContainText('✓ Ready');
  await expect(page.getByText('Everybody is ready: start the game.')).toBeVisible();

  // A third one watches, and another sees the friend's hand by the friend's own link.
  await friend.getByText('Let somebody watch').click();
  await friend.getByRole('button', { name: 'Make a link that shows my hand' }).click();
  const hand = await friend.getByLabel('A link that shows your hand').inputValue();
  expect(hand).toContain('#');
  await page.getByRole('button', { name: 'Start the game' }).click();
  await inGame(page);
  await inGame(friend);

  // The seat goes on on another device, by its own link.
  await friend.getByRole('button', { name: 'Menu' }).click();
  await picture(friend, 'menu');
  await friend.getByText('Go on with another device').click();
  const own = await friend.getByLabel('Your own link').inputValue();
  const phone = await somebody({ viewport: PHONE });
  await phone.goto(own);
  await inGame(phone);
});

test('settings: German, night, motion, keys', async ({ page }) => {
  await page.goto('./settings');
  await page.getByLabel('Language').selectOption('de');
  await expect(page.getByRole('heading', { name: 'Einstellungen' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await page.getByLabel('Bewegung').selectOption('less');
  await page.getByLabel('Aussehen').selectOption('night');
  await picture(page, 'settings');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Einstellungen' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'night');
  await expect(page.locator('html')).toHaveAttribute('data-motion', 'less');
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Tasten' })).toBeVisible();
  await picture(page, 'keys');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
});

test('a whole visit in German', async ({ somebody }) => {
  const page = await somebody({ locale: 'de' });
  await page.goto('./');
  await page.getByLabel('Dein Name').fill('Änne');
  await page.getByRole('button', { name: /Gegen Bots/ }).click();
  await shortTurn(page);
  await shortTurn(page);
  await page.getByRole('button', { name: 'Menü' }).click();
  await expect(page.getByRole('dialog').getByText('Zum Anfang')).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Zum Anfang' }).click();
  await expect(page.getByRole('heading', { name: 'Weiterspielen' })).toBeVisible();
  await page.goto('./new');
  await expect(page.getByRole('heading', { name: 'Neuer Tisch' })).toBeVisible();
});

test('the host closes the table for everybody', async ({ page, request, somebody }) => {
  const made = await make(request, { seats: [me(), open(), bot()] });
  await page.goto(`./t/${made.table}#${made.token}`);
  const friend = await somebody();
  await friend.goto(`./t/${made.table}`);
  await expect(friend.getByRole('button', { name: 'Sit down here' })).toBeVisible();
  await page.getByText('Host', { exact: true }).click();
  await page.getByRole('button', { name: 'Close the table' }).click();
  await page.getByRole('button', { name: 'Yes, close it for everybody' }).click();
  await expect(friend.getByRole('heading', { name: 'This table was closed.' })).toBeVisible();
  await picture(friend, 'closed');
  await friend.getByRole('button', { name: 'To the start' }).click();
  await expect(friend.getByRole('button', { name: /Play against bots/ })).toBeVisible();
});

test('a listed table is found on the first page', async ({ page, request }) => {
  const made = await make(request, {
    name: 'Tuesday',
    seats: [me(), open()],
    options: { listed: true },
    setup: { players: [{ name: 'a' }, { name: 'b' }], modules: { [(await modules(request))[0]!]: {} } },
  });
  await page.goto('./');
  await page
    .getByRole('button', { name: /Tuesday/ })
    .first()
    .click();
  await expect(page).toHaveURL(new RegExp(made.table));
  await expect(page.getByRole('button', { name: 'Sit down here' })).toBeVisible();
});

test('several people at one screen: a curtain before every hand', async ({ page, request }) => {
  const players = [{ name: 'Ann' }, { name: 'Ben' }];
  const made = await make(request, {
    seats: [me('Ann'), me('Ben')],
    setup: { players, confirm: true },
    start: true,
    seed: '4',
  });
  await page.goto(`./t/${made.table}#${made.token}`);
  const hand = page.getByRole('group', { name: /hand|Hand/ }).first();
  for (let turn = 0; turn < 4; turn++) {
    const taken = page.getByRole('button', { name: /^I am (Ann|Ben)$/ });
    await expect(taken).toBeFocused();
    if (turn === 0) await picture(page, 'curtain');
    // What lies behind cannot be reached, not even by readers of screens.
    await expect(hand).toBeHidden();
    await page.keyboard.press('1');
    await expect(taken).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(taken).toBeHidden();
    await shortTurn(page);
  }
  // Whoever reads the log next is anybody: it has names, and nobody is "you".
  await page.getByRole('button', { name: /^I am (Ann|Ben)$/ }).press('Enter');
  await page.getByRole('tab', { name: 'Log' }).click();
  const log = page.locator('.turns');
  await expect(log).toContainText('Ann');
  await expect(log).toContainText('Ben');
  await expect(log).not.toContainText(/\b[Yy]ou/);
});
