// A lesson is a recorded game up to a moment: the server sets it up as a table of its own, with easy bots.

import { replays } from '../replay/api';
import { go } from '../route.svelte';
import { settings } from '../settings.svelte';
import { t } from '../words/index.svelte';
import type { Goal } from './goals';
import lessons from './lessons.json';
import { courseOf, teach, type Lesson } from './progress';
import { told } from './told.svelte';

const RECORDS = import.meta.glob<string>('./records/*.jsonl', { query: '?raw', import: 'default' });

export function goalsOf(lesson: Lesson): Goal[] {
  return (lessons as { name: string; goals: Goal[] }[]).find(({ name }) => name === lesson)?.goals ?? [];
}

/** The lesson after this one in its course; nothing after the last. */
export function after(lesson: Lesson): Lesson | undefined {
  const { lessons } = courseOf(lesson);
  return lessons[lessons.indexOf(lesson) + 1];
}

/** Opens a table for a lesson and goes there. */
export async function begin(lesson: Lesson): Promise<void> {
  const record = await RECORDS[`./records/${lesson}.jsonl`]!();
  const { table, actions } = await replays.record(record);
  const made = await replays.branch(table, {
    moment: actions,
    seat: 0,
    level: 'easy',
    name: settings.name.trim() || t('new.player', { n: 1 }),
  });
  teach({ table: made.table, lesson, since: actions });
  told.clear();
  go(`t/${made.table}#${made.token}`);
}
