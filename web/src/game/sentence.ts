// A choice of several parts as one sentence: the module's own words, with a blank wherever the options differ. Blanks are
// filled in any order; what no longer goes with them is known, so that it can pale instead of vanishing.

import type { OptionView, Ref } from '../protocol';
import { cards, piece, refId } from './options';

/** Words and places among what the options point at, in the order of the language. */
export type Sentence = {
  parts: (string | number)[];
  /** The places where the options differ. */
  blanks: number[];
  /** Blanks of one list whose order says nothing: "begin with …, … and …". */
  lists: number[][];
};

/** What stands in the blanks, by place; an empty text is "nothing more". */
export type Filling = Record<number, string>;

/** What may stand in a blank, and whether it goes with the others. */
export type Value = { id: string; ref: Ref | null; fits: boolean };

/** More of one sort than this are no longer buttons side by side. */
const FEW = 8;
/** Up to so many whole sentences are shorter than one with blanks. */
const WHOLE = 3;

/** Whether options are asked as a sentence: one part is a row of buttons, a place in the palace, or a number. */
export function asSentence({ blanks }: Sentence, options: OptionView[]): boolean {
  if (blanks.length > 1) return options.length > WHOLE;
  const type = options[0]?.refs[blanks[0] ?? -1]?.type;
  return blanks.length === 1 && options.length > FEW && type !== 'cell' && type !== 'number';
}

/** Whether all that is asked is what something is paid with: that is chosen at the desk, as every payment is. */
export function asPayment(options: OptionView[]): boolean {
  return (
    options.length > 1 &&
    options.every((option) => cards(option).length > 0 && option.refs.length <= 2) &&
    options.every((option) => piece(option) === piece(options[0]!)) &&
    options.some((option) => cards(option).length > 1)
  );
}

const LETTERS = 'abcdef';
const at = (option: OptionView, place: number): string => (option.refs[place] ? refId(option.refs[place]!) : '');

/** The sentence of some options, from words in which `{a}`, `{b}`, `{all}` and `{bs}` stand for what is pointed at. */
export function compose(words: string, options: OptionView[], between: string[]): Sentence {
  const width = Math.max(0, ...options.map((option) => option.refs.length));
  const differs = (place: number): boolean => new Set(options.map((option) => at(option, place))).size > 1;
  const places = Array.from({ length: width }, (_, i) => i);
  const parts: (string | number)[] = [];
  const add = (from: number[]): void =>
    from.forEach((place, i) =>
      parts.push(...(i === 0 ? [place] : [i === from.length - 1 ? between.at(-1)! : between[0]!, place])),
    );
  for (const [i, text] of words.split(/\{(\w+)\}/).entries()) {
    if (i % 2 === 0) parts.push(...(text === '' ? [] : [text]));
    else if (text === 'all') add(places);
    else if (text === 'bs') add(places.slice(1));
    else if (LETTERS.indexOf(text) >= 0 && LETTERS.indexOf(text) < width) parts.push(LETTERS.indexOf(text));
  }
  // What the words leave out must still be chosen.
  for (const place of places.filter((place) => differs(place) && !parts.includes(place))) parts.push(' ', place);
  const blanks = parts.filter((part): part is number => typeof part === 'number' && differs(part));
  return { parts, blanks, lists: listed(parts, blanks, options, between) };
}

/** Blanks side by side in a list, if no two options differ only in their order. */
function listed(parts: (string | number)[], blanks: number[], options: OptionView[], between: string[]): number[][] {
  const runs: number[][] = [];
  let run: number[] = [];
  const end = (): void => {
    if (run.length > 1) runs.push(run);
    run = [];
  };
  for (const part of parts) {
    if (typeof part === 'number' ? !blanks.includes(part) : !between.includes(part)) end();
    else if (typeof part === 'number') {
      const [first] = run;
      const sort = (place: number): string => options.find((option) => option.refs[place])?.refs[place]?.type ?? '';
      if (first !== undefined && sort(first) !== sort(part)) end();
      run.push(part);
    }
  }
  end();
  return runs.filter((run) => {
    const sorted = options.map((option) =>
      JSON.stringify([
        ...option.refs.map((_, place) => (run.includes(place) ? '' : at(option, place))),
        run.map((place) => at(option, place)).sort(),
      ]),
    );
    return new Set(sorted).size === options.length;
  });
}

const peers = ({ lists }: Sentence, place: number): number[] => lists.find((list) => list.includes(place)) ?? [place];

/** What an option has at the places of one blank or list that is not filled yet; nothing if it does not go with the filling. */
function spare(option: OptionView, filling: Filling, places: number[]): string[] | null {
  const taken = places.flatMap((place) => (place in filling ? [filling[place]!] : []));
  const all = places.map((place) => at(option, place));
  const left = rest(all, taken);
  return left.length === all.length - taken.length ? left : null;
}

/** Whether an option goes with what stands in the blanks. */
function fits(sentence: Sentence, option: OptionView, filling: Filling): boolean {
  return Object.keys(filling).every((place) => spare(option, filling, peers(sentence, Number(place))) !== null);
}

/** The options that go with what stands in the blanks. */
export function fitting(sentence: Sentence, options: OptionView[], filling: Filling): OptionView[] {
  return options.filter((option) => fits(sentence, option, filling));
}

/** What may stand in a blank; what does not go with the other blanks stays in its place. */
export function values(sentence: Sentence, options: OptionView[], filling: Filling, place: number): Value[] {
  const found = new Map<string, Ref | null>();
  for (const option of options)
    for (const peer of peers(sentence, place)) found.set(at(option, peer), option.refs[peer] ?? null);
  const { [place]: _, ...others } = filling;
  const open = new Set(
    fitting(sentence, options, others).flatMap((option) => spare(option, others, peers(sentence, place)) ?? []),
  );
  return [...found].map(([id, ref]) => ({ id, ref, fits: open.has(id) }));
}

/** What stands in the blanks, and what must stand in the others because nothing else goes with them. */
export function settled(sentence: Sentence, options: OptionView[], filling: Filling): Filling {
  const left = fitting(sentence, options, filling);
  const whole: Filling = { ...filling };
  for (const place of sentence.blanks) {
    if (place in whole || left.length === 0) continue;
    // In a list the order says nothing: only the last open place is certain, by what is left over.
    const group = peers(sentence, place);
    if (group.length > 1) {
      const open = left.map((option) => spare(option, whole, group) ?? []);
      if (open.every((ids) => ids.join() === open[0]!.join())) whole[place] = open[0]![0]!;
    } else if (left.every((option) => at(option, place) === at(left[0]!, place))) whole[place] = at(left[0]!, place);
  }
  return whole;
}

/** What is left of some things when others are taken out, each once. */
function rest(all: string[], taken: string[]): string[] {
  const left = [...all];
  for (const one of taken) if (left.includes(one)) left.splice(left.indexOf(one), 1);
  return left.sort();
}

/** A blank is filled with something; whatever no longer goes with it is let go, the latest choice stays. */
export function fill(sentence: Sentence, options: OptionView[], filling: Filling, place: number, id: string): Filling {
  let next: Filling = { ...filling, [place]: id };
  for (const other of [...sentence.blanks].reverse()) {
    if (fitting(sentence, options, next).length > 0) break;
    if (other === place || !(other in next)) continue;
    const { [other]: _, ...without } = next;
    next = without;
  }
  return next;
}

/** Where something that was touched belongs: the first open blank it fits into, or one it may take over. */
export function placeFor(sentence: Sentence, options: OptionView[], filling: Filling, id: string): number | undefined {
  const may = (place: number): boolean =>
    values(sentence, options, filling, place).some((value) => value.id === id && value.fits);
  const could = (place: number): boolean => values(sentence, options, {}, place).some((value) => value.id === id);
  return (
    sentence.blanks.find((place) => !(place in filling) && may(place)) ??
    sentence.blanks.find((place) => may(place) && filling[place] !== id) ??
    sentence.blanks.find(could)
  );
}
