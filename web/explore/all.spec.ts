import { test, expect } from '@playwright/test';
import { luck, playOut, table, watch } from '../tests/e2e/player';
const all = (process.env.MODS ?? '').split(',').filter(Boolean);
for (const module of all) {
  test(module, async ({ page, request }) => {
    test.setTimeout(240_000);
    const errors = watch(page);
    await page.goto(await table(request, module.split('+'), process.env.SEED ?? '5', Number(process.env.N ?? 3)));
    await expect(page.locator('.status')).toBeVisible({ timeout: 30000 });
    let shots = 0;
    const timer = setInterval(async () => { const kind = await page.locator('.table').getAttribute('data-decision').catch(() => ''); if (kind === 'module' && shots < 6) { shots++; await page.screenshot({ path: `/tmp/wg/mod-${module.slice(0, 30)}-${shots}.png` }).catch(() => 0); } }, 400);
    try {
      const { kinds, clicks } = await playOut([page], luck(3), Date.now() + 230_000);
      console.log(module, clicks, JSON.stringify([...kinds].sort()));
    } finally { clearInterval(timer); await page.screenshot({ path: `/tmp/wg/end-${module.slice(0, 30)}.png` }); }
    expect(errors).toEqual([]);
  });
}
