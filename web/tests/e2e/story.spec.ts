// The story of a game in a real browser: scorings row by row, the log, hints, the end, and the table as text.

import type { Locator, Page } from '@playwright/test';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { ghost, deal } from './ghost';
import { table } from './player';
import { playTo } from './swift';
import { accessible, bot, expect, inGame, me, OUT, picture, PHONE, sideways, small, test } from './kit';

/** Rows come slowly enough for whoever wants to stop them. */
test.beforeEach(({ page }) => page.addInitScript(() => localStorage.setItem('alhambra.tempo', 'slow')));

test('a scoring is shown row by row and explained down to tiles', async ({ page, request }) => {
  const seat = await deal(request, {}, { seed: '11' });
  await page.goto(`./t/${seat.table}#${seat.token}`);
  await expect(page.getByText(/Scoring 1 in \d+–\d+ cards/), 'the gauge').toBeVisible();
  await ghost(page, seat, { scoring: 1 });
  const dialog = page.getByRole('dialog', { name: 'Scoring 1' });
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'Pause' }).click();
  const shown = dialog.locator('tr[data-row]:not(.hidden)');
  const before = await shown.count();
  await dialog.getByRole('button', { name: 'Next row' }).click();
  await expect(shown).toHaveCount(before + 1);
  await dialog.getByRole('button', { name: 'Skip to the end' }).click();
  await expect(dialog.locator('tr.hidden')).toHaveCount(0);
  await dialog.locator('button.points').first().click();
  await expect(dialog.locator('.told li').first()).toContainText(/=/);
  await expect(dialog.locator('.lit, .run').first(), 'tiles light up').toBeVisible();
  await picture(page, 'scoring');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: 'Points', exact: true }).click();
  await expect(dialog, 'it can be opened again').toBeVisible();
});

for (const [when, modules, edition] of [
  ['while money is drafted', [], 'red-palace'],
  ['while citizens are chosen', ['street-trader'], 'classic'],
] as const) {
  test(`no scoring is promised before its card is in the deck: ${when}`, async ({ page, request }) => {
    await page.goto(await table(request, [...modules], '3', 3, edition));
    await expect(page.locator('.table')).toHaveAttribute('data-decision', 'module');
    const gauge = page.locator('.gauge');
    await expect(gauge).toContainText('Scoring cards are shuffled in before the first turn');
    await expect(gauge).not.toContainText('Scoring 1');
    await page.setViewportSize(PHONE);
    await expect(gauge).toBeInViewport({ ratio: 1 });
    expect(await sideways(page)).toEqual([]);
    await playTo(page, '.table[data-decision=main_action]', 3);
    await expect(gauge, 'then everybody knows where it lies').toContainText(/Scoring 1 in \d+–\d+ cards/);
  });
}

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
  const seat = await deal(request, {}, { seed: '5' });
  await page.goto(`./t/${seat.table}#${seat.token}`);
  await ghost(page, seat, { decisions: 24 });
  // A page that was away is told what happened since the last turn of its seat.
  await page.reload();
  const recap = page.getByRole('complementary', { name: 'Since your last turn' });
  await expect(recap).toBeVisible({ timeout: 10_000 });
  // What is new lies lit where it was laid: in the small palaces of those who laid it, and large when one looks at them.
  const lit = page.locator('.rivals .thumb .lit');
  await expect(lit.first()).toBeVisible();
  const owner = page
    .locator('.rivals li')
    .filter({ has: page.locator('.thumb .lit') })
    .first();
  const fresh = await owner.locator('.thumb .lit').count();
  await picture(page, 'recap');
  await owner.locator('.who').click();
  await expect(page.locator('.stage svg.palace .lit')).toHaveCount(fresh);
  await page.keyboard.press('Escape');
  await recap.getByRole('button', { name: /Since your last turn/ }).click();
  await picture(page, 'recap-open');
  await recap.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('tab', { name: 'Log' }).click();
  const turns = page.locator('.turns > li');
  await expect(turns.first()).toBeVisible();
  const all = await turns.count();
  await page.locator('.turns h3 button').nth(1).click();
  await expect(page.locator('.scene svg')).toBeVisible();
  await accessible(page, 'log');
  await page.getByLabel('Player', { exact: true }).selectOption({ label: 'Ann' });
  await expect.poll(() => turns.count(), { message: 'the filter leaves fewer turns' }).toBeLessThan(all);
});

test('a hint is given where the table allows it, and can be followed', async ({ page, request }) => {
  const silent = await deal(request, {}, { seed: '3' });
  await page.goto(`./t/${silent.table}#${silent.token}`);
  await expect(page.locator('.status')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Hint' })).toHaveCount(0);
  const seat = await deal(request, { hints: true }, { seed: '3' });
  await page.goto(`./t/${seat.table}#${seat.token}`);
  await page.getByRole('button', { name: 'Hint' }).click();
  const panel = page.getByRole('complementary', { name: 'Hint' });
  await expect(panel.locator('.why')).toContainText(/\.$/);
  await expect(panel.getByText(/% chance of winning/).first()).toBeVisible();
  await picture(page, 'hint');
  await panel
    .getByRole('button', { name: /^Do it/ })
    .first()
    .click();
  await expect(panel, 'what has been done needs no advice').toBeHidden();
});

/** Looks at the last scoring to its end and goes on to the end of the game. */
async function toTheEnd(page: Page): Promise<Locator> {
  const last = page.getByRole('dialog', { name: 'Scoring 3' });
  await expect(last).toBeVisible();
  await last.getByRole('button', { name: 'Skip to the end' }).click();
  await last.getByRole('button', { name: 'Go on' }).click();
  const end = page.getByRole('dialog', { name: /win/ });
  await expect(end).toBeVisible();
  return end;
}

/** Both tables of the end add up to the ranking. */
async function addsUp(end: Locator): Promise<void> {
  const number = (text: string): number => (text.trim() === '·' ? 0 : Number(text.trim().replace('−', '-')));
  const numbers = async (row: Locator) => (await row.allInnerTexts()).map(number);
  const final = await numbers(end.locator('.ranking strong'));
  for (const table of ['.rounds', '.sources']) {
    expect(await numbers(end.locator(`${table} tfoot td`)), table).toEqual(final);
    const sums = final.map(() => 0);
    for (const row of await end.locator(`${table} tbody tr`).all())
      (await numbers(row.locator('td'))).forEach((n, i) => (sums[i]! += n));
    expect(sums, `${table} adds up to the final scores`).toEqual(final);
  }
}

test('the end shows where every point came from, and leads on', async ({ page, request }) => {
  const seat = await deal(request, {}, { seed: '21' });
  await page.goto(`./t/${seat.table}#${seat.token}`);
  await ghost(page, seat, { over: true });
  const end = await toTheEnd(page);
  await picture(page, 'end');
  await addsUp(end);
  await expect(end.getByText('At the start'), 'nobody began with anything').toHaveCount(0);
  const record = await end.getByRole('link', { name: 'Save the record' }).getAttribute('href');
  expect((await request.get(record!)).status()).toBe(200);
  await end.getByRole('button', { name: 'Play again' }).click();
  await expect(page).not.toHaveURL(new RegExp(seat.table));
  await expect(page.getByText('Ann').first()).toBeVisible();
});

test('in the other edition the end begins with what everybody had', async ({ page, request }) => {
  const setup = {
    edition: 'red-palace',
    players: [{ name: 'a' }, { name: 'b' }, { name: 'c' }],
    confirm: true,
  };
  const seat = await deal(request, {}, { seed: '21', setup });
  await page.goto('./settings');
  await ghost(page, seat, { scoring: 1 });
  await page.goto(`./t/${seat.table}#${seat.token}`);
  await inGame(page);
  await picture(page, 'red-palace');
  await ghost(page, seat, { over: true });
  const end = await toTheEnd(page);
  await expect(end.locator('.rounds tbody tr').first()).toHaveText(/At the start\s*5\s*5\s*5/);
  await addsUp(end);
  await end.locator('.every').scrollIntoViewIfNeeded();
  await picture(page, 'red-palace-end');
  // The replay shows what is sold beside the market.
  await end.getByRole('link', { name: 'Replay' }).click();
  await expect(page.getByRole('list', { name: 'Preview' }).getByRole('listitem')).toHaveCount(3);
  await page.keyboard.press('Home');
  await expect(page.getByRole('list', { name: 'Preview' }).locator('svg')).not.toHaveCount(0);
  await picture(page, 'red-palace-replay');
});

test('the end of six shows all six palaces, and one picture with the ranking', async ({ page, request }) => {
  const seat = await deal(request, {}, { seed: '8', seats: [me(), bot(), bot(), bot(), bot(), bot()] });
  await page.goto(`./t/${seat.table}#${seat.token}`);
  await ghost(page, seat, { over: true });
  const end = await toTheEnd(page);
  const all = end.locator('.strip button');
  await expect(all).toHaveCount(6);
  for (const one of await all.all()) await expect(one.locator('svg')).toBeVisible();
  await picture(page, 'end-six');
  await all.last().click();
  await expect(end.locator('.whose')).toHaveText((await all.last().getAttribute('aria-label'))!);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    end.getByRole('button', { name: 'Save the picture' }).click(),
  ]);
  await file.saveAs(join(OUT, 'share-six.png'));
  expect(statSync(join(OUT, 'share-six.png')).size, 'a picture of some size').toBeGreaterThan(20_000);
});

test('the whole table as text: a game is played to its end, its scoring explained and its replay followed', async ({
  page,
  request,
}) => {
  await page.addInitScript(() =>
    localStorage.setItem('alhambra.settings', JSON.stringify({ language: 'en', text: true })),
  );
  // With six at the table the turns of one are few.
  const seat = await deal(request, { hints: true }, { seed: '13', seats: [me(), bot(), bot(), bot(), bot(), bot()] });
  await page.goto(`./t/${seat.table}#${seat.token}`);
  await expect(page.getByRole('heading', { name: 'What you can do' })).toBeVisible();
  const options = page.locator('.options button');
  for (let i = 0; i < 4; i++) {
    await expect(options.first()).toBeEnabled();
    const text = await page.locator('.text').innerText();
    await options.first().press('Enter');
    await expect.poll(async () => (await page.locator('.text').innerText()) !== text).toBe(true);
  }
  await expect(page.getByText('Palace of Ann').first()).toBeVisible();
  await expect(page.locator('[role=log]'), 'what happened is announced').not.toBeEmpty();
  await picture(page, 'text');

  const pressed = await page.evaluate(pressOn);
  expect(pressed['Buy'], 'tiles were bought').toBeGreaterThan(1);
  expect(pressed['Lay tiles'], 'and laid').toBeGreaterThan(1);
  const last = page.getByRole('dialog', { name: 'Scoring 3' });
  await last.getByRole('button', { name: 'Skip to the end' }).press('Enter');
  await last.locator('button.points').first().press('Enter');
  await expect(last.locator('.told li').first(), 'points explain themselves in words').toContainText(/=/);
  await last.getByRole('button', { name: 'Go on' }).press('Enter');
  await page.getByRole('dialog', { name: /win/ }).getByRole('link', { name: 'Replay' }).press('Enter');
  // Every moment of the replay is a line to be read, and the line follows the keys.
  const line = page.locator('.paper [aria-current=step]').last();
  await expect(line, 'the game has been fetched').toBeVisible();
  await page.keyboard.press('End');
  await expect(line).toContainText(/wins|share the win/);
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await expect(line).not.toContainText(/wins|share the win/);
});

/** Presses a button of the text that buys or lays, or else the first there is, until the game is over; how many of each kind. */
async function pressOn(): Promise<Record<string, number>> {
  const free = (): HTMLButtonElement[] => [...document.querySelectorAll<HTMLButtonElement>('.options button:enabled')];
  const status = (): string => document.querySelector('.text .status')?.textContent ?? '';
  // Who has won is said after the last scoring.
  const over = (): boolean => /over|Scoring 3/.test(status());
  const head = (button: Element): string => button.closest('ul')!.previousElementSibling!.textContent;
  const when = (so: () => boolean): Promise<void> =>
    new Promise((resolve, reject) => {
      const end = (): void => (watch.disconnect(), clearTimeout(timer), resolve());
      const watch = new MutationObserver(() => so() && end());
      const timer = setTimeout(() => reject(new Error(`nothing goes on: ${status()}`)), 15_000);
      watch.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
      if (so()) end();
    });
  const pressed: Record<string, number> = {};
  for (;;) {
    await when(() => over() || free().length > 0);
    if (over()) return pressed;
    const all = free();
    const button = ['Buy', 'Lay tiles'].flatMap((kind) => all.filter((one) => head(one) === kind))[0] ?? all[0]!;
    pressed[head(button)] = (pressed[head(button)] ?? 0) + 1;
    button.click();
    // What was pressed rests until it is answered.
    await when(() => !free().includes(button));
  }
}

test('windows over the table begin at their top on a small phone', async ({ page, request }) => {
  await page.setViewportSize(PHONE);
  /** How far what is open has been scrolled, and whether its heading is in sight. */
  const begins = async (what: string): Promise<void> => {
    const dialog = page.locator('dialog[open]');
    await expect(dialog, what).toBeVisible();
    // Where the focus was set and scrolled to is known when it has been drawn.
    const scrolled = await dialog.evaluate(
      (node) =>
        new Promise<number[]>((resolve) =>
          requestAnimationFrame(() =>
            requestAnimationFrame(() => resolve([node, ...node.querySelectorAll('*')].map((one) => one.scrollTop))),
          ),
        ),
    );
    expect(
      scrolled.filter((top) => top > 0),
      `${what} begins at its top`,
    ).toEqual([]);
    await expect(dialog.getByRole('heading').first()).toBeInViewport({ ratio: 1 });
  };
  const setup = {
    players: [{ name: 'a' }, { name: 'b' }, { name: 'c' }],
    modules: { 'city-gates': {} },
    confirm: true,
  };
  const seat = await deal(request, { hints: true }, { seed: '21', setup });
  await page.goto(`./t/${seat.table}#${seat.token}`);
  await page.getByRole('button', { name: 'Menu' }).click();
  await begins('the menu');
  await page.keyboard.press('Escape');
  await page.getByRole('navigation').getByRole('button', { name: 'Players' }).click();
  await page.getByRole('tab', { name: 'Modules' }).click();
  await page.getByRole('button', { name: 'Help: City Gates' }).click();
  await begins('the card of a module');
  await page.keyboard.press('Escape');
  await ghost(page, seat, { over: true });
  await begins('the last scoring');
  await page.getByRole('button', { name: 'Skip to the end' }).click();
  await page.getByRole('button', { name: 'Go on' }).click();
  await begins('the end');
  const long = await page.locator('dialog[open] .body').evaluate((body) => body.scrollHeight - body.clientHeight);
  expect(long, 'it is longer than the screen').toBeGreaterThan(100);
});

test('the majorities of six lie with the players on a phone, every row named, in German', async ({ page, request }) => {
  await page.addInitScript(() => localStorage.setItem('alhambra.settings', JSON.stringify({ language: 'de' })));
  await page.setViewportSize(PHONE);
  const seat = await deal(request, {}, { seed: '8', seats: [me(), bot(), bot(), bot(), bot(), bot()] });
  await page.goto(`./t/${seat.table}#${seat.token}`);
  await ghost(page, seat, { decisions: 8 });
  await page.getByRole('navigation').getByRole('button', { name: 'Spieler' }).click();
  await expect(page.getByText(/Wenn jetzt die 1\. Wertung wäre/)).toBeVisible();
  await expect(page.getByRole('rowheader', { name: 'Pavillon' })).toBeVisible();
  await picture(page, 'matrix');
  expect(await sideways(page)).toEqual([]);
  expect(await small(page)).toEqual([]);
});

test('the card of a module stands beside the game, rulings on demand', async ({ page, request }) => {
  const setup = {
    players: [{ name: 'a' }, { name: 'b' }, { name: 'c' }],
    modules: { 'city-gates': {} },
    confirm: true,
  };
  const seat = await deal(request, {}, { seed: '4', setup });
  await page.goto(`./t/${seat.table}#${seat.token}`);
  await page.getByRole('tab', { name: 'Modules' }).click();
  await page.getByRole('button', { name: 'Help: City Gates' }).click();
  const card = page.getByRole('dialog', { name: 'City Gates' });
  await expect(card.getByText('On your turn')).toBeVisible();
  await card.getByText('Edge cases and rulings').click();
  await expect(card.getByText('A-G-1')).toBeVisible();
  await picture(page, 'module-card');
  await page.keyboard.press('Escape');
  await expect(card).toBeHidden();
});
