// Whole games at the desk and on a phone, in every theme, with the base game, six modules, all modules there are, and The Red
// Palace: whatever is asked has a widget that leads on, nothing scrolls sideways, and every few moves leave a picture to be looked at.

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, modules, OUT, sideways, test } from './kit';
import { playOut, SIX, table } from './player';
import { swift } from './swift';

// The longest tests of all: they share the workers instead of waiting for each other.
test.describe.configure({ mode: 'parallel' });
// Movement is shown elsewhere; here it would only take time.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

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
  { set: 'red-palace', size: DESK, theme: 'night', seed: '27' },
  { set: 'red-palace', size: PHONE, theme: 'contrast', seed: '28' },
] as const;
/** After so many touches a picture is taken; with all modules a game takes a thousand touches and more. */
const EVERY = 40;
const SELDOM = 200;

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
    const chosen = set === 'six' ? SIX : set === 'all' ? await modules(request) : [];
    const edition = set === 'red-palace' ? set : 'classic';
    await page.goto(await table(request, chosen, seed, 2, edition));
    await expect(page.locator('.status')).toBeVisible();
    const wide: string[] = [];
    const look = async (n: number): Promise<void> => {
      wide.push(...(await sideways(page)));
      await page.screenshot({ path: join(OUT, `whole-${set}-${n}-${size.width}x${size.height}-${theme}.png`) });
    };
    const until = Date.now() + 290_000;
    const kinds = new Map<string, number>();
    let clicks = 0;
    if (set === 'base') {
      const played = await playOut([page], Number(seed), until, {
        after: async (clicks) => void (clicks % EVERY === 0 && (await look(clicks / EVERY))),
      });
      clicks = played.clicks;
      for (const [kind, n] of played.kinds) kinds.set(kind, n);
    } else {
      // Quick fingers: every touch in its own time would take a quarter of an hour.
      const most = set === 'all' ? SELDOM : EVERY;
      for (let over = false; !over;) {
        const some = await swift(page, { seed: Number(seed), most, until });
        over = some.over;
        clicks += some.clicks;
        for (const [kind, n] of Object.entries(some.kinds)) kinds.set(kind, (kinds.get(kind) ?? 0) + n);
        if (!over) await look(clicks / most);
      }
    }
    await expect(page.locator('.status')).toContainText(/over|wins|win/);
    console.log(`${set} ${size.width} ${theme}: ${clicks} touches`);
    expect(
      [...kinds.keys()].filter((kind) => kind.endsWith(' ')),
      'decisions without a widget',
    ).toEqual([]);
    expect(wide, 'nothing scrolls sideways').toEqual([]);
    expect(await page.evaluate(() => document.documentElement.dataset['theme'])).toBe(theme);
    if (chosen.length > 0)
      expect(
        [...kinds.keys()].some((kind) => kind.startsWith('module')),
        'modules asked',
      ).toBe(true);
    await page.screenshot({ path: join(OUT, `whole-${set}-end-${size.width}x${size.height}-${theme}.png`) });
  });
}
