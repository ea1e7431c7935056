// What goes wrong in real life: each time a clear message and a way on, never a blank page or a lost move.

import { execFileSync } from 'node:child_process';
import {
  CUT,
  inGame,
  OwnServer,
  Wire,
  bot,
  expect,
  make,
  me,
  myTurn,
  open,
  picture,
  shared,
  shortTurn,
  test,
} from './kit';
import type { Page } from '@playwright/test';

/** How many cards are in our hand, as the page says. */
async function cards(page: Page): Promise<number> {
  return page.evaluate(() => document.querySelectorAll('.hand .card svg, .hand svg.card').length);
}

test('names with markup, emoji and 200 characters', async ({ page, somebody, request, complaints }) => {
  const made = await make(request, {
    name: '<i>Granada</i> 🏰',
    seats: [me('<script>alert(1)</script>'), open(), open()],
  });
  await page.goto(`./t/${made.table}#${made.token}`);
  await expect(page.getByRole('heading', { name: '<i>Granada</i> 🏰' })).toBeVisible();
  await expect(page.getByText('<script>alert(1)</script>').first()).toBeVisible();
  const friend = await somebody();
  await friend.goto(`./t/${made.table}`);
  await friend.getByLabel('Your name').fill('x'.repeat(200));
  await expect(friend.getByLabel('Your name'), 'a field takes as much as a name may have').toHaveValue('x'.repeat(40));
  // Whoever gets past the field is refused by the server, in words.
  await friend.getByLabel('Your name').evaluate((field) => field.removeAttribute('maxlength'));
  await friend.getByLabel('Your name').fill('x'.repeat(200));
  complaints.expect(/422/);
  await friend.getByRole('button', { name: 'Sit down here' }).first().click();
  await expect(friend.getByRole('alert')).toHaveText(/1 to 40 characters/);
  await friend.getByLabel('Your name').fill('👩‍👩‍👧‍👦 <b>Zoë</b> & Söhne "quoted"');
  await friend.getByRole('button', { name: 'Sit down here' }).first().click();
  // A name keeps its pictures, not what joins them: nothing in it is invisible.
  await expect(page.getByText('👩👩👧👦 <b>Zoë</b> & Söhne "quoted"').first()).toBeVisible();
  const third = await somebody();
  await third.goto(`./t/${made.table}`);
  await third.getByLabel('Your name').fill('W'.repeat(40));
  await third.getByRole('button', { name: 'Sit down here' }).click();
  await third.getByRole('button', { name: 'Ready' }).click();
  // Whoever would start too early is told who is not ready.
  await expect(page.getByRole('button', { name: 'Start the game' })).toBeDisabled();
  await expect(page.getByRole('status').filter({ hasText: 'Not ready yet' })).toContainText('Söhne');
  await friend.getByRole('button', { name: 'Ready' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Zoë' })).toContainText('✓ Ready');
  await page.getByRole('button', { name: 'Start the game' }).click();
  await inGame(third);
  await picture(third, 'game-long-names');
});

test('the page is reloaded in the middle of a turn', async ({ page, request }) => {
  const made = await make(request, { seats: [me(), bot(), bot()], start: true });
  await page.goto(`./t/${made.table}#${made.token}`);
  await shortTurn(page);
  await myTurn(page);
  const before = await cards(page);
  expect(before).toBeGreaterThan(0);
  await page.keyboard.press('1');
  await expect.poll(() => cards(page)).toBe(before + 1);
  await page.reload();
  await expect(page.getByRole('button', { name: 'End turn' })).toBeVisible();
  expect(await cards(page), 'the card taken before is still in the hand').toBe(before + 1);
  await page.getByRole('button', { name: 'End turn' }).click();
  await myTurn(page);
});

test('two tabs play one seat: both show the same, and the slower one is told', async ({ page, context, request }) => {
  const made = await make(request, { seats: [me(), bot(), bot()], start: true });
  await page.goto(`./t/${made.table}#${made.token}`);
  await myTurn(page);
  // The second tab finds the seat by itself: this device plays it. What it hears can be held up.
  const second = await context.newPage();
  let late = false;
  const held: (() => void)[] = [];
  await second.routeWebSocket('**/api/socket', (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((message) => server.send(message));
    server.onMessage((message) => (late ? held.push(() => socket.send(message)) : socket.send(message)));
  });
  await second.goto(`./t/${made.table}`);
  await myTurn(second);
  await page.keyboard.press('1');
  await expect(page.getByRole('button', { name: 'End turn' })).toBeVisible();
  await expect(second.getByRole('button', { name: 'End turn' }), 'the other tab follows').toBeVisible();
  // The slower one ends a turn that is over already.
  late = true;
  await page.getByRole('button', { name: 'End turn' }).click();
  await myTurn(page);
  const before = held.length;
  await second.getByRole('button', { name: 'End turn' }).click();
  await expect.poll(() => held.length, { message: 'the server answers' }).toBeGreaterThan(before);
  const refusal = held.pop()!;
  for (const hear of held.splice(0)) hear();
  late = false;
  await myTurn(second);
  refusal();
  await expect(second.locator('.trouble')).toHaveText('The game has gone on since; look again.');
  expect(await cards(second)).toBe(await cards(page));
  await second.unrouteAll();
});

test('a tab that slept catches up by itself', async ({ page, request, complaints }) => {
  complaints.expect(CUT);
  const wire = new Wire(new URL(shared()));
  const address = await wire.start();
  try {
    const made = await make(request, { seats: [me(), open()] });
    await page.goto(`${address}t/${made.table}#${made.token}`);
    await expect(page.getByRole('button', { name: 'Start the game' })).toBeVisible();
    wire.silence();
    const joined = await request.post(`api/tables/${made.table}/join`, { data: { name: 'Late' } });
    expect(joined.ok()).toBe(true);
    // Nobody told the page that nothing comes any more; it finds out.
    await expect(page.getByText('Connection lost. Trying again …')).toBeVisible({ timeout: 20_000 });
    wire.mend();
    await expect(page.getByText('Late').first()).toBeVisible({ timeout: 15_000 });
    await expect(page.getByText('Connection lost. Trying again …')).toBeHidden();
  } finally {
    wire.end();
  }
});

test('the network is gone for a minute', async ({ page, request, complaints }) => {
  complaints.expect(CUT);
  const wire = new Wire(new URL(shared()));
  const address = await wire.start();
  try {
    const made = await make(request, { seats: [me(), bot(), bot()], start: true });
    await page.clock.install();
    await page.goto(`${address}t/${made.table}#${made.token}`);
    await shortTurn(page);
    await myTurn(page);
    const before = await cards(page);
    await page.evaluate(() => void ((window as unknown as { stays: boolean }).stays = true));
    wire.cut();
    await expect(page.getByText('Connection lost. Trying again …')).toBeVisible();
    await page.keyboard.press('1');
    await expect(
      page.getByRole('alert').filter({ hasText: /not sent/ }),
      'a move that cannot be sent is said to be',
    ).toBeVisible();
    await picture(page, 'connection-lost');
    // What is said meanwhile stays where it was typed.
    await page.getByRole('tab', { name: 'Chat' }).click();
    const line = page.getByRole('textbox', { name: 'Chat' });
    await line.fill('Are you there?');
    await line.press('Enter');
    // The minute passes by the clock of the page, which tries again and again.
    for (let passed = 0; passed < 60; passed += 10) {
      const tried = wire.refused;
      await page.clock.fastForward(10_000);
      await expect.poll(() => wire.refused, { message: `tried again, ${passed} seconds on` }).toBeGreaterThan(tried);
    }
    await expect(page.getByText('Connection lost. Trying again …')).toBeVisible();
    wire.mend();
    await page.clock.fastForward(10_000);
    await expect(page.getByText('Connection lost. Trying again …')).toBeHidden();
    expect(await cards(page), 'nothing happened behind our back').toBe(before);
    await expect(line, 'nothing that was typed is lost').toHaveValue('Are you there?');
    await line.press('Enter');
    await expect(page.getByRole('tabpanel', { name: 'Chat' }).getByRole('listitem')).toContainText('Are you there?');
    await page.locator('.status').click();
    await shortTurn(page);
    await myTurn(page);
    expect(
      await page.evaluate(() => (window as unknown as { stays?: boolean }).stays),
      'the page was never reloaded',
    ).toBe(true);
  } finally {
    wire.end();
  }
});

test('the server is killed in mid-turn and comes back', async ({ page, request, complaints }) => {
  complaints.expect(CUT);
  const server = new OwnServer();
  try {
    await server.start();
    const made = await make(request, { seats: [me(), bot(), bot()], start: true }, server.address);
    await page.goto(`${server.address}t/${made.table}#${made.token}`);
    await shortTurn(page);
    await myTurn(page);
    const before = await cards(page);
    await page.keyboard.press('1');
    await expect(page.getByRole('button', { name: 'End turn' })).toBeVisible();
    const port = server.port;
    await server.kill();
    await expect(page.getByText('Connection lost. Trying again …')).toBeVisible();
    await server.start(port);
    await expect(page.getByText('Connection lost. Trying again …')).toBeHidden({ timeout: 15_000 });
    expect(await cards(page), 'the card taken before the crash is still there').toBe(before + 1);
    await page.getByRole('button', { name: 'End turn' }).click();
    await myTurn(page);
    // A first page without its server says so, and works again when it is back.
    await server.kill();
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'To the start' }).click();
    await page.getByRole('button', { name: /Play against bots/ }).click();
    await expect(page.getByRole('alert').first()).toHaveText(/does not answer/);
    await server.start(port);
    await page.getByRole('button', { name: /Play against bots/ }).click();
    await myTurn(page);
  } finally {
    await server.end();
  }
});

test('a table that expired', async ({ page, request, complaints }) => {
  complaints.expect(CUT);
  const server = new OwnServer();
  try {
    await server.start();
    const made = await make(request, { name: 'Old', seats: [me(), open()] }, server.address);
    await page.goto(`${server.address}t/${made.table}#${made.token}`);
    await expect(page.getByRole('heading', { name: 'Old' })).toBeVisible();
    const port = server.port;
    await server.kill();
    // Three days pass: everything in the table's log happened that much earlier.
    const age = [
      'import json, sqlite3, sys, glob',
      'base = next(sqlite3.connect(name) for name in glob.glob(sys.argv[1] + "/*.db") if open(name, "rb").read(6) == b"SQLite")',
      'old = 3 * 24 * 3600 * 1000',
      'base.execute("update tables set expires = expires - ?", (old,))',
      'base.execute("delete from checkpoints")',
      'for n, body in base.execute("select n, body from log").fetchall():',
      '    line = json.loads(body)',
      '    line["at"] -= old',
      '    base.execute("update log set body = ? where n = ?", (json.dumps(line), n))',
      'base.commit()',
      // The server was there all the time, so it knows today's date; one that leaps while nobody looks is not believed.
      `open(sys.argv[1] + "/date", "w").write("${Date.now()}")`,
    ];
    execFileSync('python3', ['-c', age.join('\n'), server.folder]);
    await server.start(port);
    await expect(page.getByRole('heading', { name: /closed|not there any more/ })).toBeVisible({ timeout: 15_000 });
    await expect(page.getByRole('button', { name: 'New table' })).toBeVisible();
    await page.getByRole('button', { name: 'To the start' }).click();
    await expect(page.getByRole('button', { name: /Play against bots/ })).toBeVisible();
  } finally {
    await server.end();
  }
});

test('a table that does not exist, and a link that is not good', async ({ page, request, complaints }) => {
  await page.goto('./t/NOSUCHTB');
  await expect(page.getByRole('heading', { name: /not there any more/ })).toBeVisible();
  await picture(page, 'not-found');
  await page.getByRole('button', { name: 'To the start' }).click();
  // The browser itself reports the 404 that answers a wrong code.
  complaints.expect(/404/);
  await page.getByLabel('Table code').fill('WRONG');
  await page.getByRole('button', { name: 'Join', exact: true }).click();
  await expect(page.getByRole('alert')).toHaveText(/no such table/);
  const made = await make(request, { seats: [me(), bot(), bot()], start: true });
  await page.goto(`./t/${made.table}#AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA`);
  await expect(page.getByRole('heading', { name: 'This link does not open a seat here.' })).toBeVisible();
  await page.getByRole('button', { name: 'Watch instead' }).click();
  await expect(page.getByText(/Waiting for/).first()).toBeVisible();
});

test('a page that is older than the server', async ({ page, request }) => {
  const made = await make(request, { seats: [me(), open()] });
  await page.routeWebSocket('**/api/socket', (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((message) => server.send(String(message).replace(/"protocol":\d+/, '"protocol":0')));
  });
  await page.goto(`./t/${made.table}#${made.token}`);
  await expect(page.getByRole('heading', { name: 'This page is older than the server.' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Reload' })).toBeVisible();
  await page.unrouteAll();
});

test('a page that begins without its server has everything when the server is there', async ({
  page,
  request,
  complaints,
}) => {
  complaints.expect(CUT);
  const made = await make(request, { seats: [me(), bot(), bot()], start: true });
  let there = false;
  const asked: string[] = [];
  await page.route('**/api/**', (route) => {
    asked.push(route.request().url());
    return there ? route.continue() : route.abort();
  });
  await page.routeWebSocket('**/api/socket', (socket) => void (there ? socket.connectToServer() : socket.close()));
  await page.goto(`./t/${made.table}#${made.token}`);
  await expect(page.getByText('Connection lost. Trying again …')).toBeVisible();
  expect(asked.filter((url) => url.includes('catalogue'))).toHaveLength(1);
  there = true;
  const told = page.waitForResponse((answer) => answer.url().includes('/api/catalogue') && answer.ok());
  await inGame(page);
  await told;
  await myTurn(page);
  await expect(page.getByText('Connection lost. Trying again …')).toBeHidden();
  await page.unrouteAll();
});

test('a turn that was played anew on another device is told as it was played', async ({
  page,
  context,
  request,
  complaints,
}) => {
  complaints.expect(CUT);
  const wire = new Wire(new URL(shared()));
  const address = await wire.start();
  try {
    const made = await make(request, {
      seats: [me(), bot(), bot()],
      seed: '10',
      start: true,
      options: { undo: 'free' },
    });
    await page.goto(`${address}t/${made.table}#${made.token}`);
    await myTurn(page);
    await page.getByRole('tab', { name: 'Log' }).click();
    const told = (): Promise<string> => page.getByRole('tabpanel', { name: 'Log' }).innerText();
    const before = await told();
    await page.keyboard.press('1');
    await expect(page.locator('.table')).toHaveAttribute('data-decision', 'confirm_turn');
    const first = await told();
    expect(first).not.toBe(before);
    // The first device is out of reach; the second takes the card back and takes another.
    wire.cut();
    await expect(page.getByText('Connection lost. Trying again …')).toBeVisible();
    const second = await context.newPage();
    await second.goto(`./t/${made.table}#${made.token}`);
    await expect(second.locator('.table')).toHaveAttribute('data-decision', 'confirm_turn');
    await second.locator('.actions .undo').click();
    await myTurn(second);
    await second.keyboard.press('2');
    await expect(second.locator('.table')).toHaveAttribute('data-decision', 'confirm_turn');
    await second.getByRole('tab', { name: 'Log' }).click();
    wire.mend();
    await expect(page.getByText('Connection lost. Trying again …')).toBeHidden({ timeout: 15_000 });
    const truth = await second.getByRole('tabpanel', { name: 'Log' }).innerText();
    expect(truth).not.toBe(first);
    await expect.poll(told, { message: 'the undone card is in no log' }).toBe(truth);
  } finally {
    wire.end();
  }
});
