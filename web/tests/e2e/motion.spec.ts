// What moves and what does not, what is told when, and where the keyboard is meanwhile.

import { readFile } from 'node:fs/promises';
import { deal, ghost } from './ghost';
import { expect, inGame, me, myTurn, say, test, two, PHONE } from './kit';
import { table } from './player';
import { playTo } from './swift';

test('who wants less movement sees none: nothing flies, shrinks or slides', async ({ page, request }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const seat = await deal(request, {}, { seed: '3' });
  await page.goto(`./t/${seat.table}#${seat.token}`);
  await myTurn(page);
  // Whatever begins to move is remembered with how long it would.
  await page.evaluate(() => {
    const flown: string[] = [];
    Object.assign(window, { flown });
    const { animate } = Element.prototype;
    Element.prototype.animate = function (...how) {
      flown.push(this.outerHTML.slice(0, 80));
      return animate.apply(this, how);
    };
    const note = (event: AnimationEvent | TransitionEvent) => {
      if (event.elapsedTime > 0.02) flown.push(`${event.type} ${(event.target as Element).className}`);
    };
    addEventListener('animationend', note, true);
    addEventListener('transitionend', note, true);
  });
  await page.keyboard.press('1');
  await page.locator('.actions .end').click();
  await expect(page.locator('.table')).not.toHaveAttribute('data-decision', 'confirm_turn');
  await myTurn(page);
  expect(await page.evaluate(() => (window as unknown as { flown: string[] }).flown)).toEqual([]);
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
