// The boards of modules, as they are when something can be done on them, at both sizes and in all themes.

import type { Page } from '@playwright/test';
import { deal, ghost } from './ghost';
import { expect, inGame, picture, small, test, PHONE } from './kit';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** What can be done on a board, the room of a phone where it lies, and something to be seen there. Where the desk asks, the board
 *  lies folded behind its sign. */
const BOARDS = [
  ['characters.bid', 'Palace', '.sheet .auction'],
  ['gates-without-end.', 'Palace', '.sheet [data-key=keys_held]', 'folded'],
  ['treasure-chamber.buy', 'Market', '.also .slots .option'],
  ['power-of-sultan.buy', 'Market', '.also .thing.can'],
  ['orchards.put', 'Palace', '.sheet .thing.can'],
  ['major-construction-projects.bid', 'Market', '.also .auction'],
] as const;

/** Parts of some boxes that can be seen and lie on each other, or out of their box. */
async function overlapping(page: Page, selector: string): Promise<string[]> {
  return page.locator(selector).evaluateAll((boxes) =>
    boxes
      .filter((box) => box.checkVisibility())
      .flatMap((box) => {
        const parts = [...box.querySelectorAll('figure > *, .bids > *')].filter((part) => part.checkVisibility());
        const at = parts.map((part) => part.getBoundingClientRect());
        const whole = box.getBoundingClientRect();
        const out = at.flatMap((one, i) =>
          one.left < whole.left - 1 || one.right > whole.right + 1 ? [`${parts[i]!.textContent} sticks out`] : [],
        );
        const on = at.flatMap((one, i) =>
          at
            .slice(i + 1)
            .flatMap((other, j) =>
              one.left < other.right - 1 &&
              other.left < one.right - 1 &&
              one.top < other.bottom - 1 &&
              other.top < one.bottom - 1
                ? [`${parts[i]!.textContent} on ${parts[i + 1 + j]!.textContent}`]
                : [],
            ),
        );
        return [...out, ...on];
      }),
  );
}

for (const [act, room, board, folded] of BOARDS) {
  const module = act.split('.')[0]!;
  test(`the board of ${module}`, async ({ page, request }) => {
    const players = Array.from({ length: 3 }, (_, i) => ({ name: `Player ${i + 1}` }));
    const seat = await deal(request, {}, { setup: { players, modules: { [module]: {} }, confirm: true }, seed: '7' });
    await page.goto('./settings');
    // Whoever saves can bid for anything sooner or later.
    await ghost(page, seat, { act, saving: act.endsWith('.bid') });
    await page.goto(`./t/${seat.table}#${seat.token}`);
    await inGame(page);
    await expect(page.locator(board).first()).toBeVisible();
    await page.setViewportSize(PHONE);
    await page.getByRole('navigation').getByRole('button', { name: room }).click();
    if (folded) {
      await expect(page.locator(board).first()).toBeHidden();
      await page.getByRole('button', { name: 'Gates without End', expanded: false }).click();
    }
    await expect(page.locator(board).first()).toBeVisible();
    expect(await small(page), 'a finger is enough').toEqual([]);
    expect(await overlapping(page, '.auction'), 'nothing of an auction lies on anything else').toEqual([]);
    await picture(page, `board-${module}`);
  });
}
