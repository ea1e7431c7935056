// What a newcomer is told, one thing at a time, when it first matters: eight lessons on the table itself. The facts are
// the server's; here it is only decided which of them to speak about.

import type { DecisionView, EventView, PlayerView, Seat } from '../protocol';

export const LESSONS = ['money', 'buy', 'walls', 'walk', 'holes', 'wall', 'reserve', 'scoring'] as const;
export type Lesson = (typeof LESSONS)[number];

/** What the coach looks at. */
export type Scene = {
  decision: DecisionView | null;
  me: PlayerView | undefined;
  scorings: number;
  /** The gauge: how many cards may come before the next scoring. */ soon: number | null;
};

const WHEN: Record<Lesson, (scene: Scene) => boolean> = {
  money: ({ decision }) => decision?.kind === 'main_action' && keyed(decision, 'take'),
  buy: ({ decision }) => decision?.kind === 'main_action' && keyed(decision, 'buy', 'target'),
  walls: ({ decision }) =>
    decision?.kind === 'place_tile' &&
    (decision.misfits.some(({ fault }) => fault.type === 'border') || keyed(decision, 'place')),
  walk: ({ decision }) =>
    decision?.kind === 'place_tile' && decision.misfits.some(({ fault }) => fault.type === 'on_foot'),
  holes: ({ decision }) =>
    decision?.kind === 'place_tile' && decision.misfits.some(({ fault }) => fault.type === 'hole'),
  wall: ({ decision, me }) => decision !== null && (me?.wall ?? 0) >= 2,
  reserve: ({ decision }) =>
    decision?.kind === 'place_tile'
      ? !keyed(decision, 'place')
      : decision?.kind === 'main_action' && keyed(decision, 'add', 'swap'),
  scoring: ({ decision, scorings, soon }) => decision !== null && (scorings > 0 || (soon !== null && soon <= 6)),
};

function keyed(decision: DecisionView, ...keys: string[]): boolean {
  return decision.options.some((option) => keys.includes(option.key));
}

/** What to speak about now: the first thing that matters and is not understood yet. */
export function lesson(scene: Scene, learned: readonly string[]): Lesson | null {
  // Whoever can buy something for the first time should hear of it before anything else.
  const order: Lesson[] = learned.includes('money') ? ['buy', ...LESSONS.filter((one) => one !== 'buy')] : [...LESSONS];
  return order.find((one) => !learned.includes(one) && WHEN[one](scene)) ?? null;
}

/** What was shown to be understood by doing it. */
export function understood(fresh: EventView[], me: Seat): Lesson[] {
  return fresh.flatMap(({ what }): Lesson[] => {
    if (!('seat' in what) || what.seat !== me) return [];
    if (what.type === 'took_money') return ['money'];
    if (what.type === 'bought') return ['buy'];
    return what.type === 'placed' ? ['walls'] : what.type === 'reserved' ? ['reserve'] : [];
  });
}

const STORE = 'alhambra.coach';

export function learned(): string[] {
  try {
    const known: unknown = JSON.parse(localStorage.getItem(STORE) ?? '[]');
    return Array.isArray(known) ? known.filter((one): one is string => typeof one === 'string') : [];
  } catch {
    return [];
  }
}

export function learn(lessons: readonly string[]): string[] {
  const all = [...new Set([...learned(), ...lessons])];
  try {
    localStorage.setItem(STORE, JSON.stringify(all));
  } catch {
    // The coach repeats itself after a reload; that is all.
  }
  return all;
}

/** Everything is told once more. */
export function unlearn(): void {
  try {
    localStorage.removeItem(STORE);
  } catch {
    // Nothing was kept.
  }
}
