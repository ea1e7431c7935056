// The same player with quick fingers: many touches in one go, without a way from the test to the page and back for each.
// As for a mouse, only what lies on top at its place can be touched. Every touch waits for what the one before led to, so
// that the same table is played the same way on every machine.

import { expect, type Page } from '@playwright/test';
import { luck, wishes, type Wish } from './player';

/** How far a game came: what was asked and touched, and why it stopped. */
export type Stretch = { clicks: number; kinds: Record<string, number>; over: boolean; met: boolean };

/** Whose luck it is, when to stop at the latest, and earlier: after so many touches, or when we are asked and see something. */
export type Way = { seed: number; until: number; most?: number; stop?: string };

/** Touches what leads on, until the game is over or there is a reason to stop. */
export async function swift(page: Page, way: Way): Promise<Stretch> {
  // A page that has just been opened has no table yet.
  await page.locator('.table').waitFor();
  // All are whole in themselves and go to the page as text: it knows no modules of the tests.
  const words = JSON.stringify({ most: 100_000, stop: '', ...way });
  const answer = await page.evaluate<Stretch & { stuck: string }>(
    `(${stretch.toString()})(${wishes.toString()}, ${luck.toString()}, ${words})`,
  );
  expect(answer.stuck, 'every decision leads on').toBe('');
  return answer;
}

/** Plays until something is seen while we are asked. */
export async function playTo(page: Page, stop: string, seed: number, patience = 100_000): Promise<void> {
  const { met } = await swift(page, { seed, until: Date.now() + patience, stop });
  expect(met, `${stop} came about`).toBe(true);
}

async function stretch(
  wishes: (kind: string, random: () => number, tries: number) => Wish[],
  luck: (seed: number) => () => number,
  { seed, most, until, stop }: Required<Way>,
): Promise<Stretch & { stuck: string }> {
  const table = () => document.querySelector<HTMLElement>('.table')!;
  const step = () => Number(table().dataset['step']);
  const busy = () => table().dataset['busy'] !== undefined;
  /** Until something is so, but not for ever. */
  const when = (so: () => boolean, patience: number) =>
    new Promise<void>((resolve) => {
      if (so()) return resolve();
      const watch = new MutationObserver(() => so() && end());
      const timer = setTimeout(() => end(), patience);
      const end = () => (watch.disconnect(), clearTimeout(timer), resolve());
      watch.observe(table(), { attributeFilter: ['data-step', 'data-decision', 'data-busy'] });
    });
  const moment = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
  const seen = (node: Element) =>
    node.checkVisibility() && node.getClientRects().length > 0 && !(node as HTMLButtonElement).disabled;
  const middle = (node: Element): [number, number] => {
    const box = node.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  /** What a pointer would meet in the middle of a thing, if that is the thing. */
  const reach = (node: Element): Element | null => {
    node.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    const hit = document.elementFromPoint(...middle(node));
    return hit && node.contains(hit) ? hit : null;
  };
  const pick = (kind: string, random: () => number, tries: number): [Element, string] | null => {
    for (const { selector, any } of wishes(kind, random, tries)) {
      const all = [...document.querySelectorAll(selector)].filter(seen);
      const first = any ? Math.floor(random() * all.length) : 0;
      for (const node of [...all.slice(first), ...all.slice(0, any ? first : 0)]) {
        const hit = reach(node);
        if (hit) return [hit, selector];
      }
    }
    return null;
  };
  const touch = (node: Element): void => {
    const [clientX, clientY] = middle(node);
    const how = { bubbles: true, cancelable: true, composed: true, detail: 1, pointerType: 'mouse', isPrimary: true };
    for (const type of ['pointerdown', 'pointerup', 'click'])
      node.dispatchEvent(new PointerEvent(type, { ...how, pointerId: 1, clientX, clientY }));
  };

  /** How often each step was come to, on this page: whoever took back what led nowhere does something else this time. */
  const visits: Record<number, number> = ((window as { visits?: Record<number, number> }).visits ??= {});
  const kinds: Record<string, number> = {};
  let [clicks, tries, before, empty] = [0, 0, -1, 0];
  const report = (over: boolean, met: boolean, stuck = '') => ({ clicks, kinds, over, met, stuck });
  while (clicks < most) {
    // An answer that is under way may be the page's own: what needs no asking it gives by itself.
    await when(() => !busy(), 10_000);
    const kind = table().dataset['decision'] ?? '';
    const now = step();
    if (kind === 'over') return report(true, false);
    if (Date.now() > until) return report(false, false, `too slow: ${kind}`);
    if (kind === 'waiting' || kind === '') {
      await when(() => step() !== now, 500);
      continue;
    }
    if (stop && document.querySelector(stop)) return report(false, true);
    if (now !== before) {
      [before, tries, empty] = [now, 0, 0];
      visits[now] = (visits[now] ?? 0) + 1;
    }
    const found = pick(kind, luck(seed * 7919 + now * 101 + tries + visits[now]! * 1009), tries);
    // What moves or comes in a moment is waited for; only what stays without a widget is a fault.
    if (!found && empty < 10) {
      empty += 1;
      await moment(60);
      continue;
    }
    const name = `${kind} ${found?.[1] ?? ''}`;
    kinds[name] = (kinds[name] ?? 0) + 1;
    clicks += 1;
    tries += 1;
    if (tries >= 40) return report(false, false, `${kind}: ${found?.[1] ?? 'nothing to touch'}`);
    if (found) touch(found[0]);
    await moment(0);
    await when(() => step() !== now || !busy(), 10_000);
    // What does not change the step is a selection, which shows at once, or was refused.
    if (step() === now) await moment(15);
  }
  return report(false, false);
}
