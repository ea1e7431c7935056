// What the engine says, in the language of the page: modules bring their words in their own folders, under keys, with blanks
// for what is pointed at.

import { anybody, look } from '../looks.svelte';
import type { Fault, ModuleId } from '../protocol';

/** What a module calls something, as it is written: with blanks; in English where the language of the page says nothing. */
export function wording(module: ModuleId, key: string): string | undefined {
  return look(module).words[key] ?? look(module, 'en').words[key];
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

/** A word of a module that stands for itself, such as what follows "buy …". */
export function word(module: string, key: string): string {
  return wording(module, `word.${key}`) ?? key.replaceAll('_', ' ');
}

/** Words as a sentence: from its capital letter to its full stop. */
export function whole(words: string): string {
  const begun = words.charAt(0).toLocaleUpperCase() + words.slice(1);
  return /[.!?…]$/.test(begun) ? begun : `${begun}.`;
}

/** Why some module refuses something, in the language of the page: several may refuse under one key, each in its own words. */
export function objection(key: string, by?: ModuleId): string | undefined {
  return (by === undefined ? undefined : wording(by, `refuse.${key}`)) ?? anybody(`refuse.${key}`);
}

/** Why a module forbids a cell. */
export function forbidden(fault: Extract<Fault, { type: 'not_allowed' }>): string {
  return whole(objection(fault.why, fault.by) ?? fault.why);
}

/** What the client said itself is in the language of the page already. */
export const HERE = 'here';
