// Who is at the table, who went away and since when, and who came back: told apart from what the server says of each seat.

import type { Seat, SeatInfo } from '../protocol';

/** Since when people are away, as far as this page has seen; 0 where they were away before it came. */
export type Away = Record<Seat, number>;
/** What there is to tell about a seat. */
export type News = { seat: Seat; what: 'left' | 'back' | 'returned' };

const absent = (seat: SeatInfo): boolean => seat.sitter.type === 'person' && !seat.here;

/** Who is away now. Somebody who was away before keeps the time. */
export function away(before: SeatInfo[] | null, known: Away, now: SeatInfo[], at: number): Away {
  return Object.fromEntries(
    now
      .filter(absent)
      .map((seat) => [
        seat.seat,
        known[seat.seat] ?? (before && !(before[seat.seat] && absent(before[seat.seat]!)) ? at : 0),
      ]),
  );
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
