// Numbers with limits: what the first visit loads, when it can be used, and how smoothly a tile moves over a palace.

import { expect, large, make, me, test } from './kit';
import type { Page } from '@playwright/test';

/**
 * When the first page itself is there on Slow 4G, in milliseconds. The game is loaded with it: whoever was invited by a link waits
 * for no second journey.
 */
const READY = 2500;

/** The middle one: neither the luckiest run counts nor the one another program spoilt. */
function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)]!;
}

test('the first visit loads at most 300 KB as it travels, fonts and drawings included, and nothing from elsewhere', async ({
  page,
  baseURL,
}) => {
  const wire = await page.context().newCDPSession(page);
  await wire.send('Network.enable');
  let bytes = 0;
  // The page, its scripts, styles, fonts and drawings, and what the server tells about the box.
  wire.on('Network.loadingFinished', ({ encodedDataLength }) => void (bytes += encodedDataLength));
  const elsewhere: string[] = [];
  const plain: string[] = [];
  page.on('response', (response) => {
    if (!response.url().startsWith(baseURL!)) elsewhere.push(response.url());
    if (
      /\/assets\/.*\.(js|css)$/.test(response.url()) &&
      response.headers()['content-encoding'] !== 'br' &&
      response.headers()['content-encoding'] !== 'gzip'
    )
      plain.push(response.url());
  });
  await page.goto('./');
  await page.waitForLoadState('networkidle');
  console.log(`first load: ${(bytes / 1024).toFixed(1)} KB as it travels`);
  expect(bytes).toBeGreaterThan(10_000);
  expect(bytes).toBeLessThanOrEqual(300 * 1024);
  expect(plain, 'scripts and styles travel compressed').toEqual([]);
  expect(elsewhere).toEqual([]);
});

test('the first page can be used within a second', async ({ browser, baseURL }) => {
  const times: number[] = [];
  for (let i = 0; i < 3; i++) {
    // Every time a browser that has never been here.
    const context = await browser.newContext({ baseURL: baseURL!, locale: 'en' });
    const page = await context.newPage();
    await page.goto('./');
    await expect(page.getByRole('button', { name: /Play against bots/ })).toBeEnabled();
    times.push(await page.evaluate(() => performance.getEntriesByName('alhambra.ready')[0]!.startTime));
    await context.close();
  }
  console.log(`interactive after ${times.map((time) => Math.round(time)).join(', ')} ms`);
  expect(median(times)).toBeLessThan(1000);
});

test('on Slow 4G the first page shows something to read within two seconds, and can be used soon after', async ({
  browser,
  baseURL,
}) => {
  const times: number[] = [];
  const ready: number[] = [];
  for (let i = 0; i < 3; i++) {
    const context = await browser.newContext({ baseURL: baseURL!, locale: 'en' });
    const page = await context.newPage();
    const wire = await context.newCDPSession(page);
    await wire.send('Network.enable');
    // What Chromium's own tools call Slow 4G: 1.6 Mbit down, 750 kbit up, 150 ms there and back; both as its tools adjust them.
    await wire.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 150 * 3.75,
      downloadThroughput: ((1.6 * 1000 * 1000) / 8) * 0.9,
      uploadThroughput: ((750 * 1000) / 8) * 0.9,
    });
    await page.goto('./', { waitUntil: 'commit' });
    await expect(page.getByRole('heading', { name: 'Alhambra' })).toBeVisible({ timeout: 20_000 });
    times.push(
      await page.evaluate(
        () => performance.getEntriesByType('paint').find(({ name }) => name === 'first-contentful-paint')!.startTime,
      ),
    );
    ready.push(await page.evaluate(() => performance.getEntriesByName('alhambra.ready')[0]!.startTime));
    await context.close();
  }
  console.log(`the first page itself on Slow 4G: ${ready.map((time) => Math.round(time)).join(', ')} ms`);
  expect(median(ready), 'not only the word that it comes').toBeLessThanOrEqual(READY);
  console.log(`first paint with content on Slow 4G: ${times.map((time) => Math.round(time)).join(', ')} ms`);
  expect(median(times)).toBeLessThanOrEqual(2000);
});

test('nothing moves when nobody acts', async ({ page, request }) => {
  const made = await make(request, {
    seats: [me('Ann'), me('Ben')],
    start: true,
    seed: '11',
    setup: { players: [{ name: 'Ann' }, { name: 'Ben' }], confirm: true },
  });
  await page.goto(`./t/${made.table}#${made.token}`);
  await page.getByRole('button', { name: /^I am / }).click();
  await expect(page.locator('.status')).toBeVisible();
  // What the beginning moved comes to rest first.
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const rest = (): void => (watcher.disconnect(), resolve());
        let timer = setTimeout(rest, 700);
        const watcher = new MutationObserver(() => (clearTimeout(timer), (timer = setTimeout(rest, 700))));
        watcher.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
      }),
  );
  const moving = await page.evaluate(() =>
    document
      .getAnimations()
      .filter((animation) => animation.playState === 'running')
      .map((animation) => (animation as CSSAnimation).animationName ?? 'a transition'),
  );
  expect(moving).toEqual([]);
  const changes = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let count = 0;
        const watcher = new MutationObserver((all) => (count += all.length));
        watcher.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
        setTimeout(() => (watcher.disconnect(), resolve(count)), 2000);
      }),
  );
  expect(changes, 'and nothing is drawn anew').toBe(0);
});

/** Moves the pointer over the palace for a second, and how many frames the page drew meanwhile. */
async function frames(
  page: Page,
  from: { x: number; y: number },
  over: { x: number; y: number; width: number; height: number },
): Promise<number> {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  const counted = page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let count = 0;
        const start = performance.now();
        const frame = (now: number) => {
          count += 1;
          if (now - start < 1000) requestAnimationFrame(frame);
          else resolve((count * 1000) / (now - start));
        };
        requestAnimationFrame(frame);
      }),
  );
  let done = false;
  let carried = 0;
  void counted.then(() => (done = true));
  for (let i = 0; !done; i++) {
    const angle = i / 9;
    await page.mouse.move(
      over.x + over.width * (0.5 + 0.4 * Math.cos(angle)),
      over.y + over.height * (0.5 + 0.4 * Math.sin(angle)),
    );
    if (i === 5) carried = await page.locator('.float').count();
  }
  expect(carried, 'the tile is really carried').toBe(1);
  // Let go where the tile came from: nothing is laid.
  await page.mouse.move(from.x, from.y);
  await page.mouse.up();
  return counted;
}

test('60 frames a second while a tile is dragged over a palace of 20 tiles', async ({ page, request }) => {
  const made = await large(page, request, 20);
  expect(made.tiles, 'tiles in the palace').toBeGreaterThanOrEqual(20);
  await page.goto(`./t/${made.table}#${made.token}`);
  await page.getByRole('button', { name: 'I am Ann' }).click();
  const palace = page.getByRole('group', { name: 'Palace of Ann' }).first();
  await expect(palace).toBeVisible();
  const tile = page.getByRole('group', { name: 'Bought' }).getByRole('button').first();
  await expect(tile).toBeVisible();
  await page.screenshot({ path: 'out/palace-of-twenty.png' });
  const from = (await tile.boundingBox())!;
  const over = (await palace.boundingBox())!;
  const rates: number[] = [];
  for (let i = 0; i < 5; i++)
    rates.push(await frames(page, { x: from.x + from.width / 2, y: from.y + from.height / 2 }, over));
  console.log(`frames a second while dragging: ${rates.map((rate) => rate.toFixed(1)).join(', ')}`);
  expect(median(rates)).toBeGreaterThanOrEqual(58);
});

test('60 frames a second while a palace of 20 tiles moves', async ({ page, request }) => {
  const made = await large(page, request, 20);
  await page.goto(`./t/${made.table}#${made.token}`);
  await page.getByRole('button', { name: 'I am Ann' }).click();
  const palace = page.getByRole('group', { name: 'Palace of Ann' }).first();
  await expect(palace).toBeVisible();
  // Larger than its place, so that it can be moved about.
  for (let i = 0; i < 4; i++) await page.locator('.zoom button').first().click();
  const ground = page.locator('.stage > .ground');
  await expect(ground).toHaveClass(/zoomed/);
  const rates: number[] = [];
  for (let i = 0; i < 5; i++) {
    const { rate, way } = await ground.evaluate(
      (node) =>
        new Promise<{ rate: number; way: number }>((resolve) => {
          const [across, down] = [node.scrollWidth - node.clientWidth, node.scrollHeight - node.clientHeight];
          const seen = (): { x: number; y: number } => node.firstElementChild!.getBoundingClientRect();
          let [count, way, last] = [0, 0, seen()];
          const start = performance.now();
          const frame = (now: number): void => {
            const part = (now - start) / 1000;
            node.scrollTo(across * (0.5 + 0.5 * Math.cos(part * 6)), down * (0.5 + 0.5 * Math.sin(part * 6)));
            const here = seen();
            way += Math.hypot(here.x - last.x, here.y - last.y);
            last = here;
            count += 1;
            if (part < 1) requestAnimationFrame(frame);
            else resolve({ rate: count / part, way });
          };
          requestAnimationFrame(frame);
        }),
    );
    expect(way, 'the palace really moves').toBeGreaterThan(500);
    rates.push(rate);
  }
  console.log(`frames a second while the palace moves: ${rates.map((rate) => rate.toFixed(1)).join(', ')}`);
  expect(median(rates)).toBeGreaterThanOrEqual(58);
});
