// What the engine and the server say, in the language of the page. Modules bring their words in their own folders, under
// keys; a refusal of the server without a key is an English sentence, which is its own key as it was written in the code,
// with {} where a value stands.

import { anybody, look } from '../looks.svelte';
import type { Fault, ModuleId, Ref, Refusal } from '../protocol';
import { settings } from '../settings.svelte';
import { en, type Key } from './en';
import { sentences } from './sentences.de';

/** What a module calls something, as it is written: with blanks. */
export function wording(module: ModuleId, key: string): string | undefined {
  return look(module).words[key];
}

/** Blanks filled; one without a value disappears with what leads up to it. */
export function filled(words: string, values: Record<string, string | number>): string {
  const text = words.replace(/([\s,:]*)\{(\w+)\}/g, (_, before: string, name: string) =>
    String(values[name] ?? '') === '' ? '' : `${before}${values[name]}`,
  );
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

/** The words for an English sentence in which values stand, if it is like one of these. */
function alike(text: string, known: Record<string, string>): string | undefined {
  for (const [english, words] of Object.entries(known)) {
    if (!english.includes('{}')) continue;
    const found = new RegExp(`^${english.split('{}').map(quoted).join('(.+?)')}$`, 's').exec(text);
    // A value may be a sentence itself: why nothing can be taken back.
    if (found) return words.replace(/\{(\d)\}/g, (_, n: string) => translated(found[Number(n)]!) ?? found[Number(n)]!);
  }
  return undefined;
}
const quoted = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Sentences with more words first: a general pattern must not win. */
const OWN = Object.fromEntries(Object.entries(sentences).sort(([a], [b]) => b.length - a.length));

/** What the key of a module's refusal, or an English sentence of the server, is in the language of the page, if that is known. */
export function translated(text: string): string | undefined {
  const own = settings.language === 'de' ? OWN : {};
  return anybody(`refuse.${text}`) ?? own[text] ?? alike(text, own);
}

/** A key or an English sentence of engine or server in the language of the page, as a sentence. */
export function spoken(text: string): string {
  return whole(translated(text) ?? text);
}

/** Words as a sentence: from its capital letter to its full stop. */
export function whole(words: string): string {
  const begun = words.charAt(0).toLocaleUpperCase() + words.slice(1);
  return /[.!?…]$/.test(begun) ? begun : `${begun}.`;
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
  if (refusal.rule !== undefined && `why.${refusal.rule}` in en)
    return said(`why.${refusal.rule}` as Key, refusal.refs);
  const text = refusal.rule ?? refusal.text;
  if (settings.language !== 'de')
    return `why.${refusal.code}` in en && ['stale', 'too_fast'].includes(refusal.code)
      ? said(`why.${refusal.code}` as Key, [])
      : spoken(text);
  return translated(text) !== undefined ? spoken(text) : said(`why.${refusal.code}` as Key, []);
}
