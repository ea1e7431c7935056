// The words for what the server refuses, by the keys of its refusals. The server hands them out in the language of the page, each
// in English where that language has none, so a page loads them once.

import { api } from '../net/api';
import { settings } from '../settings.svelte';

/** What is here, by language. */
let known = $state.raw<Record<string, Record<string, string>>>({});
const underway = new Set<string>();

/** Takes in the words for refusals. */
export function learnRefusals(words: Record<string, string>, language: string = settings.language): void {
  known = { ...known, [language]: words };
}

/** Fetches them in the language of the page, if they are not here. What does not come is asked for again when it is missed. */
export async function meetRefusals(): Promise<void> {
  const { language } = settings;
  if (known[language] || underway.has(language)) return;
  underway.add(language);
  const words = await api.refusals(language).catch(() => null);
  underway.delete(language);
  if (words) learnRefusals(words, language);
}

/** The words for a refusal of the server, with their blanks; in English while they are not here in another language. */
export function refusalWords(key: string): string | undefined {
  if (!known[settings.language]) void meetRefusals();
  return (known[settings.language] ?? known['en'])?.[`refuse.${key}`];
}
