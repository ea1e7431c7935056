// The whole result as lines that spread-sheets understand: two tables, each from the start to the final score.

import { startOf } from '../catalogue.svelte';
import type { ScoreLineView, View } from '../protocol';
import { t } from '../words/index.svelte';
import { linesOf, plain, pointsOf, roundsOf, rowsOf, type Placed } from './rounds';
import { scorerName, sourceName, type Names } from './sentences';

export function asText(view: View, places: Placed[], lines: ScoreLineView[], names: Names): string {
  const row = (head: string, points: (key: string) => number): string[] => [
    head,
    ...places.map(({ key }) => plain(points(key))),
  ];
  const heads = ['', ...places.map(({ key }) => scorerName(key, names))];
  const begun = (key: string): number => startOf(view, key);
  const start = places.some(({ key }) => begun(key) > 0) ? [row(t('story.end.start'), begun)] : [];
  const final = [t('score.final'), ...places.map(({ score }) => plain(score))];
  const rows = [
    heads,
    ...start,
    ...roundsOf(lines).map((round) =>
      row(t('score.title', { n: round.round }), (key) => pointsOf(linesOf(round), key)),
    ),
    final,
    [],
    heads,
    ...start,
    ...rowsOf(lines).map((source) => row(sourceName(source.source), (key) => pointsOf(source.lines, key))),
    final,
  ];
  return rows.map((cells) => cells.join('\t')).join('\n');
}
