// One word for one thing: what players read follows docs/guide/glossary.md. What it is not to be called, `cargo xtask tidy`
// looks for in everything they read; here is that the client says it at all.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { de } from '../../src/words/de';
import { en, type Message } from '../../src/words/en';

const rows = readFileSync('../docs/guide/glossary.md', 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('|') && !/^\| (English|-)/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, english, german]) => [english!, german!] as const);
const said = (words: Record<string, Message>): [string, string][] =>
  Object.entries(words).flatMap(([key, message]) =>
    (typeof message === 'string' ? [message] : Object.values(message)).map((text): [string, string] => [key, text]),
  );

it('has a dozen terms and more', () => expect(rows.length).toBeGreaterThanOrEqual(12));
describe.each(rows)('%s, %s', (english, german) => {
  it('is said in both languages', () => {
    // Words change their endings: what they begin with stays.
    const stem = (word: string): string => word.slice(0, Math.max(3, word.length - 2)).toLowerCase();
    const has = (words: Record<string, Message>, term: string): boolean =>
      said(words).some(([, text]) => text.toLowerCase().includes(stem(term)));
    expect(has(en, english)).toBe(true);
    expect(has(de, german)).toBe(true);
  });
});
it('buildings that are taken off are neither "taken back" in German nor taken away', () => {
  const about = ['story.do.remove', 'learn.reserve.short', 'coach.reserve', 'game.redesign', 'story.say.taken_off'];
  for (const [key, text] of said(de)) if (about.includes(key)) expect(text, key).toMatch(/abbau|baut .* ab/i);
});
