// The game on a desk with six players, on a small phone with six players and twelve modules, and at 200 % zoom.

import {
  inGame,
  DESK,
  PHONE,
  accessible,
  bot,
  large,
  expect,
  make,
  me,
  modules,
  picture,
  sideways,
  small,
  test,
} from './kit';
import { deal, ghost } from './ghost';
import { table } from './player';
import { playTo, swift } from './swift';
import type { APIRequestContext } from '@playwright/test';

async function six(request: APIRequestContext, many: number): Promise<string> {
  const names = (await modules(request)).slice(0, many);
  const players = Array.from({ length: 6 }, (_, i) => ({ name: `Player ${i + 1}` }));
  const setup = { players, modules: Object.fromEntries(names.map((name) => [name, {}])), confirm: true };
  const made = await make(request, {
    seats: [me('Ann'), bot(), bot(), bot(), bot(), bot()],
    setup,
    start: true,
    seed: '7',
  });
  return `./t/${made.table}#${made.token}`;
}

test('six players on a desk: every score, count, wall and hand size without scrolling', async ({ page, request }) => {
  await page.setViewportSize(DESK);
  await page.goto(await six(request, 0));
  await inGame(page);
  const scrolls = await page.evaluate(() => {
    const root = document.documentElement;
    const outside = [...document.querySelectorAll<HTMLElement>('body *')].filter(
      (element) =>
        element.checkVisibility() &&
        element.clientHeight > 0 &&
        element.scrollHeight > element.clientHeight + 2 &&
        ['auto', 'scroll'].includes(getComputedStyle(element).overflowY),
    );
    return {
      page: root.scrollHeight > root.clientHeight || root.scrollWidth > root.clientWidth,
      parts: outside.map(
        (element) => `${element.tagName}.${element.className} ${element.scrollHeight}>${element.clientHeight}`,
      ),
    };
  });
  expect(scrolls.page, 'the page itself does not scroll').toBe(false);
  const cut = await page.locator('.rivals .numbers > span').evaluateAll((all) =>
    all.flatMap((one) => {
      const facts = one.closest('.facts')!.getBoundingClientRect();
      return one.getBoundingClientRect().right > facts.right + 0.5 ? [one.textContent] : [];
    }),
  );
  expect(cut, 'walls and hands are whole').toEqual([]);
  for (const [what, selector] of [
    ['score', '.rivals .score'],
    ['wall and hand', '.rivals .numbers'],
  ] as const) {
    const told = page.locator(selector);
    await expect(told, `every ${what}`).toHaveCount(6);
    for (const one of await told.all()) {
      await expect(one).toBeInViewport({ ratio: 1 });
      await expect(one, what).toHaveText(what === 'score' ? /\d/ : /\d[^]*\d/);
    }
  }
  await expect(page.locator('.rivals .thumb'), 'a small palace of everybody else').toHaveCount(5);
  for (const one of await page.locator('.rivals .thumb').all()) await expect(one).toBeInViewport({ ratio: 1 });
  // How many of each of the six kinds everybody has.
  const counts = page.locator('.matrix tbody tr:not(.module):not(:last-child) td .count');
  await expect(counts, 'six kinds of six players').toHaveCount(36);
  for (const one of await counts.all()) {
    await expect(one).toBeInViewport({ ratio: 1 });
    await expect(one, 'a number, or nothing').toHaveText(/^\s*(\d+|·)\s*$/);
  }
  // Logs may scroll inside themselves; what tells the state of the game may not.
  expect(scrolls.parts.filter((part) => !/log|chat/i.test(part))).toEqual([]);
  await picture(page, 'game-six');
});

test('six players and twelve modules on a small phone', async ({ page, request }) => {
  await page.setViewportSize(PHONE);
  await page.goto(await six(request, 12));
  await inGame(page);
  const rooms = page.getByRole('navigation', { name: 'Parts of the table' }).getByRole('button');
  await expect(rooms).toHaveCount(3);
  for (let i = 0; i < (await rooms.count()); i++) {
    await rooms.nth(i).click();
    const name = await rooms.nth(i).innerText();
    expect(await sideways(page), `${name} does not scroll sideways`).toEqual([]);
    expect(await small(page), `${name} has targets for fingers`).toEqual([]);
    await page.screenshot({ path: `out/phone-twelve-modules-${i}.png` });
  }
  await accessible(page, 'phone with twelve modules');
});

test('on a small phone the header is one line and the palace has half of the screen', async ({ page, request }) => {
  await page.setViewportSize(PHONE);
  for (const players of [2, 3]) {
    const made = await make(request, {
      seats: [me('Ann'), ...Array.from({ length: players - 1 }, () => bot())],
      options: { hints: true },
      start: true,
      seed: '3',
    });
    await page.goto(`./t/${made.table}#${made.token}`);
    await expect(page.locator('.table')).toHaveAttribute('data-decision', 'main_action', { timeout: 30_000 });
    for (const room of ['Market', 'Palace']) {
      await page.getByRole('navigation').getByRole('button', { name: room }).click();
      expect(
        (await page.locator('.stage').boundingBox())!.height,
        `${room}, ${players} players`,
      ).toBeGreaterThanOrEqual(320);
      expect((await page.locator('header.bar').boundingBox())!.height).toBeLessThanOrEqual(48);
    }
    // At a table of two Dirk plays along.
    await expect(page.locator('.scores > span'), 'with the points of everybody').toHaveCount(3);
  }
});

test('on a desk with three players everything is in sight down to the last line of what happened since my turn', async ({
  page,
  request,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.setViewportSize(DESK);
  await page.goto(await table(request, [], '23', 3));
  await expect(page.locator('.status')).toBeVisible();
  // Small cards that may be taken together are a row more.
  await playTo(page, '.table[data-decision=main_action]:has(.market .recap) .bundle', 23);
  for (const thing of ['.space', '.money', '.bundle', '.recap .brief > li']) {
    const all = await page.locator(`.market ${thing}`).all();
    expect(all.length, thing).toBeGreaterThan(thing.endsWith('li') ? 1 : 0);
    for (const one of all) await expect(one, thing).toBeInViewport({ ratio: 1 });
  }
});

for (const size of [PHONE, { width: 390, height: 844 }])
  test(`on a phone ${size.width} pixels wide neither a refusal, nor what happened, nor the next scoring hides another`, async ({
    page,
    request,
  }) => {
    await page.setViewportSize(size);
    const seat = await deal(request, {}, { seed: '5' });
    await page.goto(`./t/${seat.table}#${seat.token}`);
    await ghost(page, seat, { decisions: 24 });
    await page.reload();
    await expect(page.locator('.table')).toHaveAttribute('data-decision', 'main_action', { timeout: 30_000 });
    await expect(page.locator('.recap')).toBeVisible();
    const covered = (): Promise<string[]> =>
      page.evaluate(() =>
        ['.bar .trouble', '.recap', '.gauge'].flatMap((selector) => {
          const one = document.querySelector<HTMLElement>(selector);
          if (!one) return [];
          // A finger goes through the gauge; here it is asked what is seen.
          one.style.pointerEvents = 'auto';
          const { left, right, top, bottom } = one.getBoundingClientRect();
          const points = [left + 6, (left + right) / 2, right - 6].flatMap((x) =>
            [top + 4, (top + bottom) / 2, bottom - 4].map((y) => [x, y] as const),
          );
          return points
            .filter(([x, y]) => !one.contains(document.elementFromPoint(x, y)))
            .map(([x, y]) => `${selector} at ${Math.round(x)},${Math.round(y)}`);
        }),
      );
    expect(await covered()).toEqual([]);
    await page.locator('.space:not(.can):not([disabled])').first().click();
    await expect(page.locator('.bar .trouble')).toBeVisible();
    await expect.poll(covered, { message: 'with a refusal' }).toEqual([]);
    // Opened it is read over the ground, and closes where it was opened.
    await page.locator('.recap .title').click();
    await expect(page.locator('.recap.opened')).toBeVisible();
    await expect.poll(covered, { message: 'opened' }).toEqual([]);
    expect(await sideways(page)).toEqual([]);
  });

test('on a small phone the palace keeps its half whatever is asked, and everything asked can be touched', async ({
  page,
  request,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.setViewportSize(PHONE);
  await page.goto(await table(request, await modules(request), '24', 2));
  await expect(page.locator('.status')).toBeVisible();
  const met = new Set<string>();
  for (let i = 0; i < 30; i++) {
    const { over } = await swift(page, { seed: 24, most: 2, until: Date.now() + 60_000 });
    expect(over, 'the game goes on').toBe(false);
    const seen = await page.evaluate(() => {
      const visible = (selector: string): boolean =>
        [...document.querySelectorAll(selector)].some((one) => one.checkVisibility());
      return {
        stage: document.querySelector('.stage')!.getBoundingClientRect().height,
        // What only offers something has its way out in sight, and a deed its button.
        hidden: [...document.querySelectorAll('.sheet .pass, .desk .do .primary')]
          .filter((one) => one.checkVisibility())
          .filter((one) => {
            const { bottom, top } = one.getBoundingClientRect();
            return top < 0 || bottom > innerHeight;
          })
          .map((one) => one.textContent),
        met: ['.right > .sheet', '.asking', '.pay', '.also', '.fold', '.keep'].filter(visible),
      };
    });
    expect(seen.stage, `the palace, with ${seen.met.join(' ')}`).toBeGreaterThanOrEqual(320);
    expect(seen.hidden, 'buttons out of sight').toEqual([]);
    for (const one of seen.met) met.add(one);
  }
  expect([...met], 'questions, payments and offers came about').toEqual(
    expect.arrayContaining(['.right > .sheet', '.asking', '.pay', '.also']),
  );
});

test('on a small phone a large palace is panned: every place for a tile comes in sight and can be touched', async ({
  page,
  request,
}) => {
  await page.setViewportSize(PHONE);
  const made = await large(page, request, 16);
  await page.goto(`./t/${made.table}#${made.token}`);
  await page.getByRole('button', { name: 'I am Ann' }).click();
  await expect(page.locator('.table')).toHaveAttribute('data-decision', 'place_tile');
  await expect(page.locator('.traytile:not(.idle)').first(), 'a row of tiles is moved sideways').toHaveCSS(
    'touch-action',
    'pan-x',
  );
  const ground = page.locator('.stage > .ground');
  await expect(page.locator('.mark.legal').first()).toBeVisible();
  const [inner, outer] = await ground.evaluate((node) => [
    Math.max(node.scrollWidth - node.clientWidth, node.scrollHeight - node.clientHeight),
    node.scrollLeft + node.scrollTop,
  ]);
  expect(inner, 'the palace is larger than its place').toBeGreaterThan(0);
  expect(outer, 'and is not shown from its corner').toBeGreaterThan(0);
  const hidden = await page.locator('.mark').evaluateAll((marks) =>
    marks
      .filter((mark) => {
        mark.scrollIntoView({ block: 'nearest', inline: 'nearest' });
        const { left, top, width, height } = mark.getBoundingClientRect();
        const hit = document.elementFromPoint(left + width / 2, top + height / 2);
        return mark.classList.contains('legal') && (width < 39 || !(hit && mark.contains(hit)));
      })
      .map((mark) => mark.getAttribute('aria-label')),
  );
  expect(hidden, 'places out of reach').toEqual([]);
  expect(await sideways(page)).toEqual([]);
});

for (const width of [1001, 1024, 1120, 1240]) {
  test(`${width} pixels wide: nothing overlaps, nothing sticks out, the palace keeps its place`, async ({
    page,
    request,
  }) => {
    await page.setViewportSize({ width, height: 768 });
    await page.goto(await six(request, 3));
    await inGame(page);
    expect(await sideways(page)).toEqual([]);
    const boxes = await page.evaluate(() =>
      Object.fromEntries(
        ['.market', '.stage', '.right', '.desk', 'header.bar'].map((selector) => [
          selector,
          document.querySelector(selector)!.getBoundingClientRect().toJSON() as DOMRect,
        ]),
      ),
    );
    const [market, stage, right, desk, bar] = ['.market', '.stage', '.right', '.desk', 'header.bar'].map(
      (selector) => boxes[selector]!,
    );
    expect(market!.right).toBeLessThanOrEqual(stage!.left + 1);
    expect(stage!.right).toBeLessThanOrEqual(right!.left + 1);
    expect(stage!.bottom).toBeLessThanOrEqual(desk!.top + 1);
    expect(stage!.width, 'the palace has the widest place').toBeGreaterThan(Math.max(market!.width, right!.width));
    expect(bar!.height).toBeLessThanOrEqual(90);
  });
}

for (const [width, height] of [
  [1001, 768],
  [1024, 768],
  [1100, 800],
] as const)
  test(`${width} pixels wide: everybody has a small palace, beside name and points`, async ({ page, request }) => {
    await page.setViewportSize({ width, height });
    await page.goto(await table(request, [], '3', 4));
    await inGame(page);
    await expect(page.locator('.rivals .thumb')).toHaveCount(3);
    for (const panel of await page.locator('.rivals li:has(.thumb)').all()) {
      await expect(panel.locator('.thumb')).toBeInViewport({ ratio: 1 });
      const [thumb, points, numbers] = await Promise.all(
        ['.thumb', '.score', '.numbers'].map(async (part) => (await panel.locator(part).boundingBox())!),
      );
      expect(points!.y + points!.height, 'below the points').toBeLessThanOrEqual(thumb!.y + 6);
      expect(numbers!.x + numbers!.width, 'beside wall and hand').toBeLessThanOrEqual(thumb!.x);
    }
  });

test('nothing is lost at 200 % zoom', async ({ browser, request, complaints, baseURL }) => {
  // A desk at 200 % is half as many pixels, twice as dense.
  const context = await browser.newContext({
    viewport: { width: 720, height: 450 },
    deviceScaleFactor: 2,
    locale: 'en',
    ...(baseURL ? { baseURL } : {}),
  });
  complaints.watch(context);
  const page = await context.newPage();
  for (const address of ['./', './new', './settings', await six(request, 12)]) {
    await page.goto(address);
    await expect(page.getByRole('button').first()).toBeVisible();
    expect(await sideways(page), address.slice(0, 8)).toEqual([]);
    await accessible(page, address.slice(0, 8));
  }
  await inGame(page);
  await page.screenshot({ path: 'out/game-zoom-200.png' });
  await page.goto(await six(request, 0));
  await expect(page.locator('.table')).toHaveAttribute('data-decision', 'main_action', { timeout: 30_000 });
  // Everything a turn needs can be reached, and is there when it is: menu and status, the three rooms, money, stalls, hand,
  // the palace, what lets one go back.
  const reached = async (selector: string): Promise<void> => {
    const one = page.locator(selector).first();
    await one.scrollIntoViewIfNeeded();
    await expect(one, selector).toBeInViewport({ ratio: 0.9 });
    const hit = await one.evaluate((node) => {
      const { left, top, width, height } = node.getBoundingClientRect();
      const there = document.elementFromPoint(left + width / 2, top + height / 2);
      return there !== null && (node.contains(there) || there.contains(node));
    });
    expect(hit, `${selector} is not covered`).toBe(true);
  };
  for (const one of [
    'header .status',
    'header button[aria-label="Menu"]',
    '.money:not([disabled])',
    '.space',
    '.actions .undo',
  ])
    await reached(one);
  const rooms = page.getByRole('navigation').getByRole('button');
  await expect(rooms).toHaveCount(3);
  for (const [room, things] of [
    ['Palace', ['.stage svg.palace']],
    ['Players', ['.rivals .score', '.matrix .count']],
    ['Market', ['.space']],
  ] as const) {
    await rooms.filter({ hasText: room }).click();
    for (const thing of things) await reached(thing);
  }
  // A whole turn can be played.
  await page.locator('.money:not([disabled])').first().click();
  await expect(page.locator('.table')).toHaveAttribute('data-decision', 'confirm_turn');
  await reached('.actions .end');
  await page.locator('.actions .end').click();
  await expect(page.locator('.table')).not.toHaveAttribute('data-decision', 'confirm_turn');
  await context.close();
});

test('text twice as large', async ({ page, request }) => {
  await page.addInitScript(() =>
    addEventListener('DOMContentLoaded', () => document.documentElement.style.setProperty('font-size', '32px')),
  );
  for (const address of ['./', './new', './settings', await six(request, 3)]) {
    await page.goto(address);
    await expect(page.getByRole('button').first()).toBeVisible();
    expect(await sideways(page), address.slice(0, 8)).toEqual([]);
  }
  await page.screenshot({ path: 'out/game-large-text.png' });
});
