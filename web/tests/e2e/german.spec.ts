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

/** Everything the page says: what is seen, and what is read out. */
async function said(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found = new Set<string>();
    // A table has thousands of drawn parts that say nothing: only what has words is asked whose they are.
    const names = ['aria-label', 'title', 'placeholder', 'alt'];
    for (const node of document.body.querySelectorAll(names.map((name) => `[${name}]`).join())) {
      if (node.closest('[lang=en]')) continue;
      for (const name of names) found.add(node.getAttribute(name) ?? '');
    }
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.textContent ?? '';
      if (text.trim() && node.parentElement && !node.parentElement.closest('[lang=en], script, style')) found.add(text);
    }
    return [...found].map((text) => text.trim()).filter(Boolean);
  });
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
    const english = overheard(page);
    await page.goto(await table(request, [...modules], seed, 3));
    await expect(page.locator('.status')).toBeVisible();
    const until = Date.now() + 280_000;
    let touches = 0;
    for (let over = false; !over && touches < 160; touches++) {
      ({ over } = await swift(page, { seed: Number(seed), most: 1, until }));
      const paper = touches % 8 === 1 ? 'Module' : touches % 8 === 5 ? 'Verlauf' : '';
      // A scoring that lies over everything is read instead; whatever else is asked leaves the papers within reach.
      if (paper && !over && (await page.locator('dialog[open]').count()) === 0)
        await page.getByRole('tab', { name: paper, exact: true }).click();
      expect((await said(page)).filter((text) => ENGLISH.test(text))).toEqual([]);
    }
    expect(touches).toBeGreaterThan(40);
    expect([...english], 'sentences are made here, from words of one language').toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('tab', { name: 'Module', exact: true }).click();
    for (const help of await page.getByRole('button', { name: /^Hilfe: / }).all()) {
      await help.click();
      await expect(page.getByRole('dialog').getByRole('heading', { name: 'Beispiel' })).toBeVisible();
      expect((await said(page)).filter((text) => ENGLISH.test(text))).toEqual([]);
      await page.keyboard.press('Escape');
    }
  });
}

test('the module picker and the house rules are German', async ({ page }) => {
  await page.goto('./new');
  await page.getByRole('button', { name: /Alles/ }).click();
  await page.locator('summary').filter({ hasText: 'Hausregeln' }).click();
  await expect(page.getByText('Wer beginnt')).toBeVisible();
  expect((await said(page)).filter((text) => ENGLISH.test(text))).toEqual([]);
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
  expect((await said(page)).filter((text) => ENGLISH.test(text))).toEqual([]);
});
