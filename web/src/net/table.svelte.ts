// One table over one socket: it connects, resumes after any gap, and holds what is to be shown.

import {
  PROTOCOL,
  type Card,
  type ChatLine,
  type Selection,
  type ClientMessage,
  type EventBlock,
  type EventView,
  type GameSnapshot,
  type Hello,
  type Laid,
  type PastScoring,
  type PlanView,
  type Refusal,
  type Request,
  type Seat,
  type ServerMessage,
  type TableInfo,
  type You,
} from '../protocol';
import { cutAt, recall, type Cut } from '../game/draft';
import { away, presenceNews, type Away, type News } from '../game/presence';
import { HERE } from '../words/engine';
import { t } from '../words/index.svelte';
import { base } from './api';
import { updated } from './view';

export type Link = 'connecting' | 'open' | 'lost' | 'gone';

/** What the server says of a choice before it is made. */
export type Checked = Pick<Extract<ServerMessage, { type: 'checked' }>, 'refusal' | 'effects' | 'tally'>;

type Waiting = { resolve: (message: ServerMessage) => void; reject: (refusal: Refusal) => void };

/** How long to wait before the next try, in milliseconds. */
const PATIENCE = [200, 500, 1000, 2000, 4000];

/** After this much silence the server is asked whether it is there, and after as much again given up; milliseconds. */
const SILENCE = 5000;

export class Table {
  link = $state<Link>('connecting');
  info = $state.raw<TableInfo | null>(null);
  you = $state.raw<You>({ seats: [], viewing: null, host: false });
  game = $state.raw<GameSnapshot | null>(null);
  /** When the server last said how the game stands; what it says runs from then. */
  heard = $state.raw(0);
  chat = $state.raw<ChatLine[]>([]);
  /** What happened, newest last, grouped by action. */
  log = $state.raw<EventBlock[]>([]);
  /** How often the game was taken back while this page, or the one before a reload, looked on. */
  era = 0;
  /** Where it was taken back to. */
  cuts = $state.raw<Cut[]>([]);
  /** The events of the last update, for whoever animates them. */
  fresh = $state.raw<EventView[]>([]);
  /** Since when people are away. */
  away = $state.raw<Away>({});
  /** Who went and who came back, newest last. */
  presence = $state.raw<(News & { at: number; n: number })[]>([]);
  /** Why the connection is over for good. */
  farewell = $state.raw<Refusal | null>(null);

  #id: string;
  #token: string | undefined;
  #socket: WebSocket | null = null;
  #next = 1;
  #waiting = new Map<number, Waiting>();
  #tries = 0;
  /** How many news there were: several may come in one message. */
  #told = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #closed = false;

  constructor(id: string, token?: string) {
    this.#id = id;
    this.#token = token;
    this.era = recall(id).seen?.era ?? 0;
    this.#connect();
  }

  get id(): string {
    return this.#id;
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#socket?.close();
  }

  /** Asks the server; resolves with its answer, rejects with its reason. */
  ask(request: Request): Promise<ServerMessage> {
    return new Promise((resolve, reject) => {
      if (this.#socket?.readyState !== WebSocket.OPEN) {
        reject({ code: 'unavailable', rule: HERE, text: t('link.notsent'), refs: [] } satisfies Refusal);
        return;
      }
      const id = this.#next++;
      this.#waiting.set(id, { resolve, reject });
      this.#socket.send(JSON.stringify({ id, request } satisfies ClientMessage));
    });
  }

  /** Hands in an option of the decision at hand, paid with other cards if some are named. */
  choose(seat: Seat, option: number, cards?: Card[]): Promise<ServerMessage> {
    const choice: Selection = cards ? { type: 'pay', id: option, cards } : { type: 'option', id: option };
    return this.ask({ type: 'act', seat, step: this.game?.step ?? 0, choice });
  }

  /** What would become of a choice: why it would not be accepted, or what it leads to, and what its cards come to. */
  async check(seat: Seat, choice: Selection): Promise<Checked> {
    const nothing = { refusal: null, effects: [], tally: null };
    try {
      const answer = await this.ask({ type: 'check', seat, step: this.game?.step ?? 0, choice });
      return answer.type === 'checked' ? answer : nothing;
    } catch (refusal) {
      return { ...nothing, refusal: refusal as Refusal };
    }
  }

  /** What becomes of tiles laid in thought; nothing if that cannot be told. */
  async plan(seat: Seat, laid: Laid[]): Promise<PlanView | null> {
    const answer = await this.ask({ type: 'plan', seat, step: this.game?.step ?? 0, laid }).catch(() => null);
    return answer?.type === 'plan' ? answer.plan : null;
  }

  /** A scoring that was held, as the palaces were then; nothing if that cannot be told. */
  async scoring(round: number): Promise<PastScoring | null> {
    const answer = await this.ask({ type: 'scoring', round }).catch(() => null);
    return answer?.type === 'scoring' ? answer.scoring : null;
  }

  /** Takes back and answers several times, all of it or nothing. */
  actAll(seat: Seat, undo: number, choices: Selection[]): Promise<ServerMessage> {
    return this.ask({ type: 'act_all', seat, step: this.game?.step ?? 0, undo, choices });
  }

  undo(seat: Seat, actions = 1): Promise<ServerMessage> {
    return this.ask({ type: 'undo', seat, step: this.game?.step ?? 0, actions });
  }

  #connect(): void {
    const address = new URL('api/socket', base());
    address.protocol = address.protocol.replace('http', 'ws');
    const socket = new WebSocket(address);
    this.#socket = socket;
    this.link = this.game ? 'lost' : 'connecting';
    socket.onopen = () => {
      const hello: Request = { type: 'hello', protocol: PROTOCOL, table: this.#id, ...this.#seen() };
      if (this.#token !== undefined) hello.token = this.#token;
      // A hello that was cut off is said again; one that was refused is not.
      this.ask(hello).catch((refusal: Refusal) => refusal.code !== 'unavailable' && this.#over(refusal));
    };
    // What comes late over a wire that was given up is of no table any more.
    socket.onmessage = (event) =>
      this.#socket === socket && this.#hear(JSON.parse(event.data as string) as ServerMessage);
    socket.onclose = () => this.#lost(socket);
    this.#watch(socket);
  }

  /** How far this page has followed the game; after a reload, how far what it remembers had. */
  #seen(): Pick<Hello, 'after' | 'step' | 'eyes'> {
    const known = this.game ? { step: this.game.step, eyes: this.you.viewing } : recall(this.#id).seen;
    return {
      ...(this.game ? { after: this.game.action } : {}),
      ...(known ? { step: known.step, ...(known.eyes === null ? {} : { eyes: known.eyes }) } : {}),
    };
  }

  /** Everything after this action was taken back, whoever did it and whatever has its number now. */
  #cut(keep: number): void {
    this.era += 1;
    this.cuts = cutAt(this.cuts, this.era, keep);
    this.log = this.log.filter((block) => block.action <= keep);
  }

  /** A wire is gone; who was told when to come again waits so long. */
  #lost(socket: WebSocket | null, wait?: number): void {
    if (socket === null || this.#socket !== socket) return;
    this.#socket = null;
    for (const waiting of this.#waiting.values())
      waiting.reject({ code: 'unavailable', rule: HERE, text: t('link.cutoff'), refs: [] });
    this.#waiting.clear();
    if (!this.#closed && this.link !== 'gone') this.#again(wait);
  }

  /** A wire can die without a sign. A sleeping tab is not one: it is only slow to ask. */
  #watch(socket: WebSocket): void {
    let heard = Date.now();
    let asked = 0;
    socket.addEventListener('message', () => ((heard = Date.now()), (asked = 0)));
    const timer = setInterval(() => {
      const now = Date.now();
      if (this.#socket !== socket) {
        clearInterval(timer);
      } else if (asked > 0 && now - asked >= SILENCE) {
        clearInterval(timer);
        this.#lost(socket);
        socket.close();
      } else if (asked === 0 && now - heard >= SILENCE) {
        asked = now;
        this.ask({ type: 'ping' }).catch(() => undefined);
      }
    }, SILENCE / 5);
  }

  #again(wait = PATIENCE[Math.min(this.#tries, PATIENCE.length - 1)]!): void {
    this.link = 'lost';
    this.#tries += 1;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#connect(), wait);
  }

  #over(refusal: Refusal): void {
    if (this.link === 'gone') return;
    this.farewell = refusal;
    this.link = 'gone';
    this.#socket?.close();
  }

  #hear(message: ServerMessage): void {
    switch (message.type) {
      case 'snapshot':
        if (message.id === null && this.game && message.game && message.game.step !== this.game.step) {
          // The game went on without us: a new hello tells how.
          this.#socket?.close();
          return;
        }
        this.link = 'open';
        this.#tries = 0;
        this.#meet(message.table);
        this.you = message.you;
        this.game = message.game;
        this.heard = performance.now();
        this.chat = message.chat;
        if (message.taken_back_to !== undefined) this.#cut(message.taken_back_to);
        this.log = joined(this.log, message.missed);
        this.fresh = message.missed.flatMap((block) => block.events);
        if (message.game && this.log.length === 0 && message.game.action > 0) this.#recall(message.game.action);
        break;
      case 'update': {
        const next = this.game && updated(this.game, message);
        if (!next) {
          // Something was lost: a new hello brings everything.
          this.#socket?.close();
          return;
        }
        if (message.undone > 0) {
          this.#cut(this.game!.action - message.undone);
          this.#refresh();
        }
        // Something else may have been done at once in the place of what was taken back.
        if (message.undone === 0 || message.events.length > 0)
          this.log = joined(this.log, [{ action: message.action, events: message.events }]);
        this.game = next;
        this.heard = performance.now();
        this.fresh = message.events;
        break;
      }
      case 'table':
        this.#meet(message.table);
        this.you = message.you;
        break;
      case 'chat':
        this.chat = heardOnce(this.chat, message.line);
        break;
      case 'bye': {
        if (message.retry === null) return this.#over(message.refusal);
        // Given up first: that it closes is no second loss, and does not shorten the wait that was asked for.
        const socket = this.#socket;
        this.#lost(socket, message.retry);
        return socket?.close();
      }
      default:
        break;
    }
    const id = 'id' in message ? message.id : null;
    if (typeof id === 'number') {
      const waiting = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (message.type === 'refused') waiting?.reject(message.refusal);
      else waiting?.resolve(message);
    }
  }

  /** Who is here may have changed; nobody is told about a time this page did not see. */
  #meet(info: TableInfo): void {
    const before = this.info?.seats ?? null;
    this.away = away(before, this.away, info.seats, Date.now());
    this.presence = [
      ...this.presence,
      ...presenceNews(before, info.seats).map((news) => ({ ...news, at: Date.now(), n: this.#told++ })),
    ].slice(-6);
    this.info = info;
  }

  /** Fetches what happened before this client came. */
  #recall(to: number): void {
    this.ask({ type: 'history', from: Math.max(0, to - 60), to })
      .then((answer) => {
        if (answer.type === 'history') this.log = joined(answer.blocks, this.log);
      })
      .catch(() => undefined);
  }

  /** Score lines that were taken back are only known to the server. */
  #refresh(): void {
    this.ask({ type: 'look', seat: this.you.viewing }).catch(() => undefined);
  }
}

/** The chat with a new line; one that a snapshot brought already is not said twice. */
export function heardOnce(chat: ChatLine[], line: ChatLine): ChatLine[] {
  return chat.some(({ seq }) => seq === line.seq) ? chat : [...chat, line].slice(-200);
}

/** Blocks of both, each action once, in order. */
export function joined(older: EventBlock[], newer: EventBlock[]): EventBlock[] {
  const blocks = new Map(older.map((block) => [block.action, block]));
  for (const block of newer) blocks.set(block.action, block);
  return [...blocks.values()].sort((a, b) => a.action - b.action);
}
