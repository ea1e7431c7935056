import { test } from '@playwright/test';
import { table } from '../tests/e2e/player';
test('dbg', async ({ page, request }) => {
  page.on('console', (m) => console.log(m.type(), m.text()));
  page.on('pageerror', (e) => console.log('PAGEERR', e.message, e.stack?.slice(0, 600)));
  page.on('websocket', (ws) => { ws.on('framereceived', (f) => console.log('<', String(f.payload).slice(0, 300))); ws.on('framesent', (f) => console.log('>', String(f.payload).slice(0, 200))); });
  await page.goto(await table(request, ['viziers-favour'], '5', 3));
  await page.waitForTimeout(4000);
});
