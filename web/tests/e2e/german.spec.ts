// A German page speaks German, whoever speaks: the client, the engine, its modules, the bots, the server.

import { expect, test, type Page } from '@playwright/test';
import { asked, decide, luck, SIX, table, watch } from './player';

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
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node instanceof Element) {
        if (node.closest('[lang=en]')) continue;
        for (const name of ['aria-label', 'title', 'placeholder', 'alt']) found.add(node.getAttribute(name) ?? '');
      } else if (node.parentElement && !node.parentElement.closest('[lang=en], script, style')) {
        found.add(node.textContent ?? '');
      }
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
    test.setTimeout(120_000);
    const errors = watch(page);
    const english = overheard(page);
    await page.goto(await table(request, [...modules], seed, 3));
    await expect(page.locator('.status')).toBeVisible();
    const random = luck(Number(seed));
    const until = Date.now() + 75_000;
    let decisions = 0;
    while (Date.now() < until && decisions < 160) {
      const { kind } = await asked(page);
      if (kind === 'over') break;
      if (kind !== 'waiting' && kind !== '') {
        await decide(page, kind, random).catch(() => undefined);
        decisions += 1;
      }
      // A window over the page may be in the way; then it is read instead.
      const paper = decisions % 8 === 1 ? 'Module' : decisions % 8 === 5 ? 'Verlauf' : '';
      if (paper)
        await page
          .getByRole('tab', { name: paper, exact: true })
          .click({ timeout: 500 })
          .catch(() => undefined);
      const texts = await said(page);
      expect(texts.filter((text) => ENGLISH.test(text))).toEqual([]);
      await page.waitForTimeout(20);
    }
    expect(decisions).toBeGreaterThan(40);
    expect([...english], 'sentences are made here, from words of one language').toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('tab', { name: 'Module', exact: true }).click();
    for (const help of await page.getByRole('button', { name: /^Hilfe: / }).all()) {
      await help.click();
      await expect(page.getByRole('dialog').getByRole('heading', { name: 'Beispiel' })).toBeVisible();
      expect((await said(page)).filter((text) => ENGLISH.test(text))).toEqual([]);
      await page.keyboard.press('Escape');
    }
    expect(errors).toEqual([]);
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
