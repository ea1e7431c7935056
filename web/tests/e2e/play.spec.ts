// A whole game in real browsers: two people and a bot, by touching visible widgets only.

import type { Page } from '@playwright/test';
import { expect, test } from './kit';
import { payMyself, playOut, table } from './player';
import { swift } from './swift';

/** Two people at one table with a bot, the game begun. */
async function seated(host: Page, friend: Page): Promise<void> {
  // The same cards in every run, which nobody can wish for on the page.
  await host.route('**/api/tables', (route) =>
    route.continue({ postData: { ...(route.request().postDataJSON() as object), seed: '7' } }),
  );
  await host.goto('./new');
  await host.getByRole('button', { name: 'Open the table' }).click();
  const link = await host.getByLabel('Send this link to your friends').inputValue();
  await friend.goto(link);
  await friend.getByLabel('Your name').fill('Zoraya');
  await friend.getByRole('button', { name: 'Sit down here' }).click();
  await friend.getByRole('button', { name: 'Ready' }).click();
  await expect(host.getByRole('listitem').filter({ hasText: 'Zoraya' })).toContainText('Ready');
  await host.getByRole('button', { name: 'Start the game' }).click();
  await expect(host.locator('.status')).toBeVisible();
  await expect(friend.locator('.status')).toBeVisible();
}

// Movement is shown elsewhere; here it would only take time.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('two people and a bot, from the link to the rematch, one browser closed in the middle', async ({
  page: host,
  somebody,
}) => {
  test.setTimeout(300_000);
  const until = Date.now() + 280_000;
  let friend = await somebody({ reducedMotion: 'reduce' });
  await seated(host, friend);
  const first = await playOut([host, friend], 7, until, { most: 40 });

  // The friend's browser is closed in the middle of a game and opened again: the first page leads back.
  const context = friend.context();
  await friend.close();
  await expect(host.locator('.rivals li[data-seat="1"]')).toContainText('away');
  friend = await context.newPage();
  await friend.goto('./');
  await friend.locator('.continue .game').first().click();
  await expect(friend.locator('.status')).toBeVisible();
  await expect(host.locator('.rivals li[data-seat="1"]')).not.toContainText('away');

  // The rest with quick fingers, each at their own page.
  const rest = await Promise.all([host, friend].map((page) => swift(page, { seed: 7, until })));
  await expect(host.locator('.status')).toContainText(/over/);
  await expect(friend.locator('.status')).toContainText(/over/);
  expect(
    [...first.kinds.keys(), ...rest.flatMap(({ kinds }) => Object.keys(kinds))].filter((kind) => kind.endsWith(' ')),
    'decisions without a widget',
  ).toEqual([]);
  expect(first.clicks + rest[0]!.clicks + rest[1]!.clicks).toBeGreaterThan(60);

  // From the end to the next game, both with the seats they have.
  for (const one of [host, friend]) await toTheEnd(one);
  await host.getByRole('button', { name: 'Play again' }).click();
  await expect(host.getByRole('button', { name: 'Start the game' })).toBeVisible();
  await friend.getByRole('button', { name: /next game/i }).click();
  await friend.getByRole('button', { name: 'Ready' }).click();
  await expect(host.getByRole('listitem').filter({ hasText: 'Zoraya' })).toContainText('Ready');
  await host.getByRole('button', { name: 'Start the game' }).click();
  await expect(friend.locator('.table')).toHaveAttribute('data-decision', /.+/);
});

/** The last scoring is looked at, then the end is there. */
async function toTheEnd(page: Page): Promise<void> {
  const again = page.getByRole('button', { name: /Play again|next game/i }).first();
  const on = page.getByRole('button', { name: /Go on|To the end|Skip/ }).first();
  await expect(again.or(on).first()).toBeVisible();
  if (!(await again.isVisible())) await on.click();
  await expect(again).toBeVisible();
}

/** Waits until the page asks for this kind of decision. */
async function until(page: Page, kind: string): Promise<void> {
  await expect(page.locator('.table')).toHaveAttribute('data-decision', kind, { timeout: 20_000 });
}

/** Takes money until a tile can be paid. */
async function payable(page: Page): Promise<void> {
  for (let i = 0; i < 12; i++) {
    await until(page, 'main_action');
    if ((await page.locator('.space.can').count()) > 0) return;
    await page.locator('.money:not([disabled])').first().click();
    await until(page, 'confirm_turn');
    await page.locator('.actions .end').click();
  }
  throw new Error('no tile became payable');
}

/** Clicks are counted by the page, as a hand makes them: those of a script and of a key are none. */
async function counted(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    let clicks = 0;
    addEventListener('click', (event) => void (clicks += event.isTrusted && event.detail > 0 ? 1 : 0), true);
    Object.assign(window, { clicks: () => clicks });
  });
  return () => page.evaluate(() => (window as unknown as { clicks: () => number }).clicks());
}

/** Buys the first tile that can be bought, and with how many clicks; an extra action takes money. */
async function buy(page: Page, clicks: () => Promise<number>): Promise<number> {
  await payable(page);
  const before = await clicks();
  await page.locator('.space.can').first().click();
  await page.locator('.pay .primary').click();
  await expect(page.locator('.table')).toHaveAttribute('data-decision', /main_action|place_tile/);
  await page.waitForFunction(() => document.querySelector('.tray .traytile') !== null);
  const needed = (await clicks()) - before;
  if ((await page.locator('.table').getAttribute('data-decision')) === 'main_action') {
    await page.locator('.money:not([disabled])').first().click();
  }
  await until(page, 'place_tile');
  return needed;
}

test('three clicks buy and lay a tile; it is taken back, laid again, moved by tap, keyboard and pointer', async ({
  page,
  request,
}) => {
  await page.goto(await table(request, [], '11', 2));
  const clicks = await counted(page);
  const bought = await buy(page, clicks);
  const before = await clicks();
  await page.locator('.mark.legal').first().click();
  await until(page, 'confirm_turn');
  const needed = bought + (await clicks()) - before;
  expect(needed, 'clicks for buying and laying').toBeLessThanOrEqual(3);
  expect(needed, 'and they were counted').toBeGreaterThan(1);
  const ghost = page.locator('.stage .tile.fresh');
  await expect(ghost, 'a tile of this turn can be moved').toHaveCount(1);
  const first = await ghost.getAttribute('data-at');

  await page.keyboard.press('z');
  await until(page, 'place_tile');
  await expect(ghost).toHaveCount(0);
  await page.keyboard.press('Shift+Z');
  await until(page, 'confirm_turn');
  expect(await ghost.getAttribute('data-at'), 'done again at the same place').toBe(first);

  await ghost.click();
  await until(page, 'place_tile');
  const cells = await page
    .locator('.mark.legal')
    .evaluateAll((marks) => marks.map((mark) => mark.getAttribute('data-cell')));
  expect(cells.length, 'more than one place').toBeGreaterThan(1);
  const second = cells.find((cell) => cell !== first)!;
  await page.locator(`.mark[data-cell="${second}"]`).click();
  await until(page, 'confirm_turn');
  expect(await ghost.getAttribute('data-at'), 'moved by a tap').toBe(second);

  await ghost.focus();
  await page.keyboard.press('Enter');
  await until(page, 'place_tile');
  await page.locator('body').click({ position: { x: 700, y: 15 } });
  await page.keyboard.press('ArrowRight');
  await expect(page.locator('.mark:focus')).toHaveCount(1);
  for (let i = 0; i < 6 && (await page.locator('.mark.legal:focus').count()) === 0; i++)
    await page.keyboard.press(i % 2 === 0 ? 'ArrowUp' : 'ArrowLeft');
  const third = await page.locator('.mark:focus').getAttribute('data-cell');
  await page.keyboard.press('Enter');
  await until(page, 'confirm_turn');
  expect(await ghost.getAttribute('data-at'), 'laid by keyboard').toBe(third);

  // Carried with the pointer to another cell.
  const target = cells.find((cell) => cell !== third)!;
  const [x, y] = target.split(',').map(Number) as [number, number];
  const [gx, gy] = third!.split(',').map(Number) as [number, number];
  const box = (await ghost.boundingBox())!;
  const cell = (await ghost.locator('rect').boundingBox())!.width / 0.94;
  const from = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + 12, from.y + 12);
  await expect(page.locator('.float')).toHaveCount(1);
  await until(page, 'place_tile');
  const mark = (await page.locator(`.mark[data-cell="${target}"]`).boundingBox()) ?? {
    x: from.x + (x - gx) * cell,
    y: from.y - (y - gy) * cell,
    width: 0,
    height: 0,
  };
  await page.mouse.move(mark.x + mark.width / 2, mark.y + mark.height / 2, { steps: 6 });
  await page.mouse.up();
  await until(page, 'confirm_turn');
  expect(await ghost.getAttribute('data-at'), 'carried there').toBe(target);

  await page.locator('.actions .end').click();
  // What others do wipes old messages away: this one is asked for when they are done.
  await until(page, 'main_action');
  await expect(page.locator('.actions .undo'), 'nothing goes back behind the end of a turn').toBeDisabled();
  await page.locator('.actions .undo').click({ force: true });
  await expect(page.locator('.trouble'), 'and it says why').toContainText(/Cannot undo/);
  await expect(ghost).toHaveCount(0);
});

test('four taps of a finger buy and lay a tile', async ({ somebody, request }) => {
  const page = await somebody({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    reducedMotion: 'reduce',
  });
  await page.goto(await table(request, [], '11', 2));
  let taps = 0;
  const tap = async (selector: string): Promise<void> => {
    await page.locator(selector).first().tap();
    taps += 1;
  };
  // Until a tile can be paid exactly or not: saving money is no part of buying.
  for (await until(page, 'main_action'); (await page.locator('.space.can').count()) === 0;) {
    await tap('.money:not([disabled])');
    await until(page, 'confirm_turn');
    await tap('.actions .end');
    await until(page, 'main_action');
  }
  taps = 0;
  await tap('.space.can');
  await tap('.pay .primary');
  await expect(page.locator('.tray .traytile').first()).toBeAttached();
  if ((await page.locator('.table').getAttribute('data-decision')) === 'main_action') {
    // An exact payment: the action that follows is another deed, and its taps are its own.
    const before = taps;
    await page.getByRole('navigation').getByRole('button', { name: 'Market' }).tap();
    await tap('.money:not([disabled])');
    taps = before;
  }
  await until(page, 'place_tile');
  // The first touch of a cell shows what would come of it, the second lays the tile.
  await tap('.mark.legal');
  await expect(page.locator('.table'), 'nothing is laid by the first').toHaveAttribute('data-decision', 'place_tile');
  await tap('.actions .here');
  await until(page, 'confirm_turn');
  expect(taps, 'taps for buying and laying').toBeLessThanOrEqual(4);
});

test('one tap takes a card, and one several small ones', async ({ page, request }) => {
  await page.goto(await table(request, [], '10', 2));
  const state = page.locator('.table');
  const mine = () => expect(state).toHaveAttribute('data-decision', 'main_action', { timeout: 30_000 });
  const single = page.locator('.money:not([disabled])').first();
  // Small cards that may be taken together come sooner or later.
  for (await mine(); (await page.locator('.bundle').count()) === 0; await mine()) {
    await single.click();
    await page.locator('.actions .end').click();
    await expect(state).not.toHaveAttribute('data-decision', 'confirm_turn');
  }
  const cards = page.locator('.hand .pile > .card');
  const [held, bundle] = [await cards.count(), page.locator('.bundle').first()];
  const size = await bundle.locator('> svg').count();
  await bundle.click();
  await expect(state).toHaveAttribute('data-decision', 'confirm_turn');
  await expect(cards).toHaveCount(held + size);
  await page.locator('.actions .undo').click();
  await mine();
  await single.click();
  await expect(state).toHaveAttribute('data-decision', 'confirm_turn');
  await expect(cards).toHaveCount(held + 1);
});

test('alone against bots everything is taken back move by move, in the game of one click', async ({ page }) => {
  /** Who did what the table has told of, one after the other. */
  const doers: (number | null)[] = [];
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      const message = JSON.parse(String(payload)) as { type: string; by?: number | null };
      if (message.type === 'update') doers.push(message.by ?? null);
    }),
  );
  await page.goto('./');
  await page.getByRole('button', { name: /Play against bots/ }).click();
  const table = page.locator('.table');
  const hand = (): Promise<number> => page.locator('.hand .pile > .card').count();
  const turn = expect(table).toHaveAttribute('data-decision', 'main_action', { timeout: 30_000 });
  await turn;
  // The hand after every choice of mine, from the beginning on.
  const hands = [await hand()];
  for (let n = 1; n <= 2; n++) {
    await page.locator('.money:not([disabled])').first().click();
    await expect(table).toHaveAttribute('data-decision', 'confirm_turn');
    hands.push(await hand());
    await page.locator('.actions .end').click();
    await expect(table, 'the bots have played').toHaveAttribute('data-decision', 'main_action', { timeout: 30_000 });
    hands.push(await hand());
  }
  const before = doers.length;
  for (const decision of ['confirm_turn', 'main_action', 'confirm_turn', 'main_action']) {
    hands.pop();
    await page.locator('.actions .undo').click();
    await expect(table).toHaveAttribute('data-decision', decision);
    await expect(page.locator('.hand .pile > .card')).toHaveCount(hands.at(-1)!);
  }
  expect(hands, 'back at the beginning').toHaveLength(1);
  // A bot that was taken back with it does not play again behind my back: the next that happens is what I do.
  await page.locator('.money:not([disabled])').first().click();
  await expect(table).toHaveAttribute('data-decision', 'confirm_turn');
  expect(doers.slice(before), 'four steps back and my move, and nothing else').toEqual([0, 0, 0, 0, 0]);
});

test('a refused cell, a tile that cannot be paid and a payment that is not enough say why', async ({
  page,
  request,
}) => {
  await page.goto(await table(request, [], '11', 2));
  await until(page, 'main_action');
  const dear = page.locator('.space:not(.can):not([disabled])');
  expect(await dear.count(), 'a tile that cannot be paid').toBeGreaterThan(0);
  await dear.first().click();
  await expect(page.locator('.trouble')).toContainText(/too little|price/);
  await payable(page);
  await page.locator('.space.can').first().click();
  await payMyself(page);
  await page.waitForFunction(() => document.querySelector('.tray .traytile') !== null);
  // Tiles with walls do not fit everywhere; one comes along within a few turns.
  for (let i = 0; i < 8; i++) {
    if ((await page.locator('.table').getAttribute('data-decision')) === 'main_action')
      await page.locator('.money:not([disabled])').first().click();
    await until(page, 'place_tile');
    const refused = page.locator('.mark:not(.legal)');
    if ((await refused.count()) > 0) {
      await refused.first().hover();
      await expect(page.locator('.caption.no'), 'the reason on the board').toBeVisible();
      await expect(page.locator('.stage .fault').first(), 'and where it lies').toBeVisible();
      await refused.first().click({ force: true });
      await expect(page.locator('.trouble'), 'and for a tap').toBeVisible();
      return;
    }
    await page.locator('.mark.legal').first().click();
    await until(page, 'confirm_turn');
    await page.locator('.actions .end').click();
    await payable(page);
    await page.locator('.space.can').last().click();
    await page.locator('.pay .primary').click();
    await page.waitForFunction(() => document.querySelector('.tray .traytile') !== null);
  }
  throw new Error('no cell was refused in eight turns');
});

/** Takes money until a tile can be paid exactly, and buys it so. */
async function buyExactly(page: Page): Promise<void> {
  for (let i = 0; i < 40; i++) {
    await until(page, 'main_action');
    const exact = page.locator('.space.exact');
    if ((await exact.count()) > 0) {
      await exact.first().click();
      await expect(page.locator('.pay p.sum'), 'what lies ready is exact').toContainText('exact, then another action');
      await page.locator('.pay .primary').click();
      await expect(page.locator('.traytile')).toHaveCount(1);
      return until(page, 'main_action');
    }
    await page.locator('.money:not([disabled])').first().click();
    await until(page, 'confirm_turn');
    await page.locator('.actions .end').click();
  }
  throw new Error('no tile could be paid exactly');
}

test('a bought tile is laid in thought before the turn is over, moved, kept over a reload, and laid so', async ({
  page,
  request,
}) => {
  await page.goto(await table(request, [], '11', 2));
  await buyExactly(page);
  const planned = page.locator('.stage .tile.planned');
  await page.locator('.traytile').click();
  await expect(page.locator('.status')).toContainText(/laid when your turn ends/);
  const cells = await page
    .locator('.mark.legal')
    .evaluateAll((marks) => marks.map((mark) => mark.getAttribute('data-cell')!));
  expect(cells.length, 'there are places').toBeGreaterThan(0);
  await page.locator(`.mark[data-cell="${cells[0]}"]`).click();
  await expect(planned).toHaveCount(1);
  await until(page, 'main_action');
  // It is taken up again and laid elsewhere, if there is another place.
  await planned.click();
  await expect(planned).toHaveCount(0);
  const last = cells.at(-1)!;
  await page.locator(`.mark[data-cell="${last}"]`).click();
  await expect(planned).toHaveAttribute('data-at', last);
  // A phone is turned, and turned back.
  for (const [width, height] of [
    [640, 360],
    [360, 640],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect(planned, `nothing is forgotten at ${width}×${height}`).toHaveAttribute('data-at', last);
  }
  await page.reload();
  await expect(planned, 'a reload forgets nothing').toHaveAttribute('data-at', last, { timeout: 15_000 });
  await page.locator('.money:not([disabled])').first().click();
  await until(page, 'confirm_turn');
  await expect(page.locator('.stage .tile.fresh')).toHaveAttribute('data-at', last);
  await expect(planned).toHaveCount(0);
});

test('paying too much where exact was possible is named, and such a turn does not end by itself; others do', async ({
  page,
  request,
}) => {
  await page.addInitScript(() =>
    localStorage.setItem('alhambra.settings', JSON.stringify({ ending: 'smart', language: 'en', offered: true })),
  );
  await page.goto(await table(request, [], '11', 2));
  let [over, alone] = [false, false];
  for (let i = 0; i < 40 && !(over && alone); i++) {
    await until(page, 'main_action');
    // A scoring that was held meanwhile lies over the table.
    const scoring = page.locator('dialog[open] button.close');
    if ((await scoring.count()) > 0) await scoring.first().click();
    const step = await page.locator('.table').getAttribute('data-step');
    // A tile that can be paid exactly and otherwise.
    for (const space of over ? [] : await page.locator('.space.exact').all()) {
      await space.click();
      const lossy = page.locator('.sheet .offer:not(.primary)', { hasText: 'too much' });
      if ((await lossy.count()) > 0) {
        await lossy.first().click();
        await until(page, 'place_tile');
        over = true;
        break;
      }
      await page.keyboard.press('Escape');
    }
    if ((await page.locator('.table').getAttribute('data-decision')) === 'place_tile') {
      await page.locator('.mark.legal').first().click();
      await until(page, 'confirm_turn');
      await expect(page.locator('.status')).toContainText(/although you could pay exactly/);
      await expect(page.locator('.end')).not.toHaveClass(/running/);
      await page.locator('.end').click();
      continue;
    }
    await page.locator('.money:not([disabled])').first().click();
    await expect(page.locator('.end.running'), 'nothing is left to do').toHaveCount(1);
    if (alone) {
      await page.locator('.end').click();
    } else {
      // Nobody touches anything: it ends by itself.
      await expect
        .poll(async () => Number(await page.locator('.table').getAttribute('data-step')), { timeout: 8_000 })
        .toBeGreaterThan(Number(step) + 1);
      alone = true;
    }
  }
  expect([over, alone], 'both came about').toEqual([true, true]);
});
