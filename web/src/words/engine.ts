// What the engine and the server say, in the language of the page. Modules bring their words in their own folders, under
// keys; a refusal without a key is an English sentence, which is its own key as it was written in the code, with {} where
// a value stands.

import type { Fault, Ref, Refusal } from '../protocol';
import { settings } from '../settings.svelte';
import { en, type Key } from './en';
import type { Language } from './index.svelte';
import { sentences } from './sentences.de';

type Words = Record<string, string | Record<string, string>>;

const FILES = import.meta.glob<Words>(['../../../crates/alhambra-rules/src/modules/*/words.*.json', '../../../crates/alhambra-rules/src/editions/*/words.*.json'], { eager: true, import: 'default' });

/** The words of every module in every language. */
const MODULES: Record<string, Record<string, Words>> = {};
for (const [path, words] of Object.entries(FILES)) {
  const [, folder = '', language = ''] = /(?:m\d\d_)?(\w+)\/words\.(\w+)\.json$/.exec(path) ?? [];
  (MODULES[language] ??= {})[folder.replaceAll('_', '-')] = words;
}

/** What a module calls something, as it is written: with blanks. */
export function wording(module: string, key: string, language: Language = settings.language): string | undefined {
  const found = (MODULES[language] ?? MODULES['en'])?.[module]?.[key];
  return typeof found === 'string' ? found : undefined;
}

/** Blanks filled; what is left over disappears with the space before it. */
export function filled(words: string, values: Record<string, string | number>): string {
  const text = words.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''));
  return text
    .replace(/\s+/g, ' ')
    .replace(/ ([,.:;])/g, '$1')
    .trim();
}

/** The blanks of what points at things: {a}, {b} … one by one, {all} of them, {bs} from the second on. */
export function blanks(parts: string[], list: (items: string[]) => string): Record<string, string> {
  const named = Object.fromEntries(parts.slice(0, 6).map((part, i) => ['abcdef'[i]!, part]));
  return { ...named, all: list(parts), bs: list(parts.slice(1)) };
}

/** A word of a module that stands for itself: `with_a_watchtower`. */
export function word(module: string, key: string): string {
  return wording(module, `word.${key}`) ?? key.replaceAll('_', ' ');
}

export function title(module: string): string | undefined {
  return wording(module, 'title');
}

type Known = { exactly: Map<string, string>; alike: { pattern: RegExp; words: string }[] };

/** German sentences by the English ones, those with more words first: a general pattern must not win. */
const KNOWN: Known = { exactly: new Map(), alike: [] };
const quoted = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const own = Object.values(MODULES['de'] ?? {}).flatMap((words) => Object.entries((words['sentences'] as Record<string, string>) ?? {}));
for (const [english, german] of [...Object.entries(sentences), ...own].sort(([a], [b]) => b.length - a.length)) {
  if (english.includes('{}')) KNOWN.alike.push({ pattern: new RegExp(`^${english.split('{}').map(quoted).join('(.+?)')}$`, 's'), words: german });
  else KNOWN.exactly.set(english, german);
}
for (const [module, words] of Object.entries(MODULES['en'] ?? {})) KNOWN.exactly.set(String(words['title']), String(MODULES['de']?.[module]?.['title']));

/** The German for an English sentence, if there is any. */
export function german(text: string): string | undefined {
  const whole = KNOWN.exactly.get(text);
  if (whole !== undefined) return whole;
  for (const { pattern, words } of KNOWN.alike) {
    const found = pattern.exec(text);
    // A value may be a sentence itself: why a module does not go with a table.
    if (found) return words.replace(/\{(\d)\}/g, (_, n: string) => german(found[Number(n)]!) ?? found[Number(n)]!);
  }
  return undefined;
}

/** The English for a key under which a module refuses; most keys are English sentences themselves. */
const ENGLISH = new Map(Object.values(MODULES['en'] ?? {}).flatMap((words) => Object.entries((words['sentences'] as Record<string, string>) ?? {})));

/** A key or an English sentence of engine or server in the language of the page, as a sentence. */
export function spoken(text: string): string {
  const english = ENGLISH.get(text) ?? text;
  const words = settings.language === 'de' ? (german(text) ?? english) : english;
  const whole = words.charAt(0).toLocaleUpperCase() + words.slice(1);
  return /[.!?…]$/.test(whole) ? whole : `${whole}.`;
}

/** Why a module forbids a cell. */
export function forbidden(fault: Extract<Fault, { type: 'not_allowed' }>): string {
  return spoken(fault.why);
}

/** What the client said itself is in the language of the page already. */
export const HERE = 'here';

/** A refusal: by its rule where the rules refuse, by its sentence otherwise, and at the least by its sort. */
export function refused(refusal: Refusal, said: (key: Key, refs: Ref[]) => string): string {
  if (refusal.rule === HERE) return refusal.text;
  if (refusal.rule !== undefined && `why.${refusal.rule}` in en) return said(`why.${refusal.rule}` as Key, refusal.refs);
  const text = refusal.rule ?? refusal.text;
  if (settings.language !== 'de') return `why.${refusal.code}` in en && ['stale', 'too_fast'].includes(refusal.code) ? said(`why.${refusal.code}` as Key, []) : spoken(text);
  return german(text) !== undefined ? spoken(text) : said(`why.${refusal.code}` as Key, []);
}
