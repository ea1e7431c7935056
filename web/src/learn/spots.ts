// What a lesson and the coach speak of, as places on the table: the first that can be seen is lit, and the rest dims.

import type { Lesson } from '../story/coach';
import type { Goal } from './goals';

/** Places to look at, best first; several things that match one of them are lit together. */
export type Spots = readonly string[];

const PAY = '.desk .pay .do .primary';
const END = '.actions .end';
const PALACE = '.stage .ground';

/** Where the next step of a lesson is done. */
export function spotsOfGoal(goal: Goal): Spots {
  switch (goal.when) {
    case 'took':
      return goal.cards > 1 ? ['.bundles', '.display', END] : ['.display', END];
    case 'bought':
      return [PAY, '.space.can', '.spaces', END];
    case 'said':
      return ['.sentence', '.choices', '.actions', '.board'];
    case 'bought_exactly':
      return [PAY, '.space.exact', '.spaces', END];
    case 'refused':
      return ['.stage .mark:not(.legal)', PALACE];
    case 'placed':
    case 'wall':
      return ['.stage .mark.legal', '.stage .tile[tabindex="0"]', '.tray', END, PALACE];
    case 'reserved':
      return ['.keep', END];
    case 'scored':
      return [END, '.display', '.gauge'];
  }
}

const COACH: Record<Lesson, Spots> = {
  money: ['.display'],
  buy: [PAY, '.space.can', '.space.exact', '.spaces'],
  walls: ['.stage .mark.legal', PALACE],
  walk: ['.stage .mark:not(.legal)', PALACE],
  holes: ['.stage .mark:not(.legal)', PALACE],
  wall: [PALACE],
  reserve: ['.keep', '.tray', PALACE],
  scoring: ['.gauge'],
};

/** What the coach speaks of. */
export function spotsOfCoach(lesson: Lesson): Spots {
  return COACH[lesson];
}

/** A rectangle on the screen. */
export type Box = { left: number; top: number; width: number; height: number };

/** One rectangle around all of them, with some air. */
export function around(boxes: Box[], air = 8): Box | null {
  const there = boxes.filter((box) => box.width > 0 && box.height > 0);
  if (there.length === 0) return null;
  const [left, top] = [Math.min(...there.map((box) => box.left)), Math.min(...there.map((box) => box.top))];
  const [right, bottom] = [
    Math.max(...there.map((box) => box.left + box.width)),
    Math.max(...there.map((box) => box.top + box.height)),
  ];
  return { left: left - air, top: top - air, width: right - left + 2 * air, height: bottom - top + 2 * air };
}
