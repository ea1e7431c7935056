// Turns told by the browser while the page is closed: from the button in the menu over a push service to the notice one clicks.

import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { CDPSession, Page } from '@playwright/test';
import { CUT, OwnServer, expect, shortTurn, test, two } from './kit';

/** A push service: it takes what servers send for browsers and cannot read it. */
class Service {
  readonly got: { head: Record<string, unknown>; body: Buffer }[] = [];
  #server = createServer((request, answer) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      this.got.push({ head: request.headers, body: Buffer.concat(parts) });
      answer.writeHead(201).end();
    });
  });

  async start(): Promise<string> {
    await new Promise<void>((done) => this.#server.listen(0, '127.0.0.1', done));
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }
  end(): void {
    this.#server.close();
  }
}

/** The keys of a browser, and how it reads what is sealed for it (RFC 8291), in another's words than the server's. */
class Keys {
  #private = createECDH('prime256v1');
  readonly public = this.#private.generateKeys();
  readonly auth = randomBytes(16);

  read(body: Buffer): string {
    const [salt, sender] = [body.subarray(0, 16), body.subarray(21, 86)];
    const secret = this.#private.computeSecret(sender);
    const derive = (key: Buffer, by: Buffer, about: Buffer, length: number): Buffer =>
      Buffer.from(hkdfSync('sha256', key, by, about, length));
    const shared = derive(secret, this.auth, Buffer.concat([Buffer.from('WebPush: info\0'), this.public, sender]), 32);
    const key = derive(shared, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
    const nonce = derive(shared, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
    const cipher = createDecipheriv('aes-128-gcm', key, nonce);
    cipher.setAuthTag(body.subarray(-16));
    const text = Buffer.concat([cipher.update(body.subarray(86, -16)), cipher.final()]);
    expect(text.at(-1), 'the end of the last record').toBe(2);
    return text.subarray(0, -1).toString();
  }
}

/** The browser's own subscribing asks its maker's service, which is out of reach here; everything after that is real. */
async function subscribesAt(page: Page, endpoint: string, keys: Keys): Promise<void> {
  const [p256dh, auth] = [keys.public, keys.auth].map((bytes) => bytes.toString('base64url'));
  await page.addInitScript(
    (json) => {
      PushManager.prototype.getSubscription = () => Promise.resolve(null);
      PushManager.prototype.subscribe = (options) => {
        const key = new Uint8Array(options!.applicationServerKey as ArrayBuffer);
        if (key.length !== 65 || !options!.userVisibleOnly) throw new Error('no key of a server');
        return Promise.resolve({ toJSON: () => json } as unknown as PushSubscription);
      };
    },
    { endpoint, keys: { p256dh, auth } },
  );
}

/** The worker of an address, as the browser numbers them. */
async function worker(session: CDPSession): Promise<string> {
  const found = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      if (registrations[0]) resolve(registrations[0].registrationId);
    });
  });
  await session.send('ServiceWorker.enable');
  return found;
}

test('a browser tells of a turn while the page is closed', async ({ page, somebody, request, complaints }) => {
  // The server of the test goes while its pages are open.
  complaints.expect(CUT);
  const [service, server, keys] = [new Service(), new OwnServer(), new Keys()];
  try {
    const host = await service.start();
    await server.start(0, ['--push-contact', 'mailto:host@example.org', '--push-services', host]);
    const phone = async (): Promise<Page> => {
      const opened = await somebody({ serviceWorkers: 'allow', permissions: ['notifications'] });
      await subscribesAt(opened, `http://${host}/bens/phone`, keys);
      return opened;
    };
    const { ann, ben, table } = await two(page, phone, request, {}, [], server.address);
    await ben.evaluate(() => navigator.serviceWorker.ready.then(() => true));
    await ben.getByRole('button', { name: 'Menu' }).click();
    await ben.getByText('Tell me of my turns while I am away').click();
    await ben.getByRole('button', { name: 'Tell me with this browser' }).click();
    await expect(ben.getByText('You will be told.')).toBeVisible();
    await ben.keyboard.press('Escape');
    // Seed 4: whoever does not begin goes away.
    const begins = await ben
      .getByText(/Your turn/)
      .first()
      .isVisible();
    if (begins) await shortTurn(ben);
    const session = await ben.context().newCDPSession(ben);
    const registration = await worker(session);
    const origin = new URL(server.address).origin;
    await ben.goto(`${server.address}learn`);
    await expect(ann.getByRole('img', { name: /away/i }).or(ann.getByText(/away/)).first()).toBeVisible();
    await shortTurn(ann);
    await expect.poll(() => service.got.length).toBe(1);
    const { head, body } = service.got[0]!;
    expect(head['content-encoding']).toBe('aes128gcm');
    expect(head['authorization']).toMatch(/^vapid t=[\w-]+\.[\w-]+\.[\w-]+, k=[\w-]{87}$/);
    const data = keys.read(body);
    expect(JSON.parse(data)).toEqual({ table, name: 'Ben' });
    // What the service would hand to the browser, the browser hands to the worker.
    await session.send('ServiceWorker.deliverPushMessage', { origin, registrationId: registration, data });
    const shown = (): Promise<string[]> =>
      ben.evaluate(async () => {
        const notices = await (await navigator.serviceWorker.ready).getNotifications();
        return notices.map((notice) => `${notice.title}: ${notice.body} ${notice.tag}`);
      });
    await expect.poll(shown).toEqual([`Alhambra: Ben, it is your turn. ${table}`]);
  } finally {
    await server.end();
    service.end();
  }
});

test('a browser that may not show anything says what to do', async ({ somebody, page, request, complaints }) => {
  complaints.expect(CUT);
  const server = new OwnServer();
  try {
    await server.start(0, ['--push-contact', 'mailto:host@example.org']);
    const quiet = (): Promise<Page> => somebody({ serviceWorkers: 'allow', permissions: [] });
    const { ben } = await two(page, quiet, request, {}, [], server.address);
    await ben.evaluate(() => {
      Notification.requestPermission = () => Promise.resolve('denied');
    });
    await ben.getByRole('button', { name: 'Menu' }).click();
    await ben.getByText('Tell me of my turns while I am away').click();
    await ben.getByRole('button', { name: 'Tell me with this browser' }).click();
    await expect(ben.getByRole('alert')).toHaveText(/Allow notifications for this page/);
  } finally {
    await server.end();
  }
});
