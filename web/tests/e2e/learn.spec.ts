// The eight lessons, done by somebody who has never played: every one at its prepared moment of a real table.

import type { Page } from '@playwright/test';
import { DESK, PHONE, accessible, expect, picture, sideways, small, test } from './kit';

const TITLES = [
  'Money',
  'Buying',
  'Laying tiles',
  'On foot',
  'No holes',
  'The longest wall',
  'Reserve and rebuilding',
  'Scorings',
];

/** The panel of a lesson. */
const panel = (page: Page) => page.locator('section.lesson');

async function asked(page: Page, kind: string): Promise<void> {
  await expect(page.locator('.table')).toHaveAttribute('data-decision', kind, { timeout: 30_000 });
}

/** Touches a cell that is refused for a reason, and then one where the tile may lie. */
async function lay(page: Page, reason: RegExp): Promise<void> {
  await asked(page, 'place_tile');
  await page.getByRole('button', { name: reason }).first().click({ force: true });
  await expect(panel(page).locator('li').first(), 'the touch is noticed').toHaveClass(/met/);
  await expect(panel(page)).not.toHaveClass(/over/);
  await page.locator('.mark.legal').first().click();
}

/** What each lesson asks for, done with what is on the page. */
const DONE: ((page: Page) => Promise<void>)[] = [
  async (page) => page.locator('.bundle').first().click(),
  async (page) => {
    for (const n of [1, 2]) {
      await page.locator('.space.exact').first().click();
      await page.locator('.pay .primary').click();
      await expect(page.locator('.tray .traytile')).toHaveCount(n);
    }
  },
  (page) => lay(page, /meets an open side|meets a wall/),
  (page) => lay(page, /No way on foot/),
  (page) => lay(page, /Would enclose/),
  async (page) => {
    await asked(page, 'place_tile');
    const [, length] = /becomes (\d+) long/.exec(await panel(page).innerText())!;
    await page
      .getByRole('button', { name: `→ ${length}` })
      .first()
      .click();
  },
  async (page) => {
    await asked(page, 'place_tile');
    await page.locator('.keep').click();
    await page.locator('.actions .end').click();
    await expect(panel(page).locator('li').first()).toHaveClass(/met/);
    await asked(page, 'main_action');
    await page.locator('.tray .traytile').click();
    await page.locator('.stage .tile.can, .stage .tile.picked, .stage .tile[tabindex="0"]').first().click();
  },
  async (page) => {
    await page.locator('.money:not([disabled])').first().click();
    await page.locator('.actions .end').click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /Close|Go on/ })
      .first()
      .click({ timeout: 30_000 });
  },
];

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('a newcomer goes through all eight lessons and into a first game', async ({ page }) => {
  test.setTimeout(400_000);
  await page.goto('./');
  await page.getByRole('button', { name: /Eight short lessons/ }).click();
  await expect(page.getByRole('heading', { name: 'Learn' })).toBeVisible();
  // Three more are about the other edition.
  await expect(page.getByRole('listitem')).toHaveCount(11);
  await picture(page, 'learn');
  await page.getByRole('button', { name: /Money/ }).click();
  for (const [i, done] of DONE.entries()) {
    await expect(page.getByRole('region', { name: `Lesson ${i + 1}: ${TITLES[i]}` })).toBeVisible({ timeout: 20_000 });
    await expect(page.locator('.table')).toBeVisible();
    if (i === 2) await picture(page, 'lesson');
    await done(page);
    await expect(panel(page)).toHaveClass(/over/, { timeout: 20_000 });
    await expect(panel(page)).toContainText('Well done!');
    await accessible(page, `lesson ${i + 1}`);
    expect(await sideways(page)).toEqual([]);
    await page.getByRole('button', { name: i < 7 ? 'Next lesson' : 'All lessons' }).click();
  }
  await expect(page.getByText('done', { exact: true })).toHaveCount(8);
  await page.goto('./');
  await expect(page.getByText('8 of 8 done')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Continue' }), 'lessons are no games to be continued').toHaveCount(0);
  await page.getByRole('button', { name: /Eight short lessons/ }).click();
  await page.getByRole('button', { name: /Your first game/ }).click();
  await expect(page.getByRole('complementary', { name: 'Coach' })).toBeVisible({ timeout: 20_000 });
});

/** The three lessons of The Red Palace, done with what is on the page. */
const PALACE: [title: string, done: (page: Page) => Promise<void>][] = [
  [
    'Guards',
    async (page) => {
      await use(page, 'take cash');
      await expect(panel(page).locator('li').first()).toHaveClass(/met/);
      await choose(page, 'Take ');
    },
  ],
  [
    'Counts as exact',
    async (page) => {
      await page.locator('.space.can').first().click();
      await page.locator('.pay .primary').click();
      await expect(panel(page).locator('li').first()).toHaveClass(/met/);
      await expect(panel(page)).not.toHaveClass(/over/);
      await use(page, 'count as exact');
    },
  ],
  [
    'The preview',
    async (page) => {
      // What stands on the land is said once.
      await page.getByRole('button', { name: /Buy \w+ on Land \d+ from the preview/ }).click();
      await choose(page, 'Give up the guard');
      await choose(page, 'Discard ');
      await expect(panel(page).locator('li').first()).toHaveClass(/met/);
      await page.locator('.pay .primary').click();
    },
  ],
];

/** The first of the offered choices that says this. */
const choose = (page: Page, words: string): Promise<void> =>
  page.locator('.option:enabled', { hasText: words }).first().click();

/** Uses an ability and pays for it with a guard. */
async function use(page: Page, ability: string): Promise<void> {
  await page.getByRole('button', { name: `Use: ${ability}` }).click();
  await choose(page, 'Give up the guard');
}

test('the three lessons of the other edition, one after the other', async ({ page }) => {
  test.setTimeout(120_000);
  await page.goto('./learn');
  await page
    .getByRole('button', { name: /Guards/ })
    .first()
    .click();
  for (const [i, [title, done]] of PALACE.entries()) {
    await expect(page.getByRole('region', { name: `Lesson ${i + 1}: ${title}` })).toBeVisible({ timeout: 20_000 });
    await asked(page, 'main_action');
    await done(page);
    await expect(panel(page)).toHaveClass(/over/, { timeout: 20_000 });
    await expect(panel(page)).toContainText('Well done!');
    await accessible(page, `lesson ${title}`);
    expect(await sideways(page)).toEqual([]);
    if (i < 2) await page.getByRole('button', { name: 'Next lesson' }).click();
  }
  await page.getByRole('button', { name: 'All lessons' }).click();
  await expect(page.getByText('done', { exact: true })).toHaveCount(3);
});

test('a lesson on a phone, in German: everything in sight and large enough to touch', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('./');
  await page.evaluate(() =>
    localStorage.setItem('alhambra.settings', JSON.stringify({ language: 'de', ending: 'ask', offered: true })),
  );
  await page.goto('./learn');
  expect(await small(page)).toEqual([]);
  await page.getByRole('button', { name: /Geld/ }).click();
  await expect(page.getByRole('region', { name: 'Lektion 1: Geld' })).toBeVisible({ timeout: 20_000 });
  await page.locator('.bundle').first().click();
  await expect(panel(page)).toContainText('Gut gemacht!');
  await page.getByRole('button', { name: 'Alle Lektionen' }).click();
  await page.getByRole('button', { name: /Plättchen legen/ }).click();
  await expect(page.getByRole('region', { name: 'Lektion 3: Plättchen legen' })).toBeVisible({ timeout: 20_000 });
  await asked(page, 'place_tile');
  for (const size of [PHONE, { width: 390, height: 844 }]) {
    await page.setViewportSize(size);
    expect(await sideways(page)).toEqual([]);
    // What lies in a palace has its own measure, and can be enlarged.
    expect((await small(page)).filter((found) => !found.startsWith('g.'))).toEqual([]);
  }
  await accessible(page, 'lesson on a phone');
  await page.locator('.mark.legal').first().click();
  await expect(panel(page)).toContainText('Gut gemacht!');
  await page.setViewportSize(PHONE);
  expect(await sideways(page)).toEqual([]);
  expect((await small(page)).filter((found) => !found.startsWith('g.'))).toEqual([]);
  await page.setViewportSize(DESK);
});

test('a lesson without a mouse, begun again and reloaded', async ({ page }) => {
  await page.goto('./learn');
  await page.getByRole('button', { name: /No holes/ }).focus();
  await page.keyboard.press('Enter');
  await asked(page, 'place_tile');
  const first = page.url();
  await page.getByRole('button', { name: 'Again', exact: true }).press('Enter');
  await expect.poll(() => page.url(), { message: 'a table of its own' }).not.toBe(first);
  await asked(page, 'place_tile');
  await page.reload();
  await asked(page, 'place_tile');
  await expect(page.getByRole('region', { name: 'Lesson 5: No holes' })).toBeVisible();
  await page.keyboard.press('ArrowUp');
  await expect(page.locator('.mark:focus')).toHaveCount(1);
  await page.locator('.mark.legal').first().press('Enter');
  await expect(panel(page)).toHaveClass(/over/);
  await page.reload();
  await expect(panel(page), 'what is done is known after a reload').toHaveClass(/over/, { timeout: 20_000 });
  await page.getByRole('button', { name: 'Next lesson' }).press('Enter');
  await expect(page.getByRole('region', { name: 'Lesson 6: The longest wall' })).toBeVisible({ timeout: 20_000 });
});

test('a lesson points at what it speaks of, and the rest dims without being in the way', async ({ page }) => {
  await page.goto('./learn');
  await page.getByRole('button', { name: /Money/ }).first().click();
  await asked(page, 'main_action');
  const ring = page.locator('.ring');
  await expect(ring).toBeVisible();
  const inside = async (selector: string): Promise<boolean> => {
    const [lit, thing] = [await ring.boundingBox(), await page.locator(selector).first().boundingBox()];
    return (
      lit !== null &&
      thing !== null &&
      lit.x <= thing.x &&
      lit.y <= thing.y &&
      lit.x + lit.width >= thing.x + thing.width &&
      lit.y + lit.height >= thing.y + thing.height
    );
  };
  await expect.poll(() => inside('.bundle'), { message: 'the money that is to be taken' }).toBe(true);
  expect(await inside('.stage'), 'not the whole table').toBe(false);
  await accessible(page, 'a spotlight');
  // What is lit is touched through the light.
  await page.locator('.bundle').first().click();
  await expect(panel(page)).toHaveClass(/over/);
  await expect(ring, 'done: the light goes out').toHaveCount(0);
});
