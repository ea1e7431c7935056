// Answers set before the question: windows in which somebody may step in can be passed without being asked.

import type { Building, DecisionView, OptionView, PieceId, Seat, Tile } from '../protocol';
import { moduleTitle } from '../catalogue.svelte';
import { t } from '../words/index.svelte';
import { passing } from './options';

/** How a kind of question is answered: ask me, pass, or ask only if one of these buildings is at stake. */
export type Preset = { mode: 'ask' | 'pass' | 'only'; buildings: Building[] };
export type Presets = Record<string, Preset>;

const STORE = 'alhambra.presets.';
const kept = new Map<string, Presets>();
// Reading must not change anything that is watched, so only changes are counted.
const changes = $state({ n: 0 });

/** The answers set for a seat: several people at one screen answer each for themselves. */
export function presets(table: string, seat: Seat): Presets {
  void changes.n;
  const whose = `${table}.${seat}`;
  const known = kept.get(whose) ?? read(whose);
  kept.set(whose, known);
  return known;
}

function read(whose: string): Presets {
  try {
    return JSON.parse(localStorage.getItem(STORE + whose) ?? '{}') as Presets;
  } catch {
    return {};
  }
}

export function preset(table: string, seat: Seat, topic: string, change: Preset): void {
  const whose = `${table}.${seat}`;
  const all = { ...presets(table, seat), [topic]: change };
  kept.set(whose, all);
  changes.n += 1;
  try {
    localStorage.setItem(STORE + whose, JSON.stringify(all));
  } catch {
    // Without storage the answer lasts until the page is left.
  }
}

/** What a question is about, if it can be passed at all: a module, or the special moves between turns. */
export function topic(decision: DecisionView): string | null {
  if (decision.kind === 'special_move') return decision.kind;
  const asks = decision.kind === 'module' && decision.options.length > 1 && decision.options.some(passing);
  return asks ? (decision.module ?? decision.kind) : null;
}

/** The answer that was set before, if there is one. */
export function answer(
  decision: DecisionView,
  set: Presets,
  tile: (piece: PieceId) => Tile,
): { option: OptionView; about: string; text: string } | null {
  const about = topic(decision);
  const rule = about === null ? undefined : set[about];
  const option = decision.options.find(passing);
  if (!option || !about || !rule || rule.mode === 'ask') return null;
  if (rule.mode === 'only' && stakes(decision, tile).some((building) => rule.buildings.includes(building))) return null;
  return {
    option,
    about,
    text: t('play.passed', { module: about === 'special_move' ? t('play.special') : moduleTitle(about) }),
  };
}

/**
 * The answer to a question that has no other. Whoever answers at once tells that they could do nothing else: so it is given only
 * where nobody else could learn that, alone, or in a window that stays open for its time anyway.
 */
export function needless(decision: DecisionView, nobodyLearns: boolean): OptionView | null {
  const [only, ...others] = decision.options;
  const asks = ['special_move', 'before_placing', 'module'].includes(decision.kind);
  return asks && nobodyLearns && only && others.length === 0 && passing(only) ? only : null;
}

/** Buildings an answer could bring or cost. */
export function stakes(decision: DecisionView, tile: (piece: PieceId) => Tile): Building[] {
  const found = decision.options.flatMap((option) =>
    option.refs.flatMap((ref) =>
      ref.type === 'piece' ? [tile(ref.piece).building] : ref.type === 'building' ? [ref.building] : [],
    ),
  );
  return [...new Set(found)].filter((building): building is Building => building !== null);
}
