// The log by turns, and what happened since somebody's own last turn. Nothing is judged here, only sorted.

import type { Cell, EventBlock, EventView, Happening, Seat } from '../protocol';
import { scorerKey } from './rounds';

/** An event with its action of the record, which is the moment a replay can jump to. */
export type Line = { id: string; action: number; event: EventView };

/** A turn; what happened before the first turn has no seat. */
export type Turn = { key: string; turn: number; seat: Seat | null; action: number; lines: Line[] };

export function turnsOf(log: EventBlock[]): Turn[] {
  const turns: Turn[] = [];
  for (const block of log) {
    block.events.forEach((event, i) => {
      if (event.what.type === 'turn_began') {
        const { turn, seat } = event.what;
        turns.push({ key: `${block.action}.${i}`, turn, seat, action: block.action, lines: [] });
        return;
      }
      if (turns.length === 0)
        turns.push({ key: `${block.action}.before`, turn: 0, seat: null, action: block.action, lines: [] });
      turns.at(-1)!.lines.push({ id: `${block.action}.${i}`, action: block.action, event });
    });
  }
  return turns;
}

/** Who an event is about, if it is about one seat. */
export function whose(what: Happening): Seat | null {
  if (what.type === 'scored') return what.line.to === 'dirk' ? null : what.line.to.seat;
  return 'seat' in what ? what.seat : null;
}

/** Cells of a seat's palace that events of these lines touched. */
export function touched(lines: Line[], seat: Seat): Cell[] {
  return lines.flatMap(({ event: { what } }) =>
    (what.type === 'placed' || what.type === 'moved') && what.seat === seat ? [what.at] : [],
  );
}

/** The last action of a seat; 0 if there was none. Whoever has the turn ends it, whatever else comes to light by that. */
export function lastOwn(log: EventBlock[], seat: Seat): number {
  let [last, mover] = [0, null as Seat | null];
  for (const { action, events } of log) {
    const began = events.flatMap(({ what }) => (what.type === 'turn_began' ? [what.seat] : []));
    const own = events.some(({ what }) => what.type !== 'turn_began' && whose(what) === seat);
    if (own || (began.length > 0 && mover === seat)) last = action;
    mover = began.at(-1) ?? mover;
  }
  return last;
}

/** What everybody got in a scoring held in this turn; null if it was not held here. */
export function scoredIn(turn: Turn, round: number): [string, number][] | null {
  if (!turn.lines.some(({ event: { what } }) => what.type === 'scoring_began' && what.round === round)) return null;
  const points = new Map<string, number>();
  for (const {
    event: { what },
  } of turn.lines) {
    if (what.type !== 'scored' || what.line.round !== round) continue;
    const key = scorerKey(what.line.to);
    points.set(key, (points.get(key) ?? 0) + what.line.points);
  }
  return [...points.entries()].sort(([a], [b]) => a.localeCompare(b));
}

/** Refilling is the table's own business; a story of people leaves it out. */
const UPKEEP: Happening['type'][] = ['displayed', 'on_market', 'reshuffled', 'put_by', 'start_money', 'begins'];

export function isUpkeep(what: Happening): boolean {
  return UPKEEP.includes(what.type);
}

export type Recap = { seats: { seat: Seat; lines: Line[]; cells: Cell[] }[]; table: Line[]; market: number[] };

/** What everybody else did since the last turn of `seat`; null when that is nothing or there was no such turn. */
export function since(log: EventBlock[], seat: Seat): Recap | null {
  const turns = turnsOf(log);
  const current = turns.at(-1);
  if (!current || current.seat !== seat) return null;
  const earlier = turns.slice(0, -1);
  let from = earlier.length;
  while (from > 0 && earlier[from - 1]!.seat !== seat) from -= 1;
  const between = earlier.slice(from).filter((turn) => turn.seat !== null);
  if (from === 0 || between.length === 0) return null;
  const lines = between.flatMap((turn) => turn.lines);
  const seats = [...new Set(between.map((turn) => turn.seat!))].filter((other) => other !== seat);
  return {
    seats: seats.map((other) => ({
      seat: other,
      lines: lines.filter(({ event: { what } }) => whose(what) === other && !isUpkeep(what) && what.type !== 'scored'),
      cells: touched(lines, other),
    })),
    table: lines.filter(
      ({ event: { what } }) =>
        ['scoring_card', 'scoring_began', 'end_triggered', 'dirk_drew', 'leftover'].includes(what.type) ||
        (what.type === 'module' && what.seat === null),
    ),
    market: lines.flatMap(({ event: { what } }) => (what.type === 'on_market' ? [what.piece] : [])),
  };
}
