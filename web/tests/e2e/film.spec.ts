// A purchase as a strip of ten frames: the tile leaves its stall, flies to the desk and arrives, within a third of a second.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, OUT, test } from './kit';
import { table } from './player';
import { playTo } from './swift';

const FRAMES = 10;

test('a purchase is seen to happen: ten frames of it', async ({ page, request, browser }) => {
  test.setTimeout(200_000);
  // Flights stand still where they begin, and are moved on by hand: every frame is the same on every machine.
  await page.addInitScript(() => {
    const original = Element.prototype.animate;
    const flights: Animation[] = [];
    Object.assign(window, { flights });
    Element.prototype.animate = function (...words) {
      const animation = original.apply(this, words);
      if (this.classList.contains('flight') && (window as unknown as { filming?: boolean }).filming) {
        animation.pause();
        flights.push(animation);
      }
      return animation;
    };
  });
  await page.goto(await table(request, [], '4', 2));
  await expect(page.locator('.status')).toBeVisible();
  await playTo(page, '.table[data-decision=main_action] .space.exact', 6);
  await page.locator('.space.exact').first().click();
  await page.evaluate(() => Object.assign(window, { filming: true }));
  await page.locator('.pay .primary').click();
  await expect(page.locator('.flight')).toHaveCount(1);
  await expect(page.locator('.flight use[href^="#s-"]'), 'the tile flies, its stall stays').toHaveCount(0);
  const length = await page.evaluate(() => {
    const { delay, duration } = (window as unknown as { flights: Animation[] }).flights[0]!.effect!.getTiming();
    return Number(delay ?? 0) + Number(duration);
  });
  expect(length, 'no longer than a third of a second').toBeLessThanOrEqual(350);
  mkdirSync(OUT, { recursive: true });
  const shots: string[] = [];
  const places: { x: number; y: number }[] = [];
  for (let frame = 0; frame < FRAMES; frame++) {
    await page.evaluate(
      (time) =>
        (window as unknown as { flights: Animation[] }).flights.forEach((flight) => (flight.currentTime = time)),
      (length * 0.92 * frame) / (FRAMES - 1),
    );
    const box = (await page.locator('.flight').boundingBox())!;
    places.push({ x: box.x + box.width / 2, y: box.y + box.height / 2 });
    shots.push((await page.screenshot({ scale: 'css' })).toString('base64'));
  }
  const goal = (await page.locator('.desk .tray').first().boundingBox())!;
  const far = places.map(({ x, y }) => Math.hypot(goal.x + goal.width / 2 - x, goal.y + goal.height / 2 - y));
  for (let i = 1; i < FRAMES; i++)
    expect(far[i]!, `frame ${i + 1} is nearer than the one before`).toBeLessThanOrEqual(far[i - 1]! + 0.5);
  expect(far[0]!, 'it begins elsewhere').toBeGreaterThan(200);
  expect(far.at(-1)!, 'and arrives').toBeLessThan(30);
  await page.evaluate(() =>
    (window as unknown as { flights: Animation[] }).flights.forEach((flight) => flight.finish()),
  );
  await expect(page.locator('.flight'), 'nothing is left behind').toHaveCount(0);

  const strip = await browser.newPage({ viewport: { width: 5 * 480, height: 2 * 300 } });
  await strip.setContent(
    '<body style="margin:0;display:grid;grid-template-columns:repeat(5,480px)">' +
      `${shots.map((shot) => `<img width="480" height="300" src="data:image/png;base64,${shot}">`).join('')}</body>`,
  );
  writeFileSync(join(OUT, 'film-purchase.png'), await strip.screenshot());
  await strip.close();
});
