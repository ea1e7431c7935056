// A second hand at one's own seat: plays on over a socket of its own while the page looks on, so that a test reaches a
// scoring or the end of a game in seconds.

import type { APIRequestContext, Page } from '@playwright/test';
import { PROTOCOL } from '../../src/protocol';

export type Seat = { table: string; token: string };

/** A table for one against bots, already begun. */
export async function deal(
  request: APIRequestContext,
  options: Record<string, unknown> = {},
  more: Record<string, unknown> = {},
): Promise<Seat> {
  const bot = { type: 'bot', level: 'easy' };
  const answer = await request.post('./api/tables', {
    data: { seats: [{ type: 'me', name: 'Ann' }, bot, bot], options, start: true, ...more },
  });
  if (!answer.ok()) throw new Error(await answer.text());
  const made = (await answer.json()) as Seat;
  return { table: made.table, token: made.token };
}

/** Plays at the seat, on any page of the server and quickest away from its table, until the game is over, the given scoring
 *  was held, so many decisions were made, or something like `characters.bid` can be done, for which money is saved. */
export async function ghost(
  page: Page,
  seat: Seat,
  until: { over?: boolean; scoring?: number; decisions?: number; act?: string; saving?: boolean },
): Promise<void> {
  await page.evaluate(
    ({ seat, until, protocol }) =>
      new Promise<void>((resolve, reject) => {
        const address = new URL('./api/socket', location.origin + location.pathname.replace(/t\/[^/]*$/, ''));
        address.protocol = address.protocol.replace('http', 'ws');
        const socket = new WebSocket(address);
        type Decision = {
          seat: number;
          options: { id: number; key: string; act?: string; effects: { type: string }[] }[];
        };
        let [id, step, decisions, scorings, over] = [1, 0, 0, 0, false];
        const send = (request: object) => socket.send(JSON.stringify({ id: id++, request }));
        const done = () => (socket.close(), resolve());
        // The same luck in every run: what is met once is met always.
        let luck = 20_011;
        const chance = () => (luck = (luck * 16_807) % 2_147_483_647) / 2_147_483_647;
        const best = (decision: Decision) => {
          const worth = (option: Decision['options'][number]) =>
            (option.effects.some((effect) => effect.type === 'extra_action') ? 50 : 0) +
            ({ place: 40, buy: until.saving ? 10 : 30, end_turn: 20, take: until.saving ? 30 : 10, reserve: 5 }[
              option.key
            ] ?? 0) +
            chance() * 8;
          return [...decision.options].sort((a, b) => worth(b) - worth(a))[0]!;
        };
        const go = (decision: Decision | null) => {
          if (over && until.act !== undefined)
            return reject(new Error(`the game was over before ${until.act} could be done`));
          if (over || (until.scoring !== undefined && scorings >= until.scoring)) return done();
          if (!decision) return;
          if (until.act !== undefined && decision.options.some((option) => option.act?.startsWith(until.act!)))
            return done();
          if (until.decisions !== undefined && decisions >= until.decisions) return done();
          decisions += 1;
          send({ type: 'act', seat: decision.seat, step, choice: { type: 'option', id: best(decision).id } });
        };
        socket.onopen = () => send({ type: 'hello', protocol, table: seat.table, token: seat.token, texts: false });
        socket.onerror = () => reject(new Error('the socket failed'));
        socket.onmessage = (event) => {
          const message = JSON.parse(event.data as string);
          if (message.type === 'snapshot') {
            [step, scorings, over] = [
              message.game.step,
              message.game.view.scorings,
              message.game.view.winners !== null,
            ];
            go(message.game.decision);
          } else if (message.type === 'update') {
            step = message.step;
            scorings = message.change.scorings ?? scorings;
            over ||= (message.change.winners?.length ?? 0) > 0;
            go(message.decision);
          } else if (message.type === 'refused') reject(new Error(message.refusal.rule));
        };
      }),
    { seat, until, protocol: PROTOCOL },
  );
}
