// Who is at the table, who went away and since when, and who came back: told apart from what the server says of each seat.

import type { Seat, SeatInfo } from '../protocol';

/** Since when people are away, as far as this page has seen or the server has said; 0 where nobody knows. */
export type Away = Record<Seat, number>;
/** What there is to tell about a seat. */
export type News = { seat: Seat; what: 'left' | 'back' | 'returned' };

const absent = (seat: SeatInfo): boolean => seat.sitter.type === 'person' && !seat.here;

/**
 * Who is away now. What this page saw counts, by its own clock; what it did not see the server tells. A clock that is behind the
 * server's makes nobody away from the future.
 */
export function away(before: SeatInfo[] | null, known: Away, now: SeatInfo[], at: number): Away {
  return Object.fromEntries(
    now
      .filter(absent)
      .map((seat) => [
        seat.seat,
        known[seat.seat] ||
          (before && !(before[seat.seat] && absent(before[seat.seat]!)) ? at : Math.min(seat.away_since ?? 0, at)),
      ]),
  );
}

const MINUTE = 60_000;
/** How long somebody is away, in the largest measure that is full: nothing where that is not known, or no minute yet. */
export function awayFor(since: number, now: number): { n: number; unit: 'minutes' | 'hours' | 'days' } | null {
  const minutes = since === 0 ? 0 : Math.floor((now - since) / MINUTE);
  if (minutes < 1) return null;
  if (minutes < 60) return { n: minutes, unit: 'minutes' };
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? { n: hours, unit: 'hours' } : { n: Math.floor(hours / 24), unit: 'days' };
}

/** What changed about people between two messages. */
export function presenceNews(before: SeatInfo[] | null, now: SeatInfo[]): News[] {
  return now.flatMap((seat): News[] => {
    const old = before?.[seat.seat];
    if (!old || seat.sitter.type !== 'person' || old.sitter.type !== 'person') return [];
    if (old.stand_in !== null && seat.stand_in === null) return [{ seat: seat.seat, what: 'returned' }];
    if (old.here === seat.here) return [];
    return [{ seat: seat.seat, what: seat.here ? 'back' : 'left' }];
  });
}
