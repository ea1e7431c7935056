// What moves and what does not, what is told when, and where the keyboard is meanwhile.

import type { APIRequestContext, Page } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { deal, ghost } from './ghost';
import { expect, inGame, me, myTurn, say, test, two, PHONE } from './kit';
import { table } from './player';
import { playTo, swift } from './swift';

/** Whatever begins to move on the page is remembered from now on. */
async function watched(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const flown: string[] = [];
    Object.assign(window, { flown });
    const { animate } = Element.prototype;
    Element.prototype.animate = function (...how) {
      flown.push(this.outerHTML.slice(0, 80));
      return animate.apply(this, how);
    };
    const note = (event: AnimationEvent | TransitionEvent) => {
      if (event.elapsedTime > 0.02)
        flown.push(
          `${event.type} ${(event.target as Element).tagName}.${(event.target as Element).getAttribute('class')}`,
        );
    };
    addEventListener('animationend', note, true);
    addEventListener('transitionend', note, true);
  });
  return () => page.evaluate(() => (window as unknown as { flown: string[] }).flown);
}

/** Money is taken, tiles are bought, laid and walled in; how often, until the first scoring. */
async function played(page: Page, request: APIRequestContext): Promise<{ bought: number; walls: number }> {
  await page.goto(await table(request, [], '11', 2));
  await expect(page.locator('.status')).toBeVisible();
  const flown = await watched(page);
  const { kinds } = await swift(page, { seed: 11, until: Date.now() + 100_000, stop: 'dialog[open]' });
  await expect(page.getByRole('dialog', { name: 'Scoring 1' })).toBeVisible();
  // What a scoring tells is told to its end.
  await expect(page.locator('dialog tr.hidden')).toHaveCount(0, { timeout: 60_000 });
  await page.evaluate((flown) => Object.assign(window, { seen: flown }), await flown());
  return { bought: kinds['place_tile .mark.legal'] ?? 0, walls: await page.locator('use.counted').count() };
}
const seen = (page: Page): Promise<string[]> => page.evaluate(() => (window as unknown as { seen: string[] }).seen);

test('purchases, walls and a scoring move for whoever likes it, and for nobody else', async ({ page, request }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const calm = await played(page, request);
  expect(calm.bought, 'tiles were bought and laid').toBeGreaterThan(1);
  expect(calm.walls, 'and walls closed').toBeGreaterThan(0);
  expect(await seen(page), 'nothing moved').toEqual([]);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await played(page, request);
  const moved = (await seen(page)).join('\n');
  for (const what of ['flight', 'ware', 'landing', 'dust', 'closing']) expect(moved, `${what} is seen`).toContain(what);
});

test('on a phone as well things are seen to leave and to arrive, and points to be counted', async ({
  page,
  request,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.goto(await table(request, [], '11', 3));
  await expect(page.locator('.status')).toBeVisible();
  await page.evaluate(() => {
    type Way = { from: number[]; to: number[] };
    const [ways, counts]: [Way[], string[]] = [[], []];
    Object.assign(window, { ways, counts });
    const { animate } = Element.prototype;
    Element.prototype.animate = function (frames, ...how) {
      if (this.classList.contains('flight')) {
        const { x, y, width, height } = this.getBoundingClientRect();
        const [dx, dy] = /translate\((.+)px, (.+)px\)/
          .exec(String((frames as Keyframe[]).at(-1)!['transform']))!
          .slice(1);
        const [across, down] = [x + width / 2, y + height / 2];
        ways.push({ from: [across, down], to: [across + Number(dx), down + Number(dy)] });
      }
      return animate.call(this, frames, ...how);
    };
    new MutationObserver(() => counts.push(document.querySelector('.scores')!.textContent!)).observe(
      document.querySelector('.scores')!,
      { subtree: true, characterData: true, childList: true },
    );
  });
  /** Flights until now that began here, or ended there. */
  const ways = (end: 'from' | 'to', selector: string): Promise<number> =>
    page.evaluate(
      ({ end, selector }) => {
        const box = document.querySelector(selector)!.getBoundingClientRect();
        return (window as unknown as { ways: Record<'from' | 'to', [number, number]>[] }).ways
          .map((way) => way[end])
          .filter(([x, y]) => x > box.left && x < box.right && y > box.top && y < box.bottom).length;
      },
      { end, selector },
    );
  await playTo(page, '.pay .what svg', 11);
  await expect(page.locator('.market'), 'the stalls have stepped aside').toBeHidden();
  await expect(page.locator('.rivals'), 'and nobody has a panel').toBeHidden();
  await page.locator('.pay').evaluate((pay) => {
    // It is gone with the purchase: where it lay is kept.
    const at = pay.querySelector('.what svg')!.getBoundingClientRect();
    const mark = document.body.appendChild(document.createElement('i'));
    mark.className = 'paidfor';
    mark.style.cssText = `position:fixed;pointer-events:none;left:${at.x}px;top:${at.y}px;width:${at.width}px;height:${at.height}px`;
  });
  await page.locator('.pay .primary').click();
  await expect.poll(() => ways('from', '.paidfor'), { message: 'my purchase is seen to leave' }).toBe(1);
  await swift(page, { seed: 11, until: Date.now() + 100_000, stop: 'dialog[open]' });
  expect(await ways('to', '.scores'), 'what the others took flew to their points').toBeGreaterThan(0);
  const scoring = page.getByRole('dialog', { name: 'Scoring 1' });
  await scoring.getByRole('button', { name: 'Skip to the end' }).click();
  await page.evaluate(() => (window as unknown as { counts: string[] }).counts.splice(0));
  await scoring.getByRole('button', { name: 'Go on' }).click();
  const counts = () => page.evaluate(() => (window as unknown as { counts: string[] }).counts);
  await expect.poll(async () => new Set(await counts()).size, { message: 'points are counted' }).toBeGreaterThan(3);
});

test('who wants less movement sees none: nothing flies, shrinks or slides', async ({ page, request }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const seat = await deal(request, {}, { seed: '3' });
  await page.goto(`./t/${seat.table}#${seat.token}`);
  await myTurn(page);
  const flown = await watched(page);
  await page.keyboard.press('1');
  await page.locator('.actions .end').click();
  await expect(page.locator('.table')).not.toHaveAttribute('data-decision', 'confirm_turn');
  await myTurn(page);
  expect(await flown()).toEqual([]);
  await expect(page.locator('.flight')).toHaveCount(0);
});

test('the last scoring is told before it is said who has won', async ({ page, request }) => {
  const seat = await deal(request, {}, { seed: '21' });
  await page.goto(`./t/${seat.table}#${seat.token}`);
  await ghost(page, seat, { over: true });
  const last = page.getByRole('dialog', { name: 'Scoring 3' });
  await expect(last).toBeVisible();
  await expect(page.locator('.status')).toContainText('Scoring 3');
  await expect(page.locator('[role=log]').first()).not.toContainText(/\bwins?\b/);
  await expect(page.getByRole('dialog', { name: /win/ })).toHaveCount(0);
  await last.getByRole('button', { name: 'Skip to the end' }).click();
  await last.getByRole('button', { name: 'Go on' }).click();
  await expect(page.getByRole('dialog', { name: /win/ })).toBeVisible();
  await expect(page.locator('.status')).toContainText(/over|won/);
});

test('the picture of the end is saved by its button', async ({ page, request }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const seat = await deal(request, {}, { seed: '21' });
  await page.goto('./settings');
  await ghost(page, seat, { over: true });
  await page.goto(`./t/${seat.table}#${seat.token}`);
  await page.getByRole('dialog', { name: 'Scoring 3' }).getByRole('button', { name: 'Go on' }).click();
  const end = page.getByRole('dialog', { name: /win/ });
  await expect(end).toBeVisible();
  const [picture] = await Promise.all([
    page.waitForEvent('download'),
    end.getByRole('button', { name: 'Save the picture' }).click(),
  ]);
  expect(picture.suggestedFilename()).toBe(`alhambra-${seat.table}.png`);
  const bytes = await readFile(await picture.path());
  expect(bytes.subarray(1, 4).toString()).toBe('PNG');
  // Its width and height are in its head.
  expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1200, 630]);
  expect(bytes.length, 'there is something on it').toBeGreaterThan(20_000);
});

test('whoever pays by keyboard stands on the button that pays, and back at the stall when they do not', async ({
  page,
  request,
}) => {
  await page.goto(await table(request, [], '4', 2));
  await expect(page.locator('.status')).toBeVisible();
  await playTo(page, '.table[data-decision=main_action] .space.exact', 4);
  const at = await page.locator('.spaces .space').evaluateAll((all) => all.findIndex((one) => one.matches('.exact')));
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.keyboard.press('qwer'[at]!);
  await expect(page.locator('.pay .primary')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.locator('.spaces .space').nth(at)).toBeFocused();
});

test('the ground follows a palace that is moved about by a third, and lies still for whoever wants that', async ({
  page,
  request,
}) => {
  await page.goto(await table(request, [], '4', 2));
  const ground = page.locator('.stage > .ground');
  await expect(ground).toBeVisible();
  const lies = () =>
    page.locator('.hillside').evaluate((node) => {
      const { e, a } = new DOMMatrix(getComputedStyle(node).transform);
      return { x: e, scale: a };
    });
  expect(await lies()).toEqual({ x: 0, scale: 1 });
  for (let i = 0; i < 2; i++) await page.locator('.zoom button').first().click();
  await ground.evaluate((node) => node.scrollTo(0, 0));
  await expect.poll(async () => (await lies()).scale).toBeCloseTo(4 / 3, 2);
  const before = await lies();
  const moved = await ground.evaluate((node) => {
    node.scrollBy(300, 0);
    return node.scrollLeft;
  });
  await expect.poll(async () => (await lies()).x - before.x).toBeCloseTo(-moved / 3, 0);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await ground.evaluate((node) => node.scrollBy(-50, 0));
  await expect.poll(lies).toEqual({ x: 0, scale: 1 });
});

test('the chat has its newest line and its field in sight, at both sizes', async ({ page, somebody, request }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const { ann, ben } = await two(page, somebody, request, { seats: [me('Ann'), { type: 'open' }] });
  // A few long lines: the server hears only so many.
  for (const n of [1, 2, 3])
    await say(ben, ann, `${n}: ${'who builds what where, and why it is a pity; '.repeat(10)}`.trim());
  await say(ben, ann, 'the last word');
  for (const size of [{ width: 1440, height: 900 }, PHONE]) {
    await ann.setViewportSize(size);
    await ann.reload();
    await inGame(ann);
    if (size === PHONE) await ann.getByRole('navigation').getByRole('button', { name: 'Players' }).click();
    await ann.getByRole('tab', { name: 'Chat' }).click();
    await expect(ann.getByRole('textbox', { name: 'Chat' })).toBeInViewport({ ratio: 1 });
    await expect(ann.getByText('the last word')).toBeInViewport({ ratio: 1 });
    // It is read, not only drawn: the field does not lie on it.
    const [line, box] = await Promise.all([
      ann.getByText('the last word').boundingBox(),
      ann.getByRole('textbox', { name: 'Chat' }).boundingBox(),
    ]);
    expect(line!.y + line!.height).toBeLessThanOrEqual(box!.y + 1);
  }
});
