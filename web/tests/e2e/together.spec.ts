// Several people at one table: a turn is shown once it is settled, windows are open equally long for everybody, and
// links for spectators can be withdrawn and renewed.

import type { Page } from '@playwright/test';
import { asked } from './player';
import { accessible, bot, expect, inGame, make, me, open, picture, say, test, two } from './kit';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** Who has the turn, and who has not. */
async function mover(ann: Page, ben: Page): Promise<[Page, Page]> {
  await expect
    .poll(
      async () => [(await asked(ann)).kind, (await asked(ben)).kind].filter((kind) => kind === 'main_action').length,
    )
    .toBe(1);
  return (await asked(ann)).kind === 'main_action' ? [ann, ben] : [ben, ann];
}

test('a turn is shown to the others once it is settled', async ({ page, somebody, request }) => {
  const { ann, ben } = await two(page, somebody, request, {});
  const [active, waiting] = await mover(ann, ben);
  await expect(waiting.locator('.status')).toHaveText(
    /^Waiting for (Ann|Ben), who is taking a turn\. You see it once it is settled\.$/,
  );
  const before = await asked(waiting);
  const cards = waiting.locator('.market .money');
  const shown = await cards.evaluateAll((all) => all.map((card) => card.getAttribute('aria-label')));
  await active.locator('.money:not([disabled])').first().click();
  await expect(active.locator('.table')).toHaveAttribute('data-decision', 'confirm_turn');
  // Taken, and perhaps taken back: nobody else hears of it.
  await say(active, waiting, 'One moment.');
  expect(await asked(waiting)).toEqual(before);
  expect(await cards.evaluateAll((all) => all.map((card) => card.getAttribute('aria-label')))).toEqual(shown);
  await expect(waiting.locator('.status')).toContainText('who is taking a turn');
  await active.locator('.actions .end').click();
  await expect(waiting.locator('.table')).toHaveAttribute('data-decision', 'main_action');
  expect(await cards.evaluateAll((all) => all.map((card) => card.getAttribute('aria-label')))).not.toEqual(shown);
});

test('a window between turns is open equally long for everybody', async ({ page, somebody, request }) => {
  const { ann, ben } = await two(page, somebody, request, {}, ['viziers-favour']);
  const [active] = await mover(ann, ben);
  await active.locator('.money:not([disabled])').first().click();
  await active.locator('.actions .end').click();
  const rings = [ann, ben].map((one) => one.locator('.countdown'));
  await Promise.all(rings.map((ring) => expect(ring).toBeVisible()));
  // The window waits for nobody: everything it shows is read in one look.
  const [seconds, moving, told] = await rings[0]!.evaluate((ring) => [
    ring.querySelector('text')!.textContent,
    getComputedStyle(ring.querySelector('.left')!).animationName,
    ring.querySelector('[role=status]')!.textContent,
  ]);
  const first = (await asked(ann)).kind === 'special_move' ? ann : ben;
  await first.locator('.sheet .pass').click();
  await expect(first.locator('.status')).toHaveText(/^Your answer is noted/);
  await expect(first.locator('.countdown'), 'it stays open for the one who has answered').toBeVisible();
  // Whoever wants less movement has the seconds; whoever listens is told once, not every second.
  expect(seconds).toMatch(/^[1-6]$/);
  expect(moving).toBe('none');
  expect(told).toBe('Window for special moves: 6 seconds.');
  for (const ring of rings) await expect(ring).toBeHidden({ timeout: 10_000 });
  await mover(ann, ben);

  // Whoever passes anyway says so beforehand, and is waited for no more.
  for (const one of [ann, ben]) {
    await one.getByRole('button', { name: 'Menu' }).click();
    await one.getByLabel(/Pass in windows between turns/).check();
    await one.keyboard.press('Escape');
  }
  await expect(ann.getByRole('img', { name: 'passes between turns' })).toHaveCount(2);
  const [next, other] = await mover(ann, ben);
  await next.locator('.money:not([disabled])').first().click();
  await next.locator('.actions .end').click();
  await expect(other.locator('.table')).toHaveAttribute('data-decision', 'main_action', { timeout: 4_000 });
});

test('links for spectators are withdrawn and renewed', async ({ page, somebody, request }) => {
  const { ann, ben, table } = await two(page, somebody, request, { options: { spectators: 'hands' } });
  const watcher = await somebody();
  await watcher.goto(`./t/${table}`);
  await inGame(watcher);
  await expect(watcher.getByRole('group', { name: 'Your hand' })).toHaveCount(0);
  await picture(watcher, 'spectator');

  await ann.getByRole('button', { name: 'Menu' }).click();
  await ann.getByText('Let somebody watch').click();
  await ann.getByRole('button', { name: 'Withdraw the link for spectators' }).click();
  await expect(watcher.getByText(/withdrawn/)).toBeVisible();
  await expect(ann.getByText('No link lets anybody watch now.')).toBeVisible();
  await ann.getByRole('button', { name: 'Make a link for spectators' }).click();
  const link = await ann.getByLabel('Link for spectators').inputValue();
  expect(link).toContain('#');
  await watcher.goto(link);
  await inGame(watcher);
  await accessible(ann, 'links for spectators');

  // A new one for the old one: whoever came by the old one is sent away.
  await ann.getByRole('button', { name: 'A new link instead' }).click();
  await expect(ann.getByLabel('Link for spectators')).not.toHaveValue(link);
  await expect(watcher.getByText(/withdrawn/)).toBeVisible();

  // The link to a hand belongs to its player; the host can end it, too.
  await ben.getByRole('button', { name: 'Menu' }).click();
  await ben.getByText('Let somebody watch').click();
  await ben.getByRole('button', { name: 'Make a link that shows my hand' }).click();
  const hand = await ben.getByLabel('A link that shows your hand').inputValue();
  await watcher.goto(hand);
  await inGame(watcher);
  await expect(watcher.locator('.hand .card').first()).toBeVisible();
  await ben.getByRole('button', { name: 'Withdraw the link to my hand' }).click();
  await expect(watcher.getByText(/withdrawn/)).toBeVisible();
  await ben.getByRole('button', { name: 'Make a link that shows my hand' }).click();
  await ann.getByRole('button', { name: 'Withdraw the link to the hand of Ben' }).click();
  await expect(ben.getByLabel('A link that shows your hand')).toBeHidden();
});

test('a bot keeps the seat of somebody who went away, and they take it back', async ({ page, somebody, request }) => {
  const { ann, ben } = await two(page, somebody, request, {});
  const address = ben.url();
  await ben.goto('about:blank');
  // Nobody is replaced while they are there: first the others hear that Ben is gone.
  await expect(ann.locator('.rivals li[data-seat="1"]')).toContainText('away');
  await ann.getByRole('button', { name: 'Menu' }).click();
  await ann.getByText('Host', { exact: true }).click();
  await ann.getByRole('dialog').getByRole('button', { name: 'A bot stands in' }).click();
  await expect(ann.locator('.company')).toContainText(/plays for Ben until they come back/);
  await ann.keyboard.press('Escape');
  await ben.goto(address);
  await inGame(ben);
  await expect(ben.locator('.company')).toContainText('is playing for you');
  await accessible(ben, 'a bot in my seat');
  await ben.getByRole('button', { name: 'Take my seat back' }).click();
  await expect(ben.locator('.company')).toHaveCount(0);
  await expect(ann.locator('.company')).toContainText('Ben plays again.');
});

test('taking back is asked for and agreed', async ({ page, somebody, request }) => {
  const { ann, ben } = await two(page, somebody, request, { options: { undo: 'ask' } });
  const [active, waiting] = await mover(ann, ben);
  await active.locator('.money:not([disabled])').first().click();
  await active.locator('.actions .end').click();
  await expect(waiting.locator('.table')).toHaveAttribute('data-decision', 'main_action');
  await active.getByRole('button', { name: 'Menu' }).click();
  await active.getByRole('button', { name: 'Ask to take back the last action' }).click();
  await expect(active.locator('.company')).toContainText('Waiting for the others');
  await expect(waiting.locator('.company')).toContainText('asks to take back the last action');
  await picture(waiting, 'vote');
  await waiting.getByRole('button', { name: 'Agree' }).click();
  await expect(waiting.getByRole('button', { name: 'Agree' })).toHaveCount(0);
  await expect(active.locator('.table'), 'the turn is open again').toHaveAttribute('data-decision', 'confirm_turn');
});

test('everybody sees who is away, who is back, and whose time runs', async ({ page, somebody, request }) => {
  const { ann, ben } = await two(page, somebody, request, { options: { clock: { type: 'per_move', seconds: 60 } } });
  await expect(ann.locator('.rivals .clock')).toHaveCount(2);
  await expect(ann.locator('.rivals .clock.runs')).toHaveText(/0:[45]\d/);
  await expect(ann.locator('header .clock')).toBeVisible();
  const address = ben.url();
  await ben.goto('about:blank');
  const seat = ann.locator('.rivals li[data-seat="1"]');
  await expect(seat).toContainText('away');
  await expect(ann.locator('.company')).toContainText('Ben is away.', { timeout: 12_000 });
  await picture(ann, 'away');
  await ann.locator('.company').getByRole('button', { name: 'A bot stands in' }).click();
  await expect(ann.locator('.company')).toContainText('plays for Ben until they come back');
  await ben.goto(address);
  await expect(ann.locator('.company')).toContainText('Ben is back.');
  await ben.getByRole('button', { name: 'Take my seat back' }).click();
  await expect(ann.locator('.company')).toContainText('Ben plays again.');
  await expect(seat).not.toContainText('away');
  await expect(ann.locator('.company'), 'news go by themselves').toHaveCount(0, { timeout: 12_000 });
});

test('somebody leaves the game to a bot, and the others are told', async ({ page, somebody, request }) => {
  const { ann, ben } = await two(page, somebody, request, {});
  await ann.getByRole('button', { name: 'Menu' }).click();
  await ann.getByRole('button', { name: 'Leave the game to a bot' }).click();
  await ann.getByRole('button', { name: 'Yes, I leave' }).click();
  await expect(ben.locator('.company')).toContainText('plays for Ann until they come back');
  await expect(ann.getByRole('heading', { name: 'Alhambra' })).toBeVisible();
  await ann.goBack();
  await inGame(ann);
  await ann.getByRole('button', { name: 'Take my seat back' }).click();
  await expect(ben.locator('.company')).toContainText('Ann plays again.');
  // Nobody's word is needed for it: a guest who leaves is stood in for as well.
  await ben.getByRole('button', { name: 'Menu' }).click();
  await ben.getByRole('button', { name: 'Leave the game to a bot' }).click();
  await ben.getByRole('button', { name: 'Yes, I leave' }).click();
  await expect(ann.locator('.company')).toContainText('plays for Ben until they come back');
});

test('somebody resigns for good: of two the other has won, and the next game is a click away', async ({
  page,
  somebody,
  request,
}) => {
  const { ann, ben } = await two(page, somebody, request, {});
  await ben.getByRole('button', { name: 'Menu' }).click();
  await ben.getByRole('button', { name: 'Resign', exact: true }).click();
  await expect(ben.getByText('You give this game up for good')).toBeVisible();
  await ben.getByRole('button', { name: 'Yes, I resign' }).click();
  await expect(ann.getByRole('heading', { name: 'You win' })).toBeVisible();
  await expect(ann.getByText('Everybody else has resigned.')).toBeVisible();
  await expect(ben.getByRole('heading', { name: 'Ann wins' })).toBeVisible();
  await accessible(ann, 'won because the other resigned');
  await ann.getByRole('button', { name: 'Play again' }).click();
  await expect(ann.getByRole('listitem').filter({ hasText: 'Ben' })).toBeVisible();
});

test('where others play on, a bot keeps the seat of whoever resigned to the end', async ({
  page,
  somebody,
  request,
}) => {
  const { ben } = await two(page, somebody, request, {
    seats: [me('Ann'), open(), bot()],
    setup: { players: [{ name: 'a' }, { name: 'b' }, { name: 'c' }], confirm: true },
  });
  await ben.getByRole('button', { name: 'Menu' }).click();
  await ben.getByRole('button', { name: 'Resign', exact: true }).click();
  await ben.getByRole('button', { name: 'Yes, I resign' }).click();
  await expect(page.locator('.company')).toContainText('Ben has resigned.');
  await page.locator('.rivals li[data-seat="1"] .who').click();
  const banner = page.locator('.stage .banner');
  await expect(banner).toBeVisible();
  const free = await banner.evaluate((node) => {
    const { left, right, top, bottom } = node.getBoundingClientRect();
    const company = document.querySelector('.company')?.getBoundingClientRect();
    const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return (!company || company.top >= bottom) && hit !== null && node.contains(hit);
  });
  expect(free, 'the news lie below whose palace this is').toBe(true);
  await expect(page.locator('.rivals li[data-seat="1"]')).toContainText('resigned');
  await expect(ben.locator('.company')).toContainText('You have resigned.');
  await expect(ben.getByRole('button', { name: 'Take my seat back' })).toHaveCount(0);
});

test('names are changed in the waiting room, and whoever sat down can stand up', async ({
  page,
  somebody,
  request,
}) => {
  const made = await make(request, { seats: [me('Ann'), open()] });
  await page.goto(`./t/${made.table}#${made.token}`);
  const friend = await somebody();
  await friend.goto(`./t/${made.table}`);
  await friend.getByRole('textbox', { name: /name/i }).fill('Bo');
  await friend.getByRole('button', { name: 'Sit down here' }).click();
  await friend.getByRole('button', { name: 'Change name' }).click();
  await friend.locator('form input').fill('Boabdil');
  await friend.getByRole('button', { name: 'Use it' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Boabdil' })).toBeVisible();
  await friend.getByRole('button', { name: 'Stand up' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Boabdil' })).toHaveCount(0);
  await expect(friend.getByRole('button', { name: 'Sit down here' })).toBeVisible();
});
