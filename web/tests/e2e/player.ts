// A player who sees only the page: touches what is marked, buys what is exact, answers what is asked.

import { expect, type APIRequestContext, type Page } from '@playwright/test';

/** Six modules that ask for many kinds of things. */
export const SIX = [
  'viziers-favour',
  'characters',
  'street-trader',
  'treasure-chamber',
  'power-of-sultan',
  'gates-without-end',
];

/** A table with these modules, begun: one person, and bots at the other seats. Its address. */
export async function table(
  request: APIRequestContext,
  modules: string[],
  seed: string,
  players: number,
  edition = 'classic',
): Promise<string> {
  const names = Array.from({ length: players }, (_, i) => ({ name: `Player ${i + 1}` }));
  const seats = names.map((_, i) => (i === 0 ? { type: 'me', name: 'Aixa' } : { type: 'bot', level: 'easy' }));
  const setup = {
    edition,
    players: names,
    modules: Object.fromEntries(modules.map((module) => [module, {}])),
    confirm: true,
  };
  const answer = await request.post('./api/tables', { data: { seats, setup, seed, start: true } });
  expect(answer.ok(), await answer.text()).toBe(true);
  const made = (await answer.json()) as { table: string; token: string };
  return `./t/${made.table}#${made.token}`;
}

/** What the page asks: the kind of decision, `waiting` or `over`. */
export async function asked(page: Page): Promise<{ kind: string; step: number }> {
  const table = page.locator('.table');
  const [kind, step] = await Promise.all([table.getAttribute('data-decision'), table.getAttribute('data-step')]);
  return { kind: kind ?? '', step: Number(step) };
}

type Luck = () => number;

/** Numbers between 0 and 1 that are the same in every run. Whole in itself: `swift.ts` has it run in the page. */
export function luck(seed: number): Luck {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** Things of the page, and whether any of them will do or the first is meant. */
export type Wish = { selector: string; any: boolean };

/** The first wish with something to be seen on the page, and which of its elements. */
async function find(page: Page, wishes: Wish[], random: Luck): Promise<{ selector: string; nth: number } | null> {
  return page.evaluate(
    ({ wishes, dice }) => {
      for (const { selector, any } of wishes) {
        const all = [...document.querySelectorAll(selector)];
        const seen = all.filter(
          (node) => node.checkVisibility() && node.getClientRects().length > 0 && !(node as HTMLButtonElement).disabled,
        );
        if (seen.length > 0) return { selector, nth: all.indexOf(seen[any ? Math.floor(dice * seen.length) : 0]!) };
      }
      return null;
    },
    { wishes, dice: random() },
  );
}

/** What this player would like to touch, best first. Whole in itself: `swift.ts` has it run in the page. */
export function wishes(kind: string, random: Luck, tries: number): Wish[] {
  const top = (selector: string): Wish => ({ selector, any: false });
  const any = (selector: string): Wish => ({ selector, any: true });
  // A sentence that was begun is filled in and said.
  const first: Wish[] = [
    top('dialog[open] button.close'),
    // Whoever has tried for a while lays what was looked at, and pays what lies ready.
    ...(tries > 6 ? [top('.actions .here'), top('.pay .primary')] : []),
    top('.choice .option'),
    top('.choice .offer'),
    any('.choice .value[aria-pressed=false]'),
  ];
  switch (kind) {
    case 'place_tile':
      first.push(any('.mark.legal'), top('.keep'), any('.traytile:not(.idle):not(.picked)'));
      break;
    case 'confirm_turn':
      if (random() < 0.3) first.push(any('.sheet .option'));
      first.push(top('.actions .end'));
      break;
    case 'main_action':
      if (random() < 0.25) first.push(any('.also .option'), any('.also .value'));
      first.push(top('.sheet .primary.offer'), top('.sheet .offer'), any('.space.exact'));
      if (random() < 0.6) first.push(any('.space.can'));
      first.push(
        any('.bundle'),
        any('.money'),
        any('.space.can'),
        any('.also .option'),
        any('.also .value'),
        // On a phone the market is out of sight once a tile is picked up: it is laid in thought, and the market looked at again.
        any('.mark.legal'),
        top('.rooms button:first-child[aria-pressed=false]'),
        any('.traytile:not(.idle)'),
      );
      break;
    case 'redesign':
      // Two tiles that can only be exchanged must not be picked up in turns for ever.
      if (random() < 0.5) first.push(any('.mark.legal'), any('.stage .tile'));
      break;
    default:
      break;
  }
  if (random() < 0.4) first.push(top('.pass'));
  const rest = [
    any('.sheet .option'),
    top('.sheet .offer'),
    any('.sheet .value[aria-pressed=false]'),
    any('.edge'),
    any('.mark.legal'),
    top('.keep'),
    any('.traytile:not(.idle):not(.picked)'),
    any('.stage .tile'),
  ];
  return [...first, ...rest, top('.pass'), top('.actions .end'), any('.actions button:not([aria-disabled=true])')];
}

/** Touches one widget that leads on; says which, or nothing if there was none. */
export async function decide(page: Page, kind: string, random: Luck, tries = 0): Promise<string> {
  const found = await find(page, wishes(kind, random, tries), random);
  if (!found) return '';
  const thing = page.locator(found.selector).nth(found.nth);
  // The side of a tile is a line: it has no surface a click would be aimed at, only the reach of a finger around it.
  const box = found.selector === '.edge' ? await thing.evaluate((node) => node.getBoundingClientRect().toJSON()) : null;
  if (box) await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  else await thing.click({ timeout: 3_000 });
  return found.selector;
}

/** Pays with cards of one's own choice: card by card until the server accepts; what it refuses says why. */
export async function payMyself(page: Page): Promise<void> {
  const cards = page.locator('.picker button');
  const pay = page.locator('.pay .primary');
  // Cards lie over each other like a fan: each is touched where it can be seen.
  const tap = (i: number) => cards.nth(i).click({ position: { x: 10, y: 40 } });
  // The best payment lies ready; it is put back first.
  while ((await page.locator('.picker button.up').count()) > 0)
    await page
      .locator('.picker button.up')
      .first()
      .click({ position: { x: 10, y: 40 } });
  await expect(pay, 'nothing is nothing').toBeDisabled();
  for (let i = 0; i < (await cards.count()); i++) {
    await tap(i);
    await expect(page.locator('.picker')).toHaveAttribute('aria-busy', 'false');
    await expect(page.locator('.pay .sum').first()).toContainText(/Laid down: \d+/);
    if (await pay.isEnabled()) return pay.click();
    await expect(page.locator('.pay .no'), 'a refused payment says why').toBeVisible();
    if (/not accepted|mixed|not needed/.test(await page.locator('.pay .no').innerText())) await tap(i);
  }
  throw new Error('no cards of the hand were accepted');
}

/** What the page asks when no answer is under way any more, its own included, and what came of the last touch has been drawn. */
export async function settled(page: Page): Promise<{ kind: string; step: number }> {
  await page.waitForFunction(() => document.querySelector('.table:not([data-busy])') !== null);
  return page.evaluate(
    () =>
      new Promise((resolve) =>
        requestAnimationFrame(() =>
          requestAnimationFrame(() => {
            const { decision, step } = document.querySelector<HTMLElement>('.table')!.dataset;
            resolve({ kind: decision ?? '', step: Number(step) });
          }),
        ),
      ),
  );
}

/**
 * Plays all pages until the game is over, or so many things were touched; every decision must find a widget. Luck comes from the
 * step and how often it was tried, so that the same table is played the same way however fast the machine is.
 */
export async function playOut(
  pages: Page[],
  seed: number,
  until: number,
  { after = async () => undefined, most = Infinity }: { after?: (clicks: number) => Promise<void>; most?: number } = {},
): Promise<{ clicks: number; kinds: Map<string, number> }> {
  const kinds = new Map<string, number>();
  let clicks = 0;
  const tried = new Map<number, number>();
  for (;;) {
    const now: number[] = [];
    for (const page of pages) {
      expect(Date.now(), 'the game ends in time').toBeLessThan(until);
      const { kind, step } = await settled(page);
      now.push(step);
      if (kind === 'over') return { clicks, kinds };
      if (kind === 'waiting' || kind === '') continue;
      const tries = tried.get(step) ?? 0;
      tried.set(step, tries + 1);
      expect(tries, `a ${kind} decision leads on`).toBeLessThan(25);
      const widget = await decide(page, kind, luck(seed * 7919 + step * 101 + tries), tries);
      kinds.set(`${kind} ${widget}`, (kinds.get(`${kind} ${widget}`) ?? 0) + 1);
      clicks += 1;
      await after(clicks);
      if (clicks >= most) return { clicks, kinds };
      now.pop();
    }
    // Nobody of ours is asked: whoever hears first that the game has gone on.
    if (now.length === pages.length) await Promise.any(pages.map((page, i) => gone(page, now[i]!)));
  }
}

/** Until the page is past a step. */
export async function gone(page: Page, step: number): Promise<void> {
  await page.waitForFunction(
    (old) => Number(document.querySelector<HTMLElement>('.table')?.dataset['step']) !== old,
    step,
  );
}
