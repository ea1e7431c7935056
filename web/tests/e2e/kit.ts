// What every test in the browser shares: pages that may not complain, tables made without clicking, pictures of
// every screen, a server of one's own and a wire that can be cut.

import AxeBuilder from '@axe-core/playwright';
import {
  expect,
  test as plain,
  type APIRequestContext,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
} from '@playwright/test';
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, connect, type Socket, type Server as Listener } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PROTOCOL, type CreateTable, type Created, type Joined } from '../../src/protocol';

export { expect };

/** Everything pages complained about, and what a test has said it will provoke. */
export class Complaints {
  #heard: string[] = [];
  #expected: RegExp[] = [];

  watch(context: BrowserContext): void {
    context.on('console', (message) => message.type() === 'error' && this.#heard.push(message.text()));
    context.on('weberror', (error) => this.#heard.push(String(error.error())));
  }
  /** The browser itself reports connections that fail; a test that cuts them says so. */
  expect(...patterns: RegExp[]): void {
    this.#expected.push(...patterns);
  }
  get unexpected(): string[] {
    return this.#heard.filter((text) => !this.#expected.some((pattern) => pattern.test(text)));
  }
}

/** What Chromium prints when a server does not answer. */
export const CUT = /WebSocket connection to .* failed|net::ERR_|Failed to load resource/;

type Kit = {
  complaints: Complaints;
  /** A browser context of somebody else, watched like one's own. */
  somebody: (options?: BrowserContextOptions) => Promise<Page>;
};

/** Turns end by hand and sounds were offered before, on every server; the tests about these choose otherwise. */
async function atHome(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    // A blank page has nothing to keep anything in.
    if (location.protocol.startsWith('http') && localStorage.getItem('alhambra.settings') === null)
      localStorage.setItem('alhambra.settings', JSON.stringify({ ending: 'ask', offered: true }));
  });
}

export const test = plain.extend<Kit>({
  context: async ({ context }, use) => {
    await atHome(context);
    await use(context);
  },
  complaints: [
    async ({ context }, use) => {
      const complaints = new Complaints();
      complaints.watch(context);
      await use(complaints);
      expect(complaints.unexpected, 'pages complain about nothing').toEqual([]);
    },
    { auto: true },
  ],
  somebody: async ({ browser, complaints, baseURL }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async (options = {}) => {
      const context = await browser.newContext({
        locale: 'en',
        viewport: { width: 1440, height: 900 },
        ...(baseURL ? { baseURL } : {}),
        ...options,
      });
      contexts.push(context);
      await atHome(context);
      complaints.watch(context);
      return context.newPage();
    });
    await Promise.all(contexts.map((context) => context.close()));
  },
});

/** No violation of WCAG A or AA that axe can find, and on every page one heading and one place where the matter begins. */
export async function accessible(page: Page, what = 'page', only?: 'contrast'): Promise<void> {
  // Drawings have no contrast to measure, and a table has thousands of their parts.
  const axe = only ? new AxeBuilder({ page }).exclude('svg') : new AxeBuilder({ page });
  // What is right need not be described.
  const rules = { 'page-has-heading-one': { enabled: true }, 'landmark-one-main': { enabled: true } };
  axe.options({ resultTypes: ['violations'], ...(only ? {} : { rules }) });
  // No page has frames: it is read where it stands, without a second page to put the parts together.
  axe.setLegacyMode(true);
  const found = await (
    only ? axe.withRules(['color-contrast']) : axe.withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'])
  ).analyze();
  expect(
    found.violations.map(
      (violation) => `${what}: ${violation.id}: ${violation.nodes.map((node) => node.html.slice(0, 200)).join(' | ')}`,
    ),
  ).toEqual([]);
}

export const DESK = { width: 1440, height: 900 };
export const PHONE = { width: 360, height: 640 };
export const THEMES = ['plaster', 'night', 'contrast'] as const;
export const OUT = new URL('../../out/', import.meta.url).pathname;

/** Pictures of a screen at both sizes in all themes; each theme is held to WCAG AA on the way. */
export async function picture(
  page: Page,
  screen: string,
  options: { axe?: boolean; whole?: boolean } = {},
): Promise<void> {
  mkdirSync(OUT, { recursive: true });
  const theme = await page.evaluate(() => document.documentElement.dataset['theme'] ?? '');
  const before = page.viewportSize() ?? DESK;
  for (const size of [DESK, PHONE]) {
    await page.setViewportSize(size);
    // What is longer than a window is seen from its top to its foot in one as long as it is.
    if (options.whole) {
      const height = await page.evaluate(() => document.documentElement.scrollHeight);
      await page.setViewportSize({ width: size.width, height });
    }
    for (const shown of THEMES) {
      await page.evaluate((name) => void (document.documentElement.dataset['theme'] = name), shown);
      await page.screenshot({
        path: join(OUT, `${screen}-${size.width}x${size.height}-${shown}.png`),
        animations: 'disabled',
      });
      // Contrast differs by theme, structure by size: one walk through each is enough.
      if (options.axe !== false && (size === DESK || shown === 'plaster'))
        await accessible(page, `${screen} ${size.width} ${shown}`, shown === 'plaster' ? undefined : 'contrast');
    }
    expect(await sideways(page), `${screen}: nothing scrolls sideways at ${size.width} pixels`).toEqual([]);
  }
  await page.evaluate((name) => void (document.documentElement.dataset['theme'] = name), theme);
  await page.setViewportSize(before);
}

/** What sticks out to the right and makes the page scroll sideways. */
export async function sideways(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const root = document.documentElement;
    if (root.scrollWidth <= root.clientWidth) return [];
    const out = [...document.querySelectorAll('body *')].filter(
      (element) => element.getBoundingClientRect().right > root.clientWidth + 1,
    );
    return out
      .slice(0, 5)
      .map((element) => `${element.tagName}.${element.className} ${(element.textContent ?? '').trim().slice(0, 40)}`);
  });
}

/** Things to touch that are smaller than a fingertip. Links and boxes inside a label count with their label. */
export async function small(page: Page, least = 44): Promise<string[]> {
  return page.evaluate((least) => {
    const touchable = 'button, a[href], input, select, textarea, summary, [role=button], [role=tab], [tabindex="0"]';
    return [...document.querySelectorAll<HTMLElement>(touchable)]
      .map((element) =>
        element.closest('label') && element.matches('input, select') ? element.closest('label')! : element,
      )
      .filter((element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      .map((element) => ({ element, box: element.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 0 && box.height > 0 && (box.width < least - 0.5 || box.height < least - 0.5))
      .map(
        ({ element, box }) =>
          `${element.tagName}.${element.getAttribute('class') ?? ''} ` +
          `"${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 30)}" ` +
          `${Math.round(box.width)}x${Math.round(box.height)}`,
      );
  }, least);
}

/** A table made without clicking. */
export async function make(request: APIRequestContext, wish: CreateTable, at = ''): Promise<Created> {
  const answer = await request.post(`${at}api/tables`, { data: wish });
  expect(answer.ok(), await answer.text()).toBe(true);
  return (await answer.json()) as Created;
}

export const me = (name = 'Ann') => ({ type: 'me', name }) as const;
export const bot = (level = 'easy') => ({ type: 'bot', level }) as const;
export const open = () => ({ type: 'open' }) as const;

/** All modules of the server's box, by name. */
export async function modules(request: APIRequestContext, at = ''): Promise<string[]> {
  const catalogue = (await (await request.get(`${at}api/catalogue`)).json()) as { modules: { module: string }[] };
  return catalogue.modules.map((card) => card.module);
}

/** Waits until it is our turn, and the page says so. */
export async function myTurn(page: Page): Promise<void> {
  // What stood there at the end of the turn before may stand there still: the words alone do not tell.
  await expect(page.locator('.table')).toHaveAttribute('data-decision', 'main_action', { timeout: 30_000 });
  await expect(page.getByText(/Your turn|Du bist dran/).first()).toBeVisible();
}

/** Waits until the table shows a game, whoever has to decide what. */
export async function inGame(page: Page): Promise<void> {
  // On a small screen one of the two is shown, the market to whoever begins.
  const table = page.getByRole('group', { name: /Palace of|Palast von|Building market|Bauhof/ });
  await expect(table.first()).toBeAttached({ timeout: 15_000 });
}

/** Two people with a device each, the game begun. */
export async function two(
  page: Page,
  somebody: () => Promise<Page>,
  request: APIRequestContext,
  wish: Partial<CreateTable>,
  modules: string[] = [],
  at = './',
): Promise<{ ann: Page; ben: Page; table: string }> {
  const setup = {
    players: [{ name: 'a' }, { name: 'b' }],
    modules: Object.fromEntries(modules.map((module) => [module, {}])),
    confirm: true,
  };
  const made = await make(request, { seats: [me('Ann'), open()], setup, seed: '4', ...wish }, at);
  const answer = await request.post(`${at}api/tables/${made.table}/join`, { data: { name: 'Ben', seat: 1 } });
  expect(answer.ok(), await answer.text()).toBe(true);
  const ben = await somebody();
  await page.goto(`${at}t/${made.table}#${made.token}`);
  await ben.goto(`${at}t/${made.table}#${((await answer.json()) as Joined).token}`);
  await ben.getByRole('button', { name: 'Ready' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Ben' })).toContainText('✓ Ready');
  await page.getByRole('button', { name: 'Start the game' }).click();
  await Promise.all([inGame(page), inGame(ben)]);
  return { ann: page, ben, table: made.table };
}

/** Takes a money card with its key and ends the turn, without a mouse. */
export async function shortTurn(page: Page): Promise<void> {
  const table = page.locator('.table');
  await myTurn(page);
  await page.keyboard.press('1');
  await expect(table).toHaveAttribute('data-decision', 'confirm_turn');
  await page.getByRole('button', { name: /End turn|Zug beenden/ }).press('Enter');
  await expect(table).not.toHaveAttribute('data-decision', 'confirm_turn');
}

/** Says something at the table; when another page shows it, that page has heard everything the table told before. */
export async function say(from: Page, to: Page, words: string): Promise<void> {
  for (const page of [from, to]) await page.getByRole('tab', { name: 'Chat' }).click();
  await from.getByRole('textbox', { name: 'Chat' }).fill(words);
  await from.getByRole('textbox', { name: 'Chat' }).press('Enter');
  await expect(to.getByRole('tabpanel', { name: 'Chat' })).toContainText(words);
}

/** The built game, for tests that must stop and start a server. */
function game(): string {
  const target = process.env['CARGO_TARGET_DIR'] ?? new URL('../../../target', import.meta.url).pathname;
  const found = process.env['GAME'] ?? join(target, 'debug/alhambra');
  if (!existsSync(found))
    throw new Error(`there is no ${found}: cargo build --workspace --bin alhambra, or say where it is with GAME=`);
  return found;
}

/** A server of one's own that can die and come back with its data. */
export class OwnServer {
  readonly folder = mkdtempSync(join(tmpdir(), 'alhambra-e2e-'));
  address = '';
  #child: ChildProcess | null = null;

  /** @param settings more words of the command line */
  async start(port = 0, settings: string[] = []): Promise<void> {
    const words = [
      'serve',
      '--listen',
      `127.0.0.1:${port}`,
      '--no-qr',
      '--bot-pace-ms',
      '20',
      '--tables-per-minute',
      '100000',
      '--messages-per-second',
      '10000',
      '--downloads-per-minute',
      '10000',
      '--guesses-per-minute',
      '10000',
      '--data-dir',
      this.folder,
      ...settings,
    ];
    // Variables of the tests are not settings of the server.
    const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('ALHAMBRA_')));
    const child = spawn(game(), words, { env, stdio: ['ignore', 'pipe', 'inherit'] });
    this.#child = child;
    this.address = await new Promise<string>((resolve, reject) => {
      let text = '';
      child.stdout!.on('data', (more: Buffer) => {
        text += more.toString();
        const found = /http:\/\/\S+/.exec(text);
        if (found) resolve(found[0].endsWith('/') ? found[0] : `${found[0]}/`);
      });
      child.on('exit', (code) => reject(new Error(`the server ended with ${code}: ${text}`)));
    });
  }
  get port(): number {
    return Number(new URL(this.address).port);
  }
  /** As if somebody pulled the plug. */
  async kill(): Promise<void> {
    const child = this.#child;
    this.#child = null;
    if (!child || child.exitCode !== null) return;
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.removeAllListeners('exit');
    child.once('exit', () => undefined);
    child.kill('SIGKILL');
    await Promise.race([gone, new Promise((resolve) => setTimeout(resolve, 2000))]);
  }
  async end(): Promise<void> {
    await this.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** A wire between browser and server that can be cut, or left hanging without a sign. */
export class Wire {
  #listener: Listener;
  #sockets = new Set<Socket>();
  #state: 'whole' | 'cut' | 'silent' = 'whole';
  /** How often somebody came while it was cut. */
  refused = 0;

  constructor(private to: URL) {
    this.#listener = createServer((near) => {
      if (this.#state !== 'whole') {
        this.refused += 1;
        return void near.destroy();
      }
      const far = connect(Number(this.to.port), this.to.hostname);
      for (const [from, into] of [
        [near, far],
        [far, near],
      ] as const) {
        this.#sockets.add(from);
        from.on('data', (bytes) => this.#state !== 'silent' && into.write(bytes));
        from.on('error', () => undefined);
        from.on('close', () => {
          this.#sockets.delete(from);
          into.destroy();
        });
      }
    });
  }
  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#listener.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#listener.address() as { port: number }).port}/`;
  }
  cut(): void {
    this.#state = 'cut';
    for (const socket of this.#sockets) socket.destroy();
  }
  /** Nothing comes through, and nobody is told. */
  silence(): void {
    this.#state = 'silent';
  }
  mend(): void {
    if (this.#state === 'silent') for (const socket of this.#sockets) socket.destroy();
    this.#state = 'whole';
  }
  end(): void {
    this.cut();
    this.#listener.close();
  }
}

/** Where the shared server is. */
export const shared = (): string => process.env['ALHAMBRA_URL'] ?? 'http://127.0.0.1:8080/';

/** A table of two of ours at which Ann has a large palace and a tile in hand, and how many tiles the palace came to. */
export async function large(
  page: Page,
  request: APIRequestContext,
  tiles: number,
): Promise<Created & { tiles: number }> {
  const players = [{ name: 'Ann' }, { name: 'Ben' }];
  const made = await make(request, {
    seats: [me('Ann'), me('Ben')],
    start: true,
    seed: '11',
    setup: { players, confirm: true },
  });
  await page.goto('./settings');
  return { ...made, tiles: await build(page, made.table, made.token, tiles) };
}

/**
 * Plays a table with several seats of ours, over a socket in a page, until seat 0 has a palace of `tiles` tiles and a
 * bought one in hand. Seat 0 buys whatever it can, everybody else takes money and never builds.
 */
async function build(page: Page, table: string, token: string, tiles: number): Promise<number> {
  return page.evaluate(
    ({ table, token, tiles, protocol }) =>
      new Promise<number>((resolve, reject) => {
        const address = new URL('api/socket', document.baseURI);
        address.protocol = 'ws:';
        const socket = new WebSocket(address);
        let id = 1;
        let game: any = null;
        const send = (request: object) => socket.send(JSON.stringify({ id: id++, request }));
        const done = () => {
          socket.close();
          resolve(game.view.players[0].palace.length);
        };
        // The seats share one token; what a seat may do is seen by looking as that seat.
        const act = () => {
          const asked = game.view.asked;
          if (!asked) return done();
          const decision = game.decision;
          if (!decision) return send({ type: 'look', seat: asked.seats[0] });
          const mine = game.view.players[0];
          if (decision.seat === 0 && decision.kind === 'place_tile' && mine.palace.length >= tiles) return done();
          const keyed = (...keys: string[]) => decision.options.filter((option: any) => keys.includes(option.key));
          const worth = (option: any) =>
            option.refs
              .flatMap((ref: any) => (ref.type === 'cards' ? ref.cards : []))
              .reduce((sum: number, card: string) => sum + Number(card.split('-')[1] ?? 0), 0);
          const buys = keyed('buy').sort((a: any, b: any) => worth(a) - worth(b));
          const takes = keyed('take').sort((a: any, b: any) => worth(b) - worth(a));
          const builder = decision.seat === 0;
          const order = builder
            ? [...keyed('place'), ...buys, ...takes, ...keyed('reserve', 'end_turn', 'decline', 'pass')]
            : [...takes, ...keyed('end_turn', 'decline', 'pass', 'reserve', 'gift')];
          const option = order[0] ?? decision.options[0];
          send({ type: 'act', seat: decision.seat, step: game.step, choice: { type: 'option', id: option.id } });
        };
        socket.onopen = () => send({ type: 'hello', protocol, table, token, texts: false });
        socket.onerror = () => reject(new Error('the socket failed'));
        socket.onmessage = (event) => {
          const message = JSON.parse(event.data as string);
          if (message.type === 'snapshot') {
            game = message.game;
            act();
          } else if (message.type === 'update') {
            const { players, asked, winners, ...rest } = message.change;
            const view = { ...game.view, ...rest };
            if (asked !== undefined) view.asked = asked[0] ?? null;
            for (const player of players ?? []) (view.players = [...view.players])[player.seat] = player;
            game = { ...game, step: message.step, view, decision: message.decision };
            act();
          } else if (message.type === 'refused' || message.type === 'bye') {
            reject(new Error(JSON.stringify(message)));
          }
        };
      }),
    { table, token, tiles, protocol: PROTOCOL },
  );
}
