// Which lessons this device has seen, and which tables are lessons.

import { LESSONS, type Lesson as First } from '../story/coach';

/** What there is to learn beyond the base game: an edition with its lessons. */
export const PALACE = ['guards', 'exactly', 'preview'] as const;
export type Lesson = First | (typeof PALACE)[number];
/** The courses, each by its edition. */
export const COURSES: readonly { edition: 'classic' | 'red-palace'; lessons: readonly Lesson[] }[] = [
  { edition: 'classic', lessons: LESSONS },
  { edition: 'red-palace', lessons: PALACE },
];
const ALL: readonly Lesson[] = COURSES.flatMap(({ lessons }) => lessons);

/** The course a lesson belongs to. */
export function courseOf(lesson: Lesson): (typeof COURSES)[number] {
  return COURSES.find(({ lessons }) => lessons.includes(lesson))!;
}

export type Taught = { table: string; lesson: Lesson; /** The action the lesson begins after. */ since: number };

const STORE = 'alhambra.lessons';
type Kept = { done: Lesson[]; tables: Taught[] };

function kept(): Kept {
  try {
    const { done, tables } = JSON.parse(localStorage.getItem(STORE) ?? '{}') as Partial<Kept>;
    return { done: ALL.filter((lesson) => done?.includes(lesson)), tables: Array.isArray(tables) ? tables : [] };
  } catch {
    return { done: [], tables: [] };
  }
}

function keep(change: Partial<Kept>): void {
  try {
    localStorage.setItem(STORE, JSON.stringify({ ...kept(), ...change }));
  } catch {
    // A browser that keeps nothing shows the lessons as new; that is all.
  }
}

/** The lessons that were learned. */
export function done(): Lesson[] {
  return kept().done;
}

export function finish(lesson: Lesson): void {
  keep({ done: [...done(), lesson] });
}

/** The lesson a table was opened for. */
export function taught(table: string): Taught | undefined {
  return kept().tables.find((one) => one.table === table);
}

/** A table was opened for a lesson; old ones are forgotten. */
export function teach(table: Taught): void {
  keep({ tables: [table, ...kept().tables.filter((one) => one.table !== table.table)].slice(0, 20) });
}
