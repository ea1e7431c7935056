// Everything engine and server can say, by the list the engine's own tests write: words for each in both languages.

import { describe, expect, it } from 'vitest';
import spoken from '../../../fixtures/spoken.json';
import { de } from '../../src/words/de';
import { en } from '../../src/words/en';
import { refusalText } from '../../src/game/say';
import { look } from '../../src/looks.svelte';
import type { Ref, Refusal } from '../../src/protocol';
import { cardName, tileName } from '../../src/words/index.svelte';
import { choose } from '../../src/settings.svelte';
import { NOTES, REFUSALS } from './folders';

type OfModule = {
  act: string[];
  said: string[];
  shown: string[];
  word: string[];
  score: string[];
  refuse: string[];
  options: Record<string, string[]>;
};

const FILES = import.meta.glob<Record<string, unknown>>(
  [
    '../../../crates/alhambra-rules/src/modules/*/words.*.json',
    '../../../crates/alhambra-rules/src/editions/*/words.*.json',
  ],
  { eager: true, import: 'default' },
);
const wording = (slug: string, key: string, language: string) => look(slug, language).words[key];
/** What players see beside what the rules say: cards, sorts of pieces, parts of boards. */
const MORE = /^(card|piece|board)\./;
const ofFile = (slug: string, language: string) =>
  Object.entries(FILES).find(([path]) => path.match(`[_/]${slug.replaceAll('-', '_')}/words.${language}.json$`))?.[1] ??
  {};
const holes = (text: string) => [...new Set([...text.matchAll(/\{\w+\}/g)].map(([hole]) => hole))].sort();

/** What somebody does is told with a name and, to whoever did it, as "you". */
const personal = (slug: string, of: OfModule): string[] =>
  of.said.filter((key) => wording(slug, `said.${key}`, 'en')?.includes('{name}')).map((key) => `you.${key}`);

/** The keys a module needs. */
function keys(slug: string, of: OfModule): string[] {
  const sorts = (['act', 'said', 'shown', 'word', 'refuse'] as const).flatMap((sort) =>
    of[sort].map((key) => `${sort}.${key}`),
  );
  const options = Object.entries(of.options).flatMap(([name, values]) => [
    `option.${name}`,
    ...values.map((value) => `option.${name}.${value}`),
  ]);
  return ['title', 'summary', ...sorts, ...personal(slug, of), ...of.score, ...options].sort();
}

describe.each(Object.entries(spoken.modules as Record<string, OfModule>))('%s', (slug, of) => {
  it('has words for everything it says in both languages, and no others', () => {
    for (const language of ['en', 'de'] as const) {
      const words = Object.keys(ofFile(slug, language)).filter((key) => !MORE.test(key));
      expect(words.sort(), language).toEqual(keys(slug, of));
      for (const key of keys(slug, of)) expect(wording(slug, key, language), `${language} ${key}`).toBeTruthy();
    }
  });
  it('fills the same blanks in every language', () => {
    for (const key of keys(slug, of))
      expect(holes(wording(slug, key, 'de')!), key).toEqual(holes(wording(slug, key, 'en')!));
  });
  it('speaks to whoever did something as "you"', () => {
    for (const language of ['en', 'de'] as const) {
      const you = language === 'en' ? /^You\b/ : /^(Du|Bei dir)\b/;
      for (const key of personal(slug, of)) {
        expect(wording(slug, key, language), key).toMatch(you);
        const said = wording(slug, key.replace('you.', 'said.'), language)!;
        expect(holes(wording(slug, key, language)!), key).toEqual(holes(said).filter((hole) => hole !== '{name}'));
      }
    }
  });
});

it('has words for everything the server refuses in both languages, and no others', () => {
  const wanted = spoken.refusals.map((key) => `refuse.${key}`);
  for (const language of ['en', 'de']) expect(Object.keys(REFUSALS[language]!).sort(), language).toEqual(wanted);
  for (const key of wanted) expect(holes(REFUSALS['de']![key]!), key).toEqual(holes(REFUSALS['en']![key]!));
  // A refusal is looked up by its key alone: in the page's own words first.
  expect(spoken.refusals.filter((key) => `why.${key}` in en)).toEqual([]);
});

it('has words for every note of a table in both languages, and no others', () => {
  const wanted = spoken.notes.map((key) => `note.${key}`);
  for (const language of ['en', 'de']) expect(Object.keys(NOTES[language]!).sort(), language).toEqual(wanted);
  for (const key of wanted) expect(holes(NOTES['de']![key]!), key).toEqual(holes(NOTES['en']![key]!));
});

it('says what the server refuses by its key, with what it points at', () => {
  const refusal = (rule: string, refs: Ref[] = []): Refusal => ({ code: 'not_now', rule, text: '', refs });
  const open = refusal('seat_open', [{ type: 'number', number: 2 }]);
  const taken: Refusal = { ...refusal('name_taken', [{ type: 'text', text: 'Ann' }]), code: 'bad_setup' };
  expect(refusalText(open)).toBe('Seat 2 is open: fill it, seat a bot or remove it.');
  expect(refusalText(taken)).toBe('Somebody at this table is called Ann already; choose another name.');
  choose({ language: 'de' });
  expect(refusalText(open)).toBe('Platz 2 ist frei: Lade jemanden ein, setz einen Bot hin oder nimm ihn weg.');
  expect(refusalText(taken)).toBe('An diesem Tisch heißt schon jemand Ann; nimm einen anderen Namen.');
  // A server that is newer than the page: its sort is said at least.
  expect(refusalText(refusal('no_such_key'))).toBe(de['why.not_now']);
  choose({ language: 'en' });
});

it.each([
  ['rules', spoken.rules.map((key) => `why.${key}`).filter((key) => key !== 'why.does_not_fit')],
  ['sorts of refusals', spoken.codes.map((key) => `why.${key}`)],
  ['reasons of bots', spoken.reasons.map((key) => `reason.${key}`)],
  ['bots', spoken.bots.map((key) => `bot.${key}`)],
  [
    'house rules',
    Object.entries(spoken.house as Record<string, string[]>).flatMap(([rule, values]) => [
      `house.${rule}`,
      ...values.map((value) => `house.${rule}.${value}`),
    ]),
  ],
])('has words for %s', (_, wanted) => {
  for (const words of [en, de] as Record<string, unknown>[])
    expect(wanted.filter((key) => !(key in words))).toEqual([]);
});

it('names every sort of piece', () => {
  for (const language of ['en', 'de'] as const) {
    choose({ language });
    const kinds = spoken.pieces.filter((kind) => kind !== 'base' && kind !== 'fountain');
    expect(
      kinds.filter((kind) => tileName({ piece: 1, building: 'tower', price: 7, walls: '', kind }) === kind),
    ).toEqual([]);
  }
  choose({ language: 'en' });
});

it('names every card that comes up, and never by its key', () => {
  for (const language of ['en', 'de'] as const) {
    choose({ language });
    expect(
      spoken.cards.filter((card) => cardName(card) === card.replaceAll('-', ' ') || cardName(card).includes('-')),
    ).toEqual([]);
  }
  choose({ language: 'en' });
});
