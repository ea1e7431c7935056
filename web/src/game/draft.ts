// What this player did since the last barrier, so that it can be taken back, done again, and tiles moved once more.
// The server keeps the game; this is only a memory of which choices were handed in.

import type { Card, Selection, DecisionView, GameSnapshot, Laid, OptionView, PieceId, Ref, Seat } from '../protocol';
import type { Loss } from './losses';

/** A choice that was handed in. */
export type Deed = {
  /** The number of the action it became. */
  action: number;
  /** How often the game had been taken back when it was done, as the page counts: the number of an action alone says nothing
   * about which action it is, once another was done in its place. */
  era?: number;
  /** The turn it was done in. */
  turn?: number;
  /** Whether it was answered without being asked: taken back by itself, it would be answered again. */
  unasked?: true;
  key: string;
  act?: string | undefined;
  refs: Ref[];
  /** Cards chosen by hand instead of the option's own. */
  cards?: Card[] | undefined;
  /** What was given away by it. */
  loss?: Loss | undefined;
};

export function deed(action: number, option: OptionView, cards?: Card[], loss?: Loss): Deed {
  return { action, key: option.key, act: option.act, refs: option.refs, cards, loss };
}

/** The same choice again, for a decision that is not known yet. */
export function like({ key, act, refs, cards }: Deed): Selection {
  return { type: 'like', key, refs, ...(act === undefined ? {} : { act }), ...(cards === undefined ? {} : { cards }) };
}

/** The option of a decision that is the same choice again. */
export function again(decision: DecisionView | null, done: Deed): OptionView | undefined {
  const refs = JSON.stringify(done.refs);
  return decision?.options.find(
    (option) => option.key === done.key && option.act === done.act && JSON.stringify(option.refs) === refs,
  );
}

/** One time the game was taken back: which it was, and the last action that was left. */
export type Cut = { era: number; keep: number };

/** One cut more. What went back further says all that one before it could say. */
export function cutAt(cuts: Cut[], era: number, keep: number): Cut[] {
  return [...cuts.filter((cut) => cut.keep < keep), { era, keep }];
}

/** Whether an action of this number, done then, was taken back since, by whomever. */
function gone(action: number, era: number | undefined, cuts: Cut[]): boolean {
  return cuts.some((cut) => cut.era > (era ?? 0) && cut.keep < action);
}

/** Deeds that can still be taken back, oldest first. */
export function open(deeds: Deed[], game: Pick<GameSnapshot, 'action' | 'undo'>, cuts: Cut[] = []): Deed[] {
  return deeds.filter(
    (done) =>
      done.action <= game.action && done.action > game.action - game.undo.steps && !gone(done.action, done.era, cuts),
  );
}

/** How many actions one step back is: to the last choice that was made by hand, past what was answered without asking. */
export function stepBack(deeds: Deed[], action: number): number {
  let steps = 1;
  for (const done of [...deeds].reverse()) {
    if (done.action !== action - steps + 1 || !done.unasked) break;
    steps += 1;
  }
  return steps;
}

/** Deeds that can be done again, next first: they must follow without a gap, on what they followed before. */
export function next(undone: Deed[], game: Pick<GameSnapshot, 'action'>, cuts: Cut[] = []): Deed[] {
  const [first] = undone;
  return first?.action === game.action + 1 && !gone(first.action - 1, first.era, cuts) ? undone : [];
}

/** The choice that put a tile where it is, if it can still be taken back. */
export function laid(deeds: Deed[], piece: PieceId): Deed | undefined {
  return [...deeds]
    .reverse()
    .find(
      (done) =>
        ['place', 'reserve', 'gift'].includes(done.key) &&
        done.refs.some((ref) => ref.type === 'piece' && ref.piece === piece),
    );
}

const STORE = 'alhambra.draft.';

/** How far this page had followed the game: the step, through whose eyes, and how often it had been taken back. */
export type Seen = { step: number; eyes: Seat | null; era: number };
export type Draft = { deeds: Deed[]; undone: Deed[]; /** Tiles laid in thought. */ plan?: Laid[]; seen?: Seen };

/** A reload in mid-turn loses nothing. */
export function remember(table: string, draft: Draft): void {
  try {
    sessionStorage.setItem(STORE + table, JSON.stringify(draft));
  } catch {
    // A browser without storage forgets at a reload; nothing else depends on it.
  }
}

export function recall(table: string): Draft {
  try {
    const draft = JSON.parse(sessionStorage.getItem(STORE + table) ?? '') as Draft;
    if (Array.isArray(draft.deeds) && Array.isArray(draft.undone) && Array.isArray(draft.plan ?? [])) return draft;
  } catch {
    // Nothing remembered, or not by us.
  }
  return { deeds: [], undone: [] };
}

const READ = 'alhambra.read.';

/** The last line of the chat this device has shown; whoever comes back sees what is new. */
export function lastRead(table: string): number {
  try {
    return Number(localStorage.getItem(READ + table) ?? 0) || 0;
  } catch {
    return 0;
  }
}

export function keepRead(table: string, seq: number): void {
  try {
    localStorage.setItem(READ + table, String(seq));
  } catch {
    // The mark comes again after a reload; that is all.
  }
}

const TOLD = 'alhambra.told.';

/** Whether this device has told the last scoring of a table: whoever comes back later has it told before the result. */
export function lastTold(table: string): boolean {
  try {
    return localStorage.getItem(TOLD + table) !== null;
  } catch {
    // What cannot be kept would be told at every visit.
    return true;
  }
}

export function keepTold(table: string): void {
  try {
    localStorage.setItem(TOLD + table, '1');
  } catch {
    // It is not told again either.
  }
}
