import { test, expect } from '@playwright/test';
import { luck, decide, asked, table } from '../tests/e2e/player';
test('phone', async ({ page, request }) => {
  test.setTimeout(200000);
  await page.goto(await table(request, ['street-trader', 'treasure-chamber'], '9', 4));
  await expect(page.locator('.status')).toBeVisible({ timeout: 30000 });
  const random = luck(4); const seen = new Map<string, number>();
  for (let i = 0; i < 70; i++) {
    const { kind } = await asked(page);
    if (kind === 'over') break;
    if (kind === 'waiting') { await page.waitForTimeout(60); continue; }
    const n = (seen.get(kind) ?? 0) + 1; seen.set(kind, n);
    if ([1, 2, 8].includes(n)) {
      await page.setViewportSize({ width: 390, height: 844 }); await page.waitForTimeout(250);
      await page.screenshot({ path: `/tmp/wg/ph-${kind}-${n}.png` });
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.evaluate(() => (document.documentElement.dataset.theme = 'night')); await page.waitForTimeout(150);
      await page.screenshot({ path: `/tmp/wg/dk-${kind}-${n}.png` });
      await page.evaluate(() => (document.documentElement.dataset.theme = 'plaster'));
    }
    const w = await decide(page, kind, random).catch(() => 'late');
    if (w === '.space.can' && (seen.get('pay') ?? 0) < 1) { seen.set('pay', 1); await page.setViewportSize({ width: 390, height: 844 }); await page.waitForTimeout(250); await page.screenshot({ path: `/tmp/wg/ph-pay.png` }); await page.setViewportSize({ width: 1440, height: 900 }); }
    await page.waitForTimeout(120);
  }
});
