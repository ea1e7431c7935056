// Both languages say the same things with the same values.

import { describe, expect, it } from 'vitest';
import { de } from '../../src/words/de';
import { ar } from '../../src/words/ar';
import { en, type Key, type Message } from '../../src/words/en';
import { pl } from '../../src/words/pl';
import { choose } from '../../src/settings.svelte';
import {
  cardName,
  cellName,
  faultText,
  formed,
  learnLanguage,
  t,
  tileName,
  tongue,
} from '../../src/words/index.svelte';

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
  expect([1, 2, 5, 12, 22].map((n) => formed(tile, 'pl', n))).toEqual([
    tile.one,
    tile.few,
    tile.many,
    tile.many,
    tile.few,
  ]);
});

it('names things as players do', () => {
  expect(cellName([2, 1])).toBe('E2 N1');
  expect(cellName([-1, -3])).toBe('W1 S3');
  expect(cellName([0, 0])).toBe('Fountain');
  expect(cardName('denar-7')).toBe('Denar 7');
  expect(cardName('gate')).toBe('Gate card');
  expect(cardName('exchange-florin-denar')).toBe('Exchange card Florin/Denar');
  expect(tileName({ piece: 1, building: 'tower', price: 11, walls: 'NE' }, true)).toBe('Tower 11, walls N E');
  expect(faultText({ type: 'border', at: [0, 1], side: 'east', neighbour: [1, 1], wall: true })).toBe(
    'The wall to the east meets an open side.',
  );
});

it('has no message that nobody says', () => {
  const files = import.meta.glob<string>(['../../src/**/*.{ts,svelte}', '!../../src/words/{en,de,pl,ar}.ts'], {
    query: '?raw',
    import: 'default',
    eager: true,
  });
  const source = Object.values(files).join('\n');
  // Keys put together from a word: `building.${name}` and the like.
  const made = [...source.matchAll(/`([\w.]+\.)\$\{/g)].map((match) => match[1]!);
  const idle = (Object.keys(en) as Key[]).filter(
    (key) => !source.includes(`'${key}'`) && !made.some((start) => key.startsWith(start)),
  );
  expect(idle).toEqual([]);
});

describe.each([
  ['pl', pl],
  ['ar', ar],
] as const)('%s, begun', (language, words) => {
  it('has the blanks of the English messages', () => {
    for (const [key, message] of Object.entries(words) as [Key, Message][]) {
      const texts = typeof message === 'string' ? [message] : Object.values(message);
      // A form for one or two may say the number in words.
      for (const text of texts)
        expect(
          holes(text).filter((hole) => !holes(en[key]).includes(hole)),
          key,
        ).toEqual([]);
      expect([...holes(message)], key).toEqual(holes(en[key]));
    }
  });
  it('says in English what it does not know yet, message by message', async () => {
    await learnLanguage(language);
    choose({ language });
    expect(t('home.bots')).toBe(words['home.bots']);
    expect(words['would.today']).toBeUndefined();
    expect(t('would.today').replace(/[\u2066-\u2069]/g, '')).toBe(en['would.today']);
    expect([tongue('home.bots'), tongue('would.today')]).toEqual([language, 'en']);
    expect(document.documentElement.dir).toBe(language === 'ar' ? 'rtl' : 'ltr');
    choose({ language: 'en' });
    expect(document.documentElement.dir).toBe('ltr');
  });
  it('has every form its plural rules ask for', () => {
    const wanted = new Set(Array.from({ length: 130 }, (_, n) => new Intl.PluralRules(language).select(n)));
    for (const message of Object.values(words)) {
      if (typeof message !== 'string')
        expect(new Set(Object.keys(message)), JSON.stringify(message)).toEqual(new Set([...wanted, 'other']));
    }
  });
});

it('counts in Polish as Poles do', async () => {
  await learnLanguage('pl');
  choose({ language: 'pl' });
  const modules = (n: number) => t('new.modules.count', { n });
  expect(modules(1)).toBe('1 moduł');
  for (const n of [2, 3, 4, 22, 23, 24, 102, 104]) expect(modules(n)).toBe(`${n} moduły`);
  for (const n of [0, 5, 11, 12, 13, 14, 21, 25, 31, 100, 112]) expect(modules(n)).toBe(`${n} modułów`);
  expect([1, 2, 5].map((n) => t('status.main', { n }))).toEqual([
    'Twoja tura, została 1 akcja',
    'Twoja tura, zostały 2 akcje',
    'Twoja tura, zostało 5 akcji',
  ]);
  choose({ language: 'en' });
});

it('counts in Arabic, and keeps foreign names in their own direction', async () => {
  await learnLanguage('ar');
  choose({ language: 'ar' });
  expect([1, 2, 3, 11].map((n) => t('status.main', { n }))).toEqual([
    'دورك، بقي فعل واحد',
    'دورك، بقي فعلان',
    'دورك، بقيت 3 أفعال',
    'دورك، بقي 11 فعلًا',
  ]);
  expect(t('status.waiting', { names: 'Ann & Bob' })).toBe('في انتظار \u2068Ann & Bob\u2069.');
  choose({ language: 'en' });
});

it('has no left and right in its style sheets: every page can be mirrored', () => {
  const files = import.meta.glob<string>(['../../src/**/*.{svelte,css}'], {
    query: '?raw',
    import: 'default',
    eager: true,
  });
  const physical =
    /^\s*((margin|padding|border)-(left|right)\b|(left|right) *:|text-align: *(left|right)|float: *(left|right)|border-(top|bottom)-(left|right)-radius)/;
  const uneven = /^\s*(margin|padding): *(\S+) (\S+) (\S+) (\S+);/;
  const found = Object.entries(files).flatMap(([path, source]) => {
    const css = path.endsWith('.css') ? source : (source.split('<style>')[1] ?? '');
    return css
      .split('\n')
      .filter((line) => physical.test(line) || ((parts) => parts !== null && parts[3] !== parts[5])(uneven.exec(line)))
      .map((line) => `${path}: ${line.trim()}`);
  });
  // What is dragged follows the pointer, which is counted from the left everywhere.
  expect(found).toEqual(['../../src/game/Game.svelte: left: 0;']);
});
