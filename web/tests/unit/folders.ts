// What the server hands out of the modules' folders, read from the folders themselves.

import { learn } from '../../src/looks.svelte';
import { learnRefusals } from '../../src/words/refusals.svelte';
import type { Board, ModuleLook } from '../../src/protocol';

type Words = Record<string, string>;
const WORDS = import.meta.glob<Words>(
  [
    '../../../crates/alhambra-rules/src/modules/*/words.*.json',
    '../../../crates/alhambra-rules/src/editions/*/words.*.json',
  ],
  { eager: true, import: 'default' },
);
const BOARDS = import.meta.glob<Board>(
  [
    '../../../crates/alhambra-rules/src/modules/*/board.json',
    '../../../crates/alhambra-rules/src/editions/*/board.json',
  ],
  { eager: true, import: 'default' },
);
const SIGNS = import.meta.glob<string>(
  ['../../../crates/alhambra-rules/src/modules/*/signs.svg', '../../../crates/alhambra-rules/src/editions/*/signs.svg'],
  { eager: true, import: 'default', query: '?raw' },
);

const byLanguage = (files: Record<string, Words>): Record<string, Words> =>
  Object.fromEntries(Object.entries(files).map(([path, words]) => [/words\.(\w+)\.json$/.exec(path)![1]!, words]));

/** What the server refuses, by language. */
export const REFUSALS = byLanguage(
  import.meta.glob<Words>('../../../crates/alhambra-protocol/src/refusal/words.*.json', {
    eager: true,
    import: 'default',
  }),
);

/** What tables note in their chats, by language. */
export const NOTES = byLanguage(
  import.meta.glob<Words>('../../../crates/alhambra-protocol/src/note/words.*.json', {
    eager: true,
    import: 'default',
  }),
);

const LANGUAGES = ['en', 'de', 'pl', 'ar'];
const slug = (path: string): string => /(?:m\d\d_)?(\w+)\/[\w.]+$/.exec(path)![1]!.replaceAll('_', '-');

/** A module in a language, in English where that has nothing. */
export function lookOf(folder: string, language: string): ModuleLook {
  const [own, english] = [WORDS[`${folder}words.${language}.json`], WORDS[`${folder}words.en.json`]];
  return {
    words: { ...english, ...own },
    // Only pages of older versions read them.
    sentences: {},
    board: BOARDS[`${folder}board.json`] ?? null,
    signs: SIGNS[`${folder}signs.svg`] ?? '',
  };
}

/** The folders of the modules, by slug; an edition without rules of its own has words for groups and sets and no summary. */
export const FOLDERS: Record<string, string> = Object.fromEntries(
  Object.entries(WORDS)
    .filter(([, words]) => 'summary' in words)
    .map(([path]) => [slug(path), path.slice(0, path.lastIndexOf('/') + 1)]),
);

for (const [module, folder] of Object.entries(FOLDERS))
  for (const language of LANGUAGES) learn(module, lookOf(folder, language), language);
for (const language of LANGUAGES)
  learnRefusals({ ...REFUSALS['en'], ...NOTES['en'], ...REFUSALS[language], ...NOTES[language] }, language);

// The tests' browser has no sizes: it is a desk, with nothing asked for.
window.matchMedia ??= ((query: string) => ({
  matches: query.includes('min-width'),
  media: query,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
})) as unknown as typeof window.matchMedia;
