// The words for what the server refuses and for what tables note in their chats, by their keys. The server hands them out in the language of the page, each
// in English where that language has none, so a page loads them once.

import { base } from '../net/api';
import { settings } from '../settings.svelte';

/** What is here, by language. */
let known = $state.raw<Record<string, Record<string, string>>>({});
const underway = new Map<string, Promise<void>>();

/** Takes in the words for refusals and notes. */
export function learnRefusals(words: Record<string, string>, language: string = settings.language): void {
  known = { ...known, [language]: words };
}

/** Fetches them in the language of the page, if they are not here. What does not come is asked for again when it is missed. */
export function meetRefusals(): Promise<void> {
  const { language } = settings;
  if (known[language]) return Promise.resolve();
  const coming = underway.get(language) ?? fetched(language).finally(() => underway.delete(language));
  underway.set(language, coming);
  return coming;
}

async function fetched(language: string): Promise<void> {
  // Whoever is refused waits for the words, so this is no request that could be refused in words.
  const answer = await fetch(new URL(`api/refusals?lang=${language}`, base())).catch(() => null);
  const words = answer?.ok ? ((await answer.json().catch(() => null)) as Record<string, string> | null) : null;
  if (words) learnRefusals(words, language);
}

/** The words for a refusal of the server, with their blanks; in English while they are not here in another language. */
export function refusalWords(key: string): string | undefined {
  return words(`refuse.${key}`);
}

/** The words for a note of a table, in the same way. */
export function noteWords(key: string): string | undefined {
  return words(`note.${key}`);
}

function words(key: string): string | undefined {
  if (!known[settings.language]) void meetRefusals();
  return (known[settings.language] ?? known['en'])?.[key];
}
