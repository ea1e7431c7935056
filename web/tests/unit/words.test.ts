// Both languages say the same things with the same values.

import { describe, expect, it } from 'vitest';
import { de } from '../../src/words/de';
import { en, type Key, type Message } from '../../src/words/en';
import { choose } from '../../src/settings.svelte';
import { cardName, cellName, faultText, formed, t, tileName } from '../../src/words/index.svelte';

const holes = (message: Message): string[] => {
  const texts = typeof message === 'string' ? [message] : Object.values(message);
  return [...new Set(texts.flatMap((text) => [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!)))].sort();
};

describe.each(Object.keys(en) as Key[])('%s', (key) => {
  it('has the same blanks in German', () => expect(holes(de[key])).toEqual(holes(en[key])));
  it('is not empty', () => expect(JSON.stringify(de[key]).length).toBeGreaterThan(2));
});

it('chooses plural forms by the rules of the language', () => {
  choose({ language: 'en' });
  expect(t('new.modules.count', { n: 1 })).toBe('1 module');
  expect(t('new.modules.count', { n: 3 })).toBe('3 modules');
  choose({ language: 'de' });
  expect(t('status.main', { n: 1 })).toBe('Du bist dran, noch 1 Aktion');
  expect(t('status.main', { n: 2 })).toBe('Du bist dran, noch 2 Aktionen');
  choose({ language: 'en' });
});

it('knows languages with more forms than two', () => {
  const tile = { one: '{n} płytka', few: '{n} płytki', many: '{n} płytek', other: '{n} płytki' };
  expect([1, 2, 5, 12, 22].map((n) => formed(tile, 'pl', n))).toEqual([tile.one, tile.few, tile.many, tile.many, tile.few]);
});

it('names things as players do', () => {
  expect(cellName([2, 1])).toBe('E2 N1');
  expect(cellName([-1, -3])).toBe('W1 S3');
  expect(cellName([0, 0])).toBe('Fountain');
  expect(cardName('denar-7')).toBe('Denar 7');
  expect(cardName('gate')).toBe('Gate card');
  expect(cardName('exchange-florin-denar')).toBe('Exchange card Florin/Denar');
  expect(tileName({ piece: 1, building: 'tower', price: 11, walls: 'NE' }, true)).toBe('Tower 11, walls N E');
  expect(faultText({ type: 'border', at: [0, 1], side: 'east', neighbour: [1, 1], wall: true })).toBe('The wall to the east meets an open side.');
});

it('has no message that nobody says', () => {
  const files = import.meta.glob<string>(['../../src/**/*.{ts,svelte}', '!../../src/words/{en,de,table}.ts'], { query: '?raw', import: 'default', eager: true });
  const source = Object.values(files).join('\n');
  // Keys put together from a word: `building.${name}` and the like.
  const made = [...source.matchAll(/`([\w.]+\.)\$\{/g)].map((match) => match[1]!);
  const idle = (Object.keys(en) as Key[]).filter((key) => !source.includes(`'${key}'`) && !made.some((start) => key.startsWith(start)));
  expect(idle).toEqual([]);
});
