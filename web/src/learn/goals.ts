// What a lesson asks for, and whether it has happened: read from what the server tells, never worked out.

import type { EventBlock, GameSnapshot, Happening, Seat } from '../protocol';

/** A step of a lesson, as `lessons.json` has it; the engine's own tests read the same file. */
export type Goal =
  | { when: 'took'; cards: number }
  | { when: 'bought' }
  | { when: 'bought_exactly' }
  | { when: 'said'; module: string; key: string; word?: string }
  | { when: 'refused'; fault: string }
  | { when: 'placed'; piece?: number }
  | { when: 'reserved' }
  | { when: 'wall'; length: number }
  | { when: 'scored' };

/** What is known about a table where something is to be learned. */
export type Scene = {
  log: EventBlock[];
  game: Pick<GameSnapshot, 'action' | 'view'>;
  me: Seat;
  /** The action the lesson began after. */
  since: number;
  /** The reasons of cells that were touched and refused. */
  told: ReadonlySet<string>;
};

function fits(goal: Goal, what: Happening, me: Seat): boolean {
  switch (goal.when) {
    case 'took':
      return what.type === 'took_money' && what.seat === me && what.cards.length >= goal.cards;
    case 'bought':
      return what.type === 'bought' && what.seat === me;
    case 'said':
      return (
        what.type === 'module' &&
        what.seat === me &&
        what.by === goal.module &&
        what.key === goal.key &&
        (goal.word === undefined || what.refs.some((ref) => ref.type === 'word' && ref.word === goal.word))
      );
    case 'bought_exactly':
      return what.type === 'bought' && what.seat === me && what.extra_action;
    case 'placed':
      return what.type === 'placed' && what.seat === me && (goal.piece === undefined || goal.piece === what.piece);
    case 'reserved':
      return what.type === 'reserved' && what.seat === me;
    case 'scored':
      return (
        what.type === 'scored' && typeof what.line.to === 'object' && what.line.to.seat === me && what.line.points > 0
      );
    default:
      return false;
  }
}

/** Which steps are done. A step that is asked for twice must have happened twice. */
export function met(goals: readonly Goal[], { log, game, me, since, told }: Scene): boolean[] {
  const left = log.filter((block) => block.action > since).flatMap((block) => block.events.map(({ what }) => what));
  return goals.map((goal) => {
    if (goal.when === 'refused') return told.has(goal.fault);
    if (goal.when === 'wall') return game.action > since && (game.view.players[me]?.wall ?? 0) >= goal.length;
    const found = left.findIndex((what) => fits(goal, what, me));
    if (found < 0) return false;
    left.splice(found, 1);
    return true;
  });
}

/** Looking at a refused cell is worth trying; a lesson is learned without it. */
export function learned(goals: readonly Goal[], done: readonly boolean[]): boolean {
  return goals.every((goal, i) => goal.when === 'refused' || done[i]);
}
