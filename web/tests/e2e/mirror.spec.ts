// A page that runs from right to left: everything changes sides, nothing sticks out, and the palace stays as it is.

import type { Page } from '@playwright/test';
import { DESK, accessible, bot, expect, make, me, picture, sideways, test } from './kit';

const PHONE = { width: 390, height: 844 };

/** The page speaks this language from now on. */
async function speak(page: Page, language: string): Promise<void> {
  await page.addInitScript(
    (language) => localStorage.setItem('alhambra.settings', JSON.stringify({ language, ending: 'ask', offered: true })),
    language,
  );
}

const middle = async (page: Page, selector: string): Promise<number> => {
  const box = (await page.locator(selector).first().boundingBox())!;
  return box.x + box.width / 2;
};

test('in Arabic home, new table, lessons and the game are mirrored and fit both sizes', async ({ page, request }) => {
  test.setTimeout(400_000);
  await speak(page, 'ar');
  for (const [path, title] of [
    ['./', 'الحمراء'],
    ['./new', 'طاولة جديدة'],
    ['./learn', 'تعلّم'],
    ['./settings', 'الإعدادات'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
    for (const size of [PHONE, DESK]) {
      await page.setViewportSize(size);
      expect(await sideways(page), `${path} at ${size.width}`).toEqual([]);
    }
    await accessible(page, `${path} in Arabic`);
  }
  await page.goto('./');
  await picture(page, 'arabic-home', { axe: false });

  const made = await make(request, { seats: [me('Ann'), bot(), bot()], start: true, seed: '4' });
  await page.goto(`./t/${made.table}#${made.token}`);
  await expect(page.locator('.table')).toHaveAttribute('data-decision', 'main_action', { timeout: 30_000 });
  expect(await middle(page, '.side'), 'the players are on the left').toBeLessThan(DESK.width / 3);
  expect(await middle(page, '.market'), 'the market is on the right').toBeGreaterThan((DESK.width * 2) / 3);
  await expect(page.locator('.status')).toContainText('دورك');
  await picture(page, 'arabic-game');
  await page.setViewportSize(PHONE);
  expect(await sideways(page)).toEqual([]);
  await accessible(page, 'game in Arabic on a phone');

  // East stays east: what lies right of the fountain on an English page lies right of it here.
  await page.setViewportSize(DESK);
  for (let i = 0; i < 12 && (await page.locator('.table').getAttribute('data-decision')) !== 'place_tile'; i++) {
    await expect(page.locator('.table')).toHaveAttribute('data-decision', 'main_action', { timeout: 30_000 });
    if ((await page.locator('.space.can').count()) > 0) {
      await page.locator('.space.can').first().click();
      await page.locator('.pay .primary').click();
      await expect(page.locator('.tray .traytile')).toHaveCount(1);
      if ((await page.locator('.table').getAttribute('data-decision')) === 'place_tile') break;
    }
    await page.locator('.money:not([disabled])').first().click();
    await expect(page.locator('.table')).toHaveAttribute('data-decision', /place_tile|confirm_turn/);
    if ((await page.locator('.table').getAttribute('data-decision')) === 'confirm_turn')
      await page.locator('.actions .end').click();
  }
  await expect(page.locator('.table')).toHaveAttribute('data-decision', 'place_tile');
  expect(await middle(page, '.mark[data-cell="1,0"]')).toBeGreaterThan(await middle(page, '.mark[data-cell="-1,0"]'));
});

test('Polish is fetched when it is chosen, and counts as Poles do', async ({ page }) => {
  const fetched: string[] = [];
  page.on('request', (request) => /\/(pl|ar)-[^/]*\.js$/.test(request.url()) && fetched.push(request.url()));
  await page.goto('./');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(fetched, 'the first page has no words nobody asked for').toEqual([]);
  await page.getByRole('combobox').last().selectOption('pl');
  await expect(page.getByRole('button', { name: /Zagraj z botami/ })).toBeVisible();
  expect(fetched).toHaveLength(1);
  await page.reload();
  await expect(page.getByRole('button', { name: /Zagraj z botami/ }), 'it is remembered').toBeVisible();
  await accessible(page, 'home in Polish');
  await page.getByRole('button', { name: /Zagraj z botami/ }).click();
  await expect(page.locator('.status')).toContainText('Twoja tura, została 1 akcja', { timeout: 30_000 });
});
