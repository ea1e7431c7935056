// A board refits when a palace grows: what comes under a mouse at rest was not pointed at, and a spotlight goes where the
// thing goes it points at.

import type { Locator, Page } from '@playwright/test';
import { expect, large, test } from './kit';

// Movement would only take time: what is looked at is where things come to rest.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const decides = (page: Page, kind: string): Promise<void> =>
  expect(page.locator('.table:not([data-busy])')).toHaveAttribute('data-decision', kind, { timeout: 20_000 });

async function middle(thing: Locator): Promise<{ x: number; y: number }> {
  const { x, y, width, height } = (await thing.boundingBox())!;
  return { x: x + width / 2, y: y + height / 2 };
}

/** The cells beyond the palace's last row or column: whatever is laid there makes the board smaller. */
async function outermost(page: Page): Promise<Locator> {
  const at = await page.locator('.stage .mark').evaluateAll((marks) => {
    const cells = marks.map((mark) => (mark as SVGElement).dataset['cell']!.split(',').map(Number));
    const ends = [0, 1].map((i) => [Math.min(...cells.map((c) => c[i]!)), Math.max(...cells.map((c) => c[i]!))]);
    return marks
      .filter((mark) => mark.classList.contains('legal'))
      .map((mark) => (mark as SVGElement).dataset['cell']!)
      .find((cell) => cell.split(',').some((n, i) => ends[i]!.includes(Number(n))));
  });
  expect(at, 'a tile can be laid at the edge of the board').toBeDefined();
  return page.locator(`.stage .mark[data-cell="${at}"]`);
}

/** Nothing of the palace speaks of a cell: no cell is marked, none shows a tile or why not, and no words stand below. */
async function silent(page: Page, when: string): Promise<void> {
  await expect(page.locator('.stage .mark.over'), when).toHaveCount(0);
  await expect(page.locator('.stage .fault'), when).toHaveCount(0);
  await expect(page.locator('.stage .caption'), when).toHaveCount(0);
}

test('a board that refits says nothing of what comes under a mouse at rest, until the mouse moves', async ({
  page,
  request,
}) => {
  const made = await large(page, request, 16);
  await page.goto(`./t/${made.table}#${made.token}`);
  await page.getByRole('button', { name: 'I am Ann' }).click();
  await decides(page, 'place_tile');
  const palace = page.locator('.stage svg.palace');
  for (const [kind, words] of [
    ['.mark:not(.legal)', 'a refusal'],
    ['.mark.legal', 'a preview'],
  ] as const) {
    const before = (await palace.getAttribute('viewBox'))!;
    const cell = await outermost(page);
    // Where something will lie when the board is as it is now.
    const rest = await middle(page.locator(`.stage ${kind}`).last());
    const there = await middle(cell);
    await page.mouse.move(there.x, there.y);
    await expect(cell, 'what is pointed at shows the tile').toHaveClass(/over/);
    await page.mouse.click(there.x, there.y);
    await decides(page, 'confirm_turn');
    await expect(palace, 'the board makes room').not.toHaveAttribute('viewBox', before);
    await silent(page, 'after the tile was laid');
    // The tile comes back by its key: the board grows again, under a mouse that lies where a cell will be.
    await page.mouse.move(rest.x, rest.y);
    await page.keyboard.press('z');
    await decides(page, 'place_tile');
    await expect(palace).toHaveAttribute('viewBox', before);
    // The browser has noticed what lies there now.
    await expect(page.locator(`.stage ${kind}:hover`)).toHaveCount(1);
    await silent(page, `${words} nobody asked for`);
    await page.mouse.move(rest.x + 2, rest.y + 2);
    await expect(page.locator('.stage .mark.over'), `${words} for whoever points`).toHaveCount(1);
    await expect(page.locator(`.stage ${kind}.over`)).toHaveCount(1);
  }
});

test('the spotlight of a lesson follows what it points at when the board refits', async ({ page }) => {
  await page.goto('./learn');
  await page.getByRole('button', { name: /The longest wall/ }).click();
  await decides(page, 'place_tile');
  /** How far the ring is from lying around all of these, in pixels. */
  const off = (selector: string): Promise<number> =>
    page.evaluate((selector) => {
      const ring = document.querySelector('.ring')?.getBoundingClientRect();
      const boxes = [...document.querySelectorAll(selector)].map((node) => node.getBoundingClientRect());
      if (!ring || boxes.length === 0) return Infinity;
      const around = [
        Math.min(...boxes.map(({ left }) => left)) - ring.left,
        Math.min(...boxes.map(({ top }) => top)) - ring.top,
        ring.right - Math.max(...boxes.map(({ right }) => right)),
        ring.bottom - Math.max(...boxes.map(({ bottom }) => bottom)),
      ];
      // It leaves eight pixels of air.
      return Math.max(...around.map((air) => Math.abs(air - 8)));
    }, selector);
  const follows = (selector: string, when: string) =>
    expect.poll(() => off(selector), { message: when, timeout: 10_000 }).toBeLessThan(2);
  const palace = page.locator('.stage svg.palace');
  const size = (): Promise<number> => palace.evaluate((svg) => (svg as SVGSVGElement).getScreenCTM()!.a);

  await follows('.stage .mark.legal', 'around the cells where the tile may lie');
  const wide = await size();
  // Less room: every cell is smaller and elsewhere.
  await page.setViewportSize({ width: 1100, height: 620 });
  await expect.poll(size).toBeLessThan(wide);
  await follows('.stage .mark.legal', 'in less room');
  // Not where the lesson wants it: it goes on, and speaks of the tile.
  const wanted = new RegExp(`→ ${/becomes (\d+) long/.exec(await page.locator('section.lesson').innerText())![1]}`);
  await page.locator('.stage .mark.legal').filter({ hasNotText: wanted }).first().click();
  await decides(page, 'confirm_turn');
  await expect(page.locator('.stage .mark.legal')).toHaveCount(0);
  await follows('.stage .tile[tabindex="0"]', 'around the tile that can be moved once more');
  await page.keyboard.press('z');
  await decides(page, 'place_tile');
  await follows('.stage .mark.legal', 'around the cells again');
});
