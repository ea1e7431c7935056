// A player who sees only the page: touches what is marked, buys what is exact, answers what is asked.

import { expect, type APIRequestContext, type Locator, type Page } from '@playwright/test';

/** Nothing may go wrong unseen. */
export function watch(page: Page): string[] {
  const errors: string[] = [];
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  page.on('pageerror', (error) => errors.push(String(error)));
  return errors;
}

/** A table with these modules, begun: one person, and bots at the other seats. Its address. */
export async function table(request: APIRequestContext, modules: string[], seed: string, players: number): Promise<string> {
  const names = Array.from({ length: players }, (_, i) => ({ name: `Player ${i + 1}` }));
  const seats = names.map((_, i) => (i === 0 ? { type: 'me', name: 'Aixa' } : { type: 'bot', level: 'easy' }));
  const setup = { players: names, modules: Object.fromEntries(modules.map((module) => [module, {}])), confirm: true };
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

/** Numbers between 0 and 1 that are the same in every run. */
export function luck(seed: number): Luck {
  let state = seed;
  return () => {
    state = (state * 1664525 + 1013904223) % 4294967296;
    return state / 4294967296;
  };
}

async function touch(found: Locator, random: Luck): Promise<boolean> {
  const n = await found.count();
  if (n === 0) return false;
  const one = found.nth(Math.floor(random() * n));
  if (!(await one.isVisible())) return false;
  await one.click({ timeout: 3_000, position: undefined });
  return true;
}

/** Touches one widget that leads on; says which, or nothing if there was none. */
export async function decide(page: Page, kind: string, random: Luck): Promise<string> {
  const on = (selector: string): Locator => page.locator(selector);
  const first: [string, Luck][] = [];
  const any = random;
  const top: Luck = () => 0;
  const story = on('dialog[open] button.close');
  if ((await story.count()) > 0) {
    await story.first().click();
    return 'story';
  }
  switch (kind) {
    case 'place_tile':
      first.push(['.mark.legal', any], ['.keep', top], ['.traytile:not(.idle):not(.picked)', any]);
      break;
    case 'confirm_turn':
      if (random() < 0.3) first.push(['.sheet .option', any]);
      first.push(['.actions .end', top]);
      break;
    case 'main_action':
      if (random() < 0.25) first.push(['.also .option', any], ['.also .value', any]);
      first.push(['.sheet .offer', top], ['.space.can:has(.badge:text("exact"))', any]);
      if (random() < 0.6) first.push(['.space.can', any]);
      first.push(['.bundle', any], ['.money:not([disabled])', any], ['.space.can', any], ['.also .option', any], ['.also .value', any], ['.traytile:not(.idle)', any], ['.mark.legal', any]);
      break;
    default:
      break;
  }
  const offers: [string, Luck][] = [['.sheet .option', any], ['.sheet .offer', top], ['.sheet .value[aria-pressed=false]', any], ['.edge', any], ['.mark.legal', any], ['.keep', top], ['.traytile:not(.idle):not(.picked)', any], ['.stage .tile', any]];
  if (random() < 0.4) first.push(['.pass', top]);
  for (const [selector, how] of [...first, ...offers, ['.pass', top], ['.actions .end', top], ['.actions button:not([disabled])', any]] as [string, Luck][]) {
    if (await touch(on(selector), how)) return selector;
  }
  return '';
}

/** Plays all pages until the game is over; every decision must find a widget. */
export async function playOut(pages: Page[], random: Luck, until: number): Promise<{ clicks: number; kinds: Map<string, number> }> {
  const kinds = new Map<string, number>();
  let clicks = 0;
  const stuck = new Map<Page, { step: number; tries: number }>();
  for (;;) {
    expect(Date.now(), 'the game ends in time').toBeLessThan(until);
    let idle = true;
    for (const page of pages) {
      const { kind, step } = await asked(page);
      if (kind === 'over') return { clicks, kinds };
      if (kind === 'waiting' || kind === '') continue;
      const before = stuck.get(page);
      const tries = before?.step === step ? before.tries + 1 : 0;
      stuck.set(page, { step, tries });
      expect(tries, `a ${kind} decision leads on: ${await page.locator('.status').innerText()}`).toBeLessThan(25);
      const widget = await decide(page, kind, random).catch((error: Error) => (/Timeout/.test(error.message) ? 'late' : Promise.reject(error)));
      if (widget === '') await page.waitForTimeout(100);
      kinds.set(`${kind} ${widget}`, (kinds.get(`${kind} ${widget}`) ?? 0) + 1);
      clicks += 1;
      idle = false;
      // The server answers within milliseconds; what does not change the step is a selection.
      await page.waitForFunction((old) => Number(document.querySelector('.table')?.getAttribute('data-step')) !== old, step, { timeout: 60, polling: 10 }).catch(() => undefined);
    }
    if (idle) await pages[0]!.waitForTimeout(30);
  }
}
