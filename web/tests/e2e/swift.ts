// The same player with quick fingers: many touches in one go, without a way from the test to the page and back for each.
// As for a mouse, only what lies on top at its place can be touched.

import { expect, type Page } from '@playwright/test';
import { wishes, type Wish } from './player';

/** How far a game came: what was asked and touched, whether it is over, and the luck to go on with. */
export type Stretch = { clicks: number; kinds: Record<string, number>; over: boolean; luck: number };

type Way = { luck: number; most: number; until: number };

/** Touches up to `most` things, or fewer if the game is over before. */
export async function swift(page: Page, way: Way): Promise<Stretch> {
  // Both are whole in themselves and go to the page as text: it knows no modules of the tests.
  const answer = await page.evaluate<Stretch & { stuck: string }>(
    `(${stretch.toString()})(${wishes.toString()}, ${JSON.stringify(way)})`,
  );
  expect(answer.stuck, 'every decision leads on').toBe('');
  return answer;
}

async function stretch(
  wishes: (kind: string, random: () => number, tries: number) => Wish[],
  { luck, most, until }: Way,
): Promise<Stretch & { stuck: string }> {
  const random = () => (luck = (luck * 1664525 + 1013904223) % 4294967296) / 4294967296;
  const table = () => document.querySelector<HTMLElement>('.table')!;
  const step = () => Number(table().dataset['step']);
  /** Until the game goes on, but not for ever: what does not change the step is a selection. */
  const goesOn = (from: number, patience: number) =>
    new Promise<void>((resolve) => {
      const watch = new MutationObserver(() => step() !== from && end());
      const timer = setTimeout(() => end(), patience);
      const end = () => (watch.disconnect(), clearTimeout(timer), resolve());
      watch.observe(table(), { attributeFilter: ['data-step'] });
    });
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
  const pick = (kind: string, tries: number): [Element, string] | null => {
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

  const kinds: Record<string, number> = {};
  let [clicks, tries, before, last] = [0, 0, -1, ''];
  const report = (over: boolean, stuck = '') => ({ clicks, kinds, over, luck, stuck });
  while (clicks < most) {
    const kind = table().dataset['decision'] ?? '';
    const now = step();
    if (kind === 'over') return report(true);
    if (Date.now() > until) return report(false, `too slow: ${kind}`);
    if (kind === 'waiting' || kind === '') {
      await goesOn(now, 500);
      continue;
    }
    tries = now === before ? tries + 1 : 0;
    before = now;
    if (tries >= 40) return report(false, `${kind}: ${last}`);
    const found = pick(kind, tries);
    // While an answer is on its way the buttons rest; only what stays without a widget is a fault.
    if (found || tries >= 10) {
      last = found ? found[1] : 'nothing to touch';
      kinds[`${kind} ${found?.[1] ?? ''}`] = (kinds[`${kind} ${found?.[1] ?? ''}`] ?? 0) + 1;
      clicks += 1;
    }
    if (found) touch(found[0]);
    await goesOn(now, 60);
  }
  return report(false);
}
