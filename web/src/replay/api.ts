// The part of the protocol about recorded games.

import { base, read, Refused } from '../net/api';
import { HERE } from '../words/engine';
import { t } from '../words/index.svelte';
import { keptSeats } from '../settings.svelte';
import type { Branch, Created, Imported, Replay, ReplayAdvice, ReplaySlice, Shares } from '../protocol';

/** Asks with the token of the own seat, if this device has one: it shows more of a game that still goes on. */
async function ask<T>(table: string, path: string, init: RequestInit = {}): Promise<T> {
  const token = keptSeats().find((kept) => kept.table === table)?.token;
  const headers = new Headers(init.headers);
  if (token) headers.set('authorization', `Bearer ${token}`);
  let answer: Response;
  try {
    answer = await fetch(new URL(`api/${path}`, base()), { ...init, headers });
  } catch {
    throw new Refused({ code: 'unavailable', rule: HERE, text: t('link.noanswer'), refs: [] });
  }
  return read<T>(answer);
}

const at = (table: string, rest = '') => `tables/${encodeURIComponent(table)}/${rest}`;
const eyes = (who: string | null) => (who === null ? '' : `&as=${encodeURIComponent(who)}`);

export const replays = {
  open: (table: string, who: string | null) => ask<Replay>(table, at(table, `replay?${eyes(who).slice(1)}`)),
  slice: (table: string, from: number, to: number, who: string) =>
    ask<ReplaySlice>(table, at(table, `replay/moments?from=${from}&to=${to}${eyes(who)}`)),
  shares: (table: string) => ask<Shares>(table, at(table, 'replay/shares')),
  advice: (table: string, moment: number) => ask<ReplayAdvice>(table, at(table, `replay/advice?at=${moment}`)),
  branch: (table: string, wish: Branch) =>
    ask<Created>(table, at(table, 'branch'), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(wish),
    }),
  record: (text: string | Blob) =>
    ask<Imported>('', 'records', { method: 'POST', headers: { 'content-type': 'application/jsonl' }, body: text }),
  file: (table: string, name: 'record' | 'replay/moves.csv' | 'replay/scores.csv') =>
    new URL(`api/${at(table, name)}`, base()).toString(),
};
