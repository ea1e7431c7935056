// A German page speaks German, whoever speaks: the client, the engine, its modules, the bots, the server.

import type { Page } from '@playwright/test';
import { expect, test } from './kit';
import { asked, SIX, table } from './player';
import { swift } from './swift';

const OTHERS = [
  'bonus-cards',
  'city-gates',
  'thieves',
  'watchtowers',
  'major-construction-projects',
  'personal-building-market',
];

test.use({ contextOptions: { reducedMotion: 'reduce' }, locale: 'de-DE' });

/** Words that are English and nothing else, and that no sentence of the engine does without for long. */
const ENGLISH = new RegExp(
  '\\b(' +
    'the|with|takes?|buys?|puts?|yours?|you|from|wins?|bids?|chests?|citizens?|room|money|garden|tower' +
    '|chambers|seraglio|pavilion|arcades|key|vizier|draws?|lays?|turns?|steals?|nothing|nobody|leaves?' +
    '|claims?|marks?|rolls?|gets|keeps|pays?|plays?|none|held|left|owned|miser|beggar|dancer|trader' +
    '|patron|wise|watch|entertainer|florin|ducat|of|and|is|are|to|in the' +
    ')\\b',
  'i',
);

/** Listens to everything the page says from now on, what is seen and what is read out, however short it is there. */
async function listen(page: Page): Promise<void> {
  await page.evaluate(() => {
    const heard = ((window as unknown as { heard: Set<string> }).heard = new Set<string>());
    // A table has thousands of drawn parts that say nothing: only what has words is asked whose they are.
    const names = ['aria-label', 'title', 'placeholder', 'alt'];
    const words = (node: Node | null): void => {
      const text = node?.textContent?.trim();
      if (text && node!.parentElement && !node!.parentElement.closest('[lang=en], script, style')) heard.add(text);
    };
    const named = (node: Element): void => {
      if (!node.closest('[lang=en]')) for (const name of names) heard.add(node.getAttribute(name)?.trim() ?? '');
    };
    const hear = (node: Node): void => {
      // What is gone again was not to be seen, and nobody knows any more whose it was.
      if (!node.isConnected) return;
      if (node.nodeType === Node.TEXT_NODE) return words(node);
      if (!(node instanceof Element)) return;
      for (const one of [node, ...node.querySelectorAll(names.map((name) => `[${name}]`).join())]) named(one);
      const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
      while (walker.nextNode()) words(walker.currentNode);
    };
    hear(document.body);
    new MutationObserver((changes) => {
      for (const { type, target, addedNodes } of changes) {
        if (type === 'childList') addedNodes.forEach(hear);
        else if (type === 'attributes') named(target as Element);
        else words(target);
      }
    }).observe(document.body, { subtree: true, childList: true, characterData: true, attributeFilter: names });
  });
}
/** What of it is English. */
async function english(page: Page): Promise<string[]> {
  return page.evaluate(
    ({ source, flags }) =>
      [...(window as unknown as { heard: Set<string> }).heard].filter((text) => new RegExp(source, flags).test(text)),
    { source: ENGLISH.source, flags: ENGLISH.flags },
  );
}

/** Sentences the server sends: there are none, unless a client asks for them. */
function overheard(page: Page): Set<string> {
  const english = new Set<string>();
  const look = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(look);
    else if (value && typeof value === 'object') {
      for (const [name, inner] of Object.entries(value)) {
        // Numbers and names alone are the same in every language.
        if ((name === 'text' || name === 'words') && typeof inner === 'string' && / [a-z]/.test(inner))
          english.add(inner.toLowerCase());
        else look(inner);
      }
    }
  };
  page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => look(JSON.parse(String(payload)))));
  return english;
}

for (const [modules, seed] of [
  [SIX, '7'],
  [OTHERS, '9'],
] as const) {
  test(`no English in a German game with ${modules[0]} and five more`, async ({ page, request }) => {
    test.setTimeout(300_000);
    const sent = overheard(page);
    await page.goto(await table(request, [...modules], seed, 3));
    await expect(page.locator('.status')).toBeVisible();
    const until = Date.now() + 280_000;
    await listen(page);
    await page.getByRole('tab', { name: 'Module', exact: true }).click();
    for (const help of await page.getByRole('button', { name: /^Hilfe: / }).all()) {
      await help.click();
      await expect(page.getByRole('dialog').getByRole('heading', { name: 'Beispiel' })).toBeVisible();
      expect(await english(page)).toEqual([]);
      await page.keyboard.press('Escape');
    }
    let touches = 0;
    for (
      let over = false, paper = 'Module';
      !over && touches < 160;
      paper = paper === 'Module' ? 'Verlauf' : 'Module'
    ) {
      const some = await swift(page, { seed: Number(seed), most: 4, until });
      ({ over } = some);
      touches += some.clicks;
      // A scoring lies over everything, and may come at any moment; whatever else is asked leaves the papers within reach.
      const hidden = await page.evaluate((paper) => {
        if (document.querySelector('dialog[open]')) return '';
        const tab = [...document.querySelectorAll<HTMLElement>('[role=tab]')].find(
          (tab) => tab.textContent?.trim() === paper,
        )!;
        const { x, y, width, height } = tab.getBoundingClientRect();
        tab.click();
        const hit = document.elementFromPoint(x + width / 2, y + height / 2);
        return hit && tab.contains(hit) ? '' : `${paper} lies under ${hit?.className}`;
      }, paper);
      expect(hidden).toBe('');
      expect(await english(page)).toEqual([]);
    }
    expect(touches).toBeGreaterThan(40);
    expect([...sent], 'sentences are made here, from words of one language').toEqual([]);
  });
}

test('the module picker and the house rules are German', async ({ page }) => {
  await page.goto('./new');
  await page.getByRole('button', { name: /Alles/ }).click();
  await page.locator('summary').filter({ hasText: 'Hausregeln' }).click();
  await expect(page.getByText('Wer beginnt')).toBeVisible();
  await listen(page);
  expect(await english(page)).toEqual([]);
});

test('a hint is German', async ({ page, request }) => {
  const seats = [
    { type: 'me', name: 'Aixa' },
    { type: 'bot', level: 'easy' },
    { type: 'bot', level: 'easy' },
  ];
  const answer = await request.post('./api/tables', {
    data: { seats, options: { hints: true }, seed: '3', start: true },
  });
  const made = (await answer.json()) as { table: string; token: string };
  await page.goto(`./t/${made.table}#${made.token}`);
  await expect.poll(async () => (await asked(page)).kind).toBe('main_action');
  await page.getByRole('button', { name: 'Tipp', exact: true }).click();
  await expect(page.locator('.hint .why')).toBeVisible({ timeout: 30_000 });
  await listen(page);
  expect(await english(page)).toEqual([]);
});
