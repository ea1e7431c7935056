// Score lines sorted for showing: rounds, rows, and the groups that share places. All numbers are the engine's.

import type { Building, ScoreLineView, ScoreSource, Scorer } from '../protocol';

const TYPES: Building[] = ['pavilion', 'seraglio', 'arcades', 'chambers', 'garden', 'tower'];

/** A source of points in one round, with everybody's lines. */
export type Row = { key: string; source: ScoreSource; lines: ScoreLineView[] };
export type Round = { round: number; rows: Row[] };

/** Scorers who share places in a row, and how. */
export type Group = { place: number; tied: number; worth: number[]; pot: number; share: number; who: string[] };

export function scorerKey(to: Scorer): string {
  return to === 'dirk' ? 'dirk' : String(to.seat);
}

export function sourceKey(source: ScoreSource): string {
  if (source === 'wall') return 'wall';
  return 'majority' in source ? source.majority : source.module;
}

/** Buildings first, from pavilion to tower, then walls, then modules in the order they scored. */
function order(source: ScoreSource): number {
  if (source === 'wall') return TYPES.length;
  return 'majority' in source ? TYPES.indexOf(source.majority) : TYPES.length + 1;
}

export function rowsOf(lines: ScoreLineView[]): Row[] {
  const rows = new Map<string, Row>();
  for (const line of lines) {
    const key = sourceKey(line.source);
    const row = rows.get(key);
    if (row) row.lines.push(line);
    else rows.set(key, { key, source: line.source, lines: [line] });
  }
  return [...rows.values()].sort((a, b) => order(a.source) - order(b.source));
}

export function roundsOf(lines: ScoreLineView[]): Round[] {
  const numbers = [...new Set(lines.map((line) => line.round))].sort((a, b) => a - b);
  return numbers.map((round) => ({ round, rows: rowsOf(lines.filter((line) => line.round === round)) }));
}

/** Everything a scoring brought. */
export const linesOf = (round: Round): ScoreLineView[] => round.rows.flatMap((row) => row.lines);

export function pointsOf(lines: ScoreLineView[], scorer: string): number {
  return lines.filter((line) => scorerKey(line.to) === scorer).reduce((sum, line) => sum + line.points, 0);
}

/** A stretch of somebody's bar; `source` is null for what everybody began with, and points below nothing lead back. */
export type Part = { key: string; source: ScoreSource | null; from: number; points: number };

/** Where somebody's points came from, one stretch after the other, and then what was lost again, from the end backwards. */
export function partsOf(rows: Row[], scorer: string, start: number): Part[] {
  const own = rows.map(({ key, source, lines }) => ({ key, source, points: pointsOf(lines, scorer) }));
  const [won, lost] = [own.filter(({ points }) => points > 0), own.filter(({ points }) => points < 0)];
  let at = start;
  const next = <Row extends { points: number }>(row: Row): Row & { from: number } => {
    const from = row.points < 0 ? at + row.points : at;
    at += row.points;
    return { ...row, from };
  };
  const begun = start > 0 ? [{ key: 'start', source: null, from: 0, points: start }] : [];
  return [...begun, ...won.map(next), ...lost.map(next)];
}

/** Who shares which places in a row of majorities, the best first. */
export function groupsOf(row: Row): Group[] {
  const groups = new Map<number, Group>();
  for (const line of row.lines) {
    if (!line.rank) continue;
    const group = groups.get(line.rank.place);
    if (group) group.who.push(scorerKey(line.to));
    else groups.set(line.rank.place, { ...line.rank, who: [scorerKey(line.to)] });
  }
  return [...groups.values()].sort((a, b) => a.place - b.place);
}

/** The places a group fills: `[1, 2]` for two who are first. */
export function placesOf(group: Pick<Group, 'place' | 'tied'>): number[] {
  return Array.from({ length: group.tied }, (_, i) => group.place + i);
}

/** A number as it stands in a table: one below nothing has its sign. */
export function plain(points: number): string {
  return points < 0 ? `−${-points}` : String(points);
}

/** Who came in where, and with how many points. */
export type Placed = { key: string; score: number; place: number };

/** Places for the ranking of a finished game: equal scores share a place. */
export function ranking(scores: { key: string; score: number }[], winners: string[]): Placed[] {
  const sorted = [...scores].sort(
    (a, b) => b.score - a.score || Number(winners.includes(b.key)) - Number(winners.includes(a.key)),
  );
  const won = (key: string) => winners.includes(key);
  // The rules may break a tie for the win; then the others of the same score stand behind.
  return sorted.map((row) => ({
    ...row,
    place:
      1 +
      sorted.filter(
        (other) => other.score > row.score || (other.score === row.score && won(other.key) && !won(row.key)),
      ).length,
  }));
}
