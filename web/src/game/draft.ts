// What this player did since the last barrier, so that it can be taken back, done again, and tiles moved once more.
// The server keeps the game; this is only a memory of which choices were handed in.

import type { Card, Choice, DecisionView, GameSnapshot, Laid, OptionView, PieceId, Ref } from '../protocol';
import type { Loss } from './losses';

/** A choice that was handed in. */
export type Deed = {
  /** The number of the action it became. */
  action: number;
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
export function like({ key, act, refs, cards }: Deed): Choice {
  return { type: 'like', key, refs, ...(act === undefined ? {} : { act }), ...(cards === undefined ? {} : { cards }) };
}

/** The option of a decision that is the same choice again. */
export function again(decision: DecisionView | null, done: Deed): OptionView | undefined {
  const refs = JSON.stringify(done.refs);
  return decision?.options.find(
    (option) => option.key === done.key && option.act === done.act && JSON.stringify(option.refs) === refs,
  );
}

/** Deeds that can still be taken back, oldest first. */
export function open(deeds: Deed[], game: Pick<GameSnapshot, 'action' | 'undo'>): Deed[] {
  return deeds.filter((done) => done.action <= game.action && done.action > game.action - game.undo.steps);
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

/** Deeds that can be done again, next first: they must follow without a gap. */
export function next(undone: Deed[], game: Pick<GameSnapshot, 'action'>): Deed[] {
  return undone[0]?.action === game.action + 1 ? undone : [];
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

export type Draft = { deeds: Deed[]; undone: Deed[]; /** Tiles laid in thought. */ plan?: Laid[] };

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
