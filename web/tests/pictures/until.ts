// Getting to a moment worth a picture, the same one every time.

import type { Page } from '@playwright/test';
import { asked, decide, luck } from '../e2e/player';

/** Plays until a turn begins, so many steps into the game, in which the page shows something. */
export async function playUntil(page: Page, late: number, shows: string): Promise<void> {
  const random = luck(5);
  for (let i = 0; i < 900; i++) {
    const { kind, step } = await asked(page);
    // A scoring is still being told; nothing behind it can be clicked.
    const told = (await page.locator('dialog[open]').count()) > 0;
    if (kind === 'main_action' && step >= late && !told && (await page.locator(shows).count()) > 0) return;
    if (kind === 'waiting' || kind === '') await page.waitForTimeout(30);
    else await decide(page, kind, random).catch(() => '');
    await page
      .waitForFunction((old) => Number(document.querySelector('.table')?.getAttribute('data-step')) !== old, step, {
        timeout: 200,
      })
      .catch(() => undefined);
  }
  throw new Error(`no turn with ${shows}`);
}
