// A look at a table from outside, with what one's link shows: who plays, how it stands, whose turn it is. Nobody at the table
// is told that a player came back because somebody looked at a list.

import { PROTOCOL, type Request, type ServerMessage, type TableInfo, type View } from '../protocol';
import { base } from './api';

export type Glance = { info: TableInfo; view: View | null };

const PATIENCE = 8000;

/** Says hello with a token, and one thing more if there is one; answers with what came back. */
function call<T>(
  table: string,
  token: string,
  glance: boolean,
  then: (message: ServerMessage, send: (request: Request) => void) => T | undefined,
): Promise<T | null> {
  return new Promise((resolve) => {
    const address = new URL('api/socket', base());
    address.protocol = address.protocol.replace('http', 'ws');
    const socket = new WebSocket(address);
    let id = 1;
    const send = (request: Request): void => socket.send(JSON.stringify({ id: id++, request }));
    const end = (answer: T | null): void => {
      clearTimeout(timer);
      socket.onclose = null;
      socket.close();
      resolve(answer);
    };
    const timer = setTimeout(() => end(null), PATIENCE);
    socket.onclose = () => end(null);
    socket.onopen = () =>
      send({ type: 'hello', protocol: PROTOCOL, table, token, texts: false, ...(glance ? { glance } : {}) });
    socket.onmessage = (event) => {
      const message = JSON.parse(event.data as string) as ServerMessage;
      if (message.type === 'refused' || message.type === 'bye') return end(null);
      const answer = then(message, send);
      if (answer !== undefined) end(answer);
    };
  });
}

/** How a table stands; nothing if it is gone, or the link is good for nothing any more. */
export function glance(table: string, token: string): Promise<Glance | null> {
  return call(table, token, true, (message) =>
    message.type === 'snapshot' ? { info: message.table, view: message.game?.view ?? null } : undefined,
  );
}

/** The table of the next game, made by whoever asks first. */
export function rematch(table: string, token: string): Promise<{ table: string; token: string } | null> {
  return call(table, token, false, (message, send) => {
    if (message.type === 'snapshot') send({ type: 'rematch' });
    return message.type === 'link' ? { table: message.table, token: message.token || token } : undefined;
  });
}
