// Whole games at the desk and on a phone, in every theme, with the base game and six modules, and the first turns with all
// modules there are, whose games are long: whatever is asked has a widget that leads on, nothing scrolls sideways, and every few moves leave a picture to be looked at.

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, modules, OUT, sideways, test } from './kit';
import { luck, playOut, table } from './player';

// Movement is shown elsewhere; here it would only take time.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const SIX = [
  'viziers-favour',
  'characters',
  'street-trader',
  'treasure-chamber',
  'power-of-sultan',
  'gates-without-end',
];
const DESK = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };

/** Every theme at both sizes; every set in different themes at both sizes. */
const GAMES = [
  { set: 'base', size: DESK, theme: 'plaster', seed: '21' },
  { set: 'six', size: DESK, theme: 'night', seed: '7' },
  { set: 'all', size: DESK, theme: 'contrast', seed: '23' },
  { set: 'all', size: PHONE, theme: 'plaster', seed: '24' },
  { set: 'base', size: PHONE, theme: 'night', seed: '25' },
  { set: 'six', size: PHONE, theme: 'contrast', seed: '26' },
] as const;
/** With all modules a game takes a thousand touches and more; after so many it is broken off. */
const MOST = 160;
/** After so many touches a picture is taken. */
const EVERY = 40;

for (const { set, size, theme, seed } of GAMES) {
  test(`a game, ${set} at ${size.width}×${size.height}, ${theme}`, async ({ page, request }) => {
    test.setTimeout(300_000);
    mkdirSync(OUT, { recursive: true });
    await page.setViewportSize(size);
    await page.addInitScript(
      (theme) =>
        localStorage.setItem(
          'alhambra.settings',
          JSON.stringify({ ending: 'ask', offered: true, language: 'en', theme }),
        ),
      theme,
    );
    const chosen = set === 'base' ? [] : set === 'six' ? SIX : await modules(request);
    await page.goto(await table(request, chosen, seed, set === 'all' ? 3 : 2));
    await expect(page.locator('.status')).toBeVisible();
    const wide: string[] = [];
    const { kinds, clicks } = await playOut([page], luck(Number(seed)), Date.now() + 290_000, {
      most: set === 'all' ? MOST : Infinity,
      after: async (clicks) => {
        if (clicks % EVERY !== 0) return;
        wide.push(...(await sideways(page)));
        await page.screenshot({
          path: join(OUT, `whole-${set}-${clicks / EVERY}-${size.width}x${size.height}-${theme}.png`),
        });
      },
    });
    if (set !== 'all') await expect(page.locator('.status')).toContainText(/over|wins|win/);
    console.log(`${set} ${size.width} ${theme}: ${clicks} touches`);
    expect(
      [...kinds.keys()].filter((kind) => kind.endsWith(' ')),
      'decisions without a widget',
    ).toEqual([]);
    expect(wide, 'nothing scrolls sideways').toEqual([]);
    expect(await page.evaluate(() => document.documentElement.dataset['theme'])).toBe(theme);
    if (set !== 'base')
      expect(
        [...kinds.keys()].some((kind) => kind.startsWith('module')),
        'modules asked',
      ).toBe(true);
    await page.screenshot({ path: join(OUT, `whole-${set}-end-${size.width}x${size.height}-${theme}.png`) });
  });
}
