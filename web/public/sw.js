// Keeps the page itself, so that it opens without a connection and says what is missing. It keeps nothing of any
// game: whatever stands under api/ never passes through here.

const SHELL = 'alhambra-shell-1';
/** More files than this are of older versions. */
const ROOM = 40;
const home = new URL('./', self.registration.scope).href;

/** What a page names as its own built files. */
function files(page) {
  return [...page.matchAll(/(?:src|href)="([^"]+)"/g)]
    .map((found) => new URL(found[1], home).href)
    .filter((address) => address.startsWith(home) && address !== home);
}

self.addEventListener('install', (event) => {
  event.waitUntil(
    (async () => {
      const shell = await caches.open(SHELL);
      const answer = await fetch(home, { cache: 'no-store' });
      if (!answer.ok) throw new Error(`the page answered ${answer.status}`);
      await shell.addAll(files(await answer.clone().text()));
      await shell.put(home, answer);
      await self.skipWaiting();
    })(),
  );
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys())
        if (name.startsWith('alhambra-shell-') && name !== SHELL) await caches.delete(name);
      await self.clients.claim();
    })(),
  );
});

/** From the server if it answers, and then kept; else as it was kept. */
async function fresh(request, key) {
  const shell = await caches.open(SHELL);
  try {
    const answer = await fetch(request);
    if (answer.ok) await shell.put(key, answer.clone());
    return answer;
  } catch (error) {
    const kept = await shell.match(key);
    if (kept) return kept;
    throw error;
  }
}

/** Built files never change: what is kept is right. */
async function lasting(request) {
  const shell = await caches.open(SHELL);
  const kept = await shell.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) {
    await shell.put(request, answer.clone());
    const all = await shell.keys();
    const old = all.filter((one) => one.url.includes('/assets/')).slice(0, Math.max(0, all.length - ROOM));
    await Promise.all(old.map((one) => shell.delete(one)));
  }
  return answer;
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET' || !request.url.startsWith(home)) return;
  const path = request.url.slice(home.length).split(/[?#]/)[0];
  if (/^(api\/|metrics|healthz|readyz)/.test(path)) return;
  if (request.mode === 'navigate') event.respondWith(fresh(request, home));
  else if (path.startsWith('assets/')) event.respondWith(lasting(request));
  else if (/^(icon|manifest)/.test(path)) event.respondWith(fresh(request, request.url));
});

/** What a page left for times when none is open, in its language. */
async function words() {
  const kept = await caches.open('alhambra-push-words');
  const found = await kept.match(new URL('push-words', home));
  return found ? found.json() : { title: 'Alhambra', body: '{name}, it is your turn.' };
}

// The server says whose turn it is, and at which table; a browser that is told must show something.
self.addEventListener('push', (event) => {
  const told = event.data?.json() ?? {};
  const table = typeof told.table === 'string' ? told.table : '';
  event.waitUntil(
    words().then(({ title, body }) =>
      self.registration.showNotification(title, {
        body: body.replace('{name}', typeof told.name === 'string' ? told.name : ''),
        icon: new URL('icon-192.png', home).href,
        // One for each table, the last one.
        tag: table,
        data: { table },
      }),
    ),
  );
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const { table } = event.notification.data ?? {};
  const there = table ? new URL(`t/${table}`, home).href : home;
  event.waitUntil(
    (async () => {
      const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
      const open = pages.find((page) => page.url.split('#')[0] === there);
      return open ? open.focus() : self.clients.openWindow(there);
    })(),
  );
});
