// Real browser, real server: a game that bots have played is watched, analysed, exported, handed in and played on.

import type { APIRequestContext, Page } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { PHONE, accessible, bot, expect, make, picture, sideways, small, test } from './kit';

let played: string | undefined;

/** A table at which three bots have played a game to its end. */
async function finished(request: APIRequestContext): Promise<string> {
  if (played) return played;
  const made = await make(request, { seats: [bot(), bot(), bot()], start: true, seed: '11' });
  await expect
    .poll(async () => ((await (await request.get(`./api/tables/${made.table}`)).json()) as { phase: string }).phase, {
      timeout: 60_000,
    })
    .toBe('over');
  return (played = made.table);
}

const where = (page: Page) => page.locator('.where strong');

test('a game is watched by keys, by the log and by a link, open or as a player', async ({ page, request }) => {
  const table = await finished(request);
  await page.goto(`./replay/${table}`);
  await expect(where(page)).toHaveText(/^0 \/ \d+$/);
  const last = Number((await where(page).innerText()).split('/')[1]);
  await page.keyboard.press('ArrowRight');
  await expect(where(page)).toHaveText(`1 / ${last}`);
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Shift+ArrowRight');
  await expect(page.locator('[aria-current=step]').first()).toBeInViewport();
  await page.keyboard.press('End');
  await expect(where(page)).toHaveText(`${last} / ${last}`);
  await expect(page.locator('.paper [aria-current=step]').last()).toContainText(/wins|share the win/);
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Home');
  await expect(where(page)).toHaveText(`0 / ${last}`);
  await page.locator('.jump').first().click();
  await expect(where(page)).not.toHaveText(`0 / ${last}`);
  const at = Number((await where(page).innerText()).split('/')[0]);
  await expect(page).toHaveURL(new RegExp(`#at=${at}&as=open$`));
  await expect(page.locator('.hands .hand')).toHaveCount(6);
  await page.locator('.eyes select').selectOption('1');
  await expect(page).toHaveURL(new RegExp(`#at=${at}&as=1$`));
  await expect(page.locator('.hands > .hand')).toHaveCount(1);
  await page.reload();
  await expect(where(page)).toHaveText(`${at} / ${last}`);
  await expect(page.locator('.hands > .hand')).toHaveCount(1);
  await page.locator('.eyes select').selectOption('public');
  await expect(page.getByText('No hands are shown.')).toBeVisible();
  await page.locator('.eyes select').selectOption('open');
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await expect(where(page)).not.toHaveText(`${at} / ${last}`);
  await page.getByRole('button', { name: 'Pause' }).click();
  // A link to another moment, as somebody would paste it.
  await page.goto(`./replay/${table}#${Math.floor(last / 2)}`);
  await expect(where(page)).toHaveText(`${Math.floor(last / 2)} / ${last}`);
  await picture(page, 'replay');
  await page.setViewportSize(PHONE);
  expect(await small(page), 'every target is large enough for a finger').toEqual([]);
});

test('on a small phone hands stand above the bar, whole, and nothing of the bar touches the edge', async ({
  page,
  request,
}) => {
  await page.setViewportSize(PHONE);
  const table = await finished(request);
  const box = async (selector: string) => (await page.locator(selector).boundingBox())!;
  for (const [eyes, hands] of [
    ['open', 3],
    ['1', 1],
    ['public', 0],
  ] as const) {
    await page.goto(`./replay/${table}#at=90&as=${eyes}`);
    await expect(page.locator('.hands > .hand')).toHaveCount(hands);
    // The palace gets its room once the others are measured.
    await expect
      .poll(async () => (await box('.foot')).y - (await box('.hands')).y - (await box('.hands')).height, {
        message: eyes,
      })
      .toBeGreaterThanOrEqual(4);
    const [stage, held] = [await box('.stage'), await box('.hands')];
    expect(held.y, 'below the palace').toBeGreaterThanOrEqual(stage.y + stage.height);
    expect((await box('.drawing')).height, 'which is still to be seen').toBeGreaterThan(150);
    for (const hand of await page.locator('.hands > .hand').all()) {
      const { y, height } = (await hand.boundingBox())!;
      expect(y >= held.y - 0.5 && y + height <= held.y + held.height + 0.5, 'a hand is not cut').toBe(true);
    }
    for (const control of await page.locator('.foot button:visible, .foot select, .foot input').all()) {
      const { x, y, width, height } = (await control.boundingBox())!;
      const edges = [x, PHONE.width - x - width, PHONE.height - y - height];
      expect(Math.min(...edges), (await control.getAttribute('aria-label')) ?? 'speed').toBeGreaterThanOrEqual(8);
    }
    expect(await sideways(page)).toEqual([]);
    await page.screenshot({ path: `out/replay-phone-${eyes}.png` });
  }
});

test('bots estimate the chances and say what they would have done', async ({ page, request }) => {
  const table = await finished(request);
  await page.goto(`./replay/${table}`);
  await page.getByRole('tab', { name: 'Chances' }).click();
  await expect(page.getByRole('heading', { name: 'The greatest changes' })).toBeVisible({ timeout: 60_000 });
  await expect(page.getByRole('img', { name: /Chances of winning/ })).toBeVisible();
  await page.getByText('As a table').click();
  expect(await page.locator('tbody tr').count()).toBeGreaterThan(20);
  await page.getByText('As a table').click();
  await page.locator('.swing').first().click();
  await expect(where(page)).not.toHaveText(/^0 /);
  await page.locator('.why').first().click();
  await expect(page.locator('.said').filter({ hasText: 'The bot' }).first()).toContainText(/%/, {
    timeout: 60_000,
  });
  await picture(page, 'replay-chances');
  await page.setViewportSize(PHONE);
  expect(await small(page), 'every target is large enough for a finger').toEqual([]);
});

test('a game goes on from a moment against bots', async ({ page, request }) => {
  const table = await finished(request);
  await page.goto(`./replay/${table}#40`);
  await page.getByRole('button', { name: 'Play on from here' }).click();
  await page.getByLabel('You play for').selectOption({ index: 1 });
  await picture(page, 'replay-branch');
  await page.getByRole('button', { name: 'Play on from moment 40' }).click();
  await expect(page).toHaveURL(/\/t\/[0-9A-Z]{8}#/);
  await expect(page.locator('.hand').first()).toBeVisible();
  expect(page.url()).not.toContain(table);
});

test('a record file is opened from the first page, and a broken one is refused by name', async ({
  page,
  request,
  complaints,
}) => {
  complaints.expect(/422/);
  const table = await finished(request);
  const record = await (await request.get(`./api/tables/${table}/record`)).text();
  await page.goto('./');
  const field = page.locator('input[type=file]');
  const broken = record.split('\n').map((line, i) => (i === 9 ? line.replace('"digest":"', '"digest":"0') : line));
  await field.setInputFiles({
    name: 'broken.jsonl',
    mimeType: 'application/jsonl',
    buffer: Buffer.from(broken.join('\n')),
  });
  await expect(page.getByRole('alert')).toContainText(/broken\.jsonl .*entry 9/i);
  await field.setInputFiles({ name: 'game.jsonl', mimeType: 'application/jsonl', buffer: Buffer.from(record) });
  await expect(page).toHaveURL(/\/replay\/[0-9A-Z]{8}/);
  await expect(where(page)).toHaveText(/^0 \/ \d+$/);
  expect(page.url()).not.toContain(table);
});

test('record, tables and a drawing of a palace can be taken along', async ({ page, request }) => {
  const table = await finished(request);
  await page.goto(`./replay/${table}#at=90&as=open`);
  await page.getByRole('button', { name: 'Export' }).click();
  const get = async (name: RegExp): Promise<{ file: string; text: string }> => {
    const coming = page.waitForEvent('download');
    await page.locator('.exports').getByText(name).click();
    const download = await coming;
    return { file: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') };
  };
  const record = await get(/Record/);
  expect(record.file).toBe(`alhambra-${table}.jsonl`);
  expect(JSON.parse(record.text.split('\n')[0]!)).toHaveProperty('alhambra_record');
  expect((await get(/Moves/)).text).toMatch(/^moment,turn,seat,player,what,/);
  expect((await get(/Points/)).text).toMatch(/^moment,scoring,player,source,/);
  const { file, text } = await get(/SVG/);
  expect(file).toMatch(/\.svg$/);
  expect(text).not.toContain('var(--');
  // It opens by itself, elsewhere, and has colours.
  await page.goto(`data:image/svg+xml;base64,${Buffer.from(text).toString('base64')}`);
  expect(await page.evaluate(() => document.documentElement.nodeName)).toBe('svg');
  expect(
    await page.evaluate(
      () =>
        new Set([...document.querySelectorAll('rect, polygon, path')].map((shape) => shape.getAttribute('fill'))).size,
    ),
  ).toBeGreaterThan(3);
});

test('the replay speaks German', async ({ page, request }) => {
  const table = await finished(request);
  await page.goto('./settings');
  await page.evaluate(() => localStorage.setItem('alhambra.settings', JSON.stringify({ language: 'de' })));
  await page.goto(`./replay/${table}#60`);
  await expect(page.getByRole('heading', { name: /Wiedergabe/ })).toBeVisible();
  await page.getByRole('tab', { name: 'Aussichten' }).click();
  await expect(page.getByRole('heading', { name: 'Die größten Wendungen' })).toBeVisible({ timeout: 60_000 });
  await accessible(page);
});

test('a replay that is not there says so and leads back', async ({ page, complaints }) => {
  complaints.expect(/404/);
  await page.goto('./replay/NOSUCHTB');
  await expect(page.getByRole('alert')).toBeVisible();
  await page.getByRole('button', { name: 'To the start' }).click();
  await expect(page.getByRole('button', { name: /Play against bots/ })).toBeVisible();
});
