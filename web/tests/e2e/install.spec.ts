// The page can be installed, opens without a connection, keeps nothing of any game, and tells of new versions.

import { CUT, Wire, bot, expect, make, me, myTurn, shared, test } from './kit';

test.use({ serviceWorkers: 'allow' });

test('it can be installed: manifest, icons, worker', async ({ page, request }) => {
  await page.goto('./');
  const address = await page.evaluate(() => (document.querySelector('link[rel=manifest]') as HTMLLinkElement).href);
  const manifest = (await (await request.get(address)).json()) as {
    name: string;
    start_url: string;
    display: string;
    icons: { src: string; sizes: string; type: string; purpose: string }[];
  };
  expect(manifest.display).toBe('standalone');
  for (const size of ['192x192', '512x512'])
    expect(manifest.icons.some((icon) => icon.sizes === size && icon.type === 'image/png')).toBe(true);
  expect(manifest.icons.some((icon) => icon.purpose === 'maskable')).toBe(true);
  for (const icon of manifest.icons) {
    const size = await page.evaluate(async (src) => {
      const image = new Image();
      image.src = src;
      await image.decode();
      return `${image.naturalWidth}x${image.naturalHeight}`;
    }, new URL(icon.src, address).href);
    if (icon.sizes !== 'any') expect(size, icon.src).toBe(icon.sizes);
  }
  // What the browser itself finds missing before it offers to install.
  const session = await page.context().newCDPSession(page);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
  // A window without a profile cannot install anything; that says nothing about the page.
  expect(installabilityErrors.map((error) => error.errorId).filter((id) => id !== 'in-incognito')).toEqual([]);
});

test('it opens without a connection, and has kept nothing of a game', async ({ page, request, complaints }) => {
  complaints.expect(CUT);
  const wire = new Wire(new URL(shared()));
  const address = await wire.start();
  try {
    const made = await make(request, { seats: [me(), bot(), bot()], start: true });
    await page.goto(`${address}t/${made.table}#${made.token}`);
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
    await page.reload();
    await myTurn(page);
    const kept = await page.evaluate(async () => {
      const names = await caches.keys();
      const all = await Promise.all(
        names.map(async (name) => (await (await caches.open(name)).keys()).map((request) => request.url)),
      );
      return all.flat();
    });
    expect(kept.length).toBeGreaterThanOrEqual(3);
    expect(kept.filter((url) => /\/api\//.test(url) || url.includes(made.table) || url.includes(made.token))).toEqual(
      [],
    );
    wire.cut();
    await page.reload();
    await expect(
      page.getByText('Connection lost. Trying again …').or(page.getByText('One moment …')).first(),
    ).toBeVisible();
    await page.goto(address);
    await expect(page.getByRole('button', { name: /Play against bots/ })).toBeVisible();
    await expect(page.getByRole('alert').first()).toHaveText(/does not answer/);
    wire.mend();
    await page.reload();
    await page.getByRole('button', { name: /Play against bots/ }).click();
    await myTurn(page);
  } finally {
    wire.end();
  }
});

test('a new version is told of, and comes with a reload', async ({ page, request, complaints }) => {
  complaints.expect(CUT);
  const wire = new Wire(new URL(shared()));
  const address = await wire.start();
  try {
    const made = await make(request, { seats: [me(), bot(), bot()], start: true });
    await page.goto(`${address}t/${made.table}#${made.token}`);
    await myTurn(page);
    // The server comes back with another page: the same files under a new name.
    await page.route(address, async (route) => {
      const answer = await route.fetch();
      await route.fulfill({
        response: answer,
        body: (await answer.text()).replace(/assets\/index-[^".]+\.js/, 'assets/index-newer.js'),
      });
    });
    wire.cut();
    await expect(page.getByText('Connection lost. Trying again …')).toBeVisible();
    wire.mend();
    await expect(page.getByText('There is a new version of this page.')).toBeVisible({ timeout: 15_000 });
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Reload' }).click();
    await myTurn(page);
    await expect(page.getByText('There is a new version of this page.')).toBeHidden();
  } finally {
    wire.end();
  }
});
