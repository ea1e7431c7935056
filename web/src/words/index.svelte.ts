// One catalogue of messages per language, typed by the English one. English and German are whole: a missing key does not
// compile. The others are begun, are fetched when somebody wants them, and say in English what they do not know yet.

import { de } from './de';
import { filled, forbidden } from './engine';
import { en, type Forms, type Key, type Message } from './en';
import { anybody } from '../looks.svelte';
import { mirrored, settings } from '../settings.svelte';
import { printed } from '../catalogue.svelte';
import type { Building, Fault, Tile } from '../protocol';

export type { Key } from './en';
export const LANGUAGES = { en: 'English', de: 'Deutsch', pl: 'Polski (początek)', ar: 'العربية (بداية)' } as const;
export type Language = keyof typeof LANGUAGES;

type Words = Partial<Record<Key, Message>>;

const whole: Record<'en' | 'de', Record<Key, Message>> = { en, de };
const BEGUN: Partial<Record<Language, () => Promise<Words>>> = {
  pl: () => import('./pl').then(({ pl }) => pl),
  ar: () => import('./ar').then(({ ar }) => ar),
};
/** The catalogues that are here. */
let catalogues = $state.raw<Partial<Record<Language, Words>>>(whole);

/** Fetches the words of a language, if they are not here yet. */
export async function learnLanguage(language: Language): Promise<void> {
  if (catalogues[language] || !BEGUN[language]) return;
  // Without them the page speaks English; the next choice of the language tries again.
  const words = await BEGUN[language]().catch(() => undefined);
  if (words) catalogues = { ...catalogues, [language]: words };
}

/** The language a message is really said in. */
export function tongue(key: Key): Language {
  const { language } = settings;
  return catalogues[language]?.[key] === undefined ? 'en' : language;
}

/** A message in the chosen language; `n` also chooses the plural form. */
export function t(key: Key, values: Record<string, string | number> = {}): string {
  const language = tongue(key);
  const message: Message = catalogues[language]?.[key] ?? en[key];
  const words = typeof message === 'string' ? message : formed(message, language, Number(values['n'] ?? 0));
  const text = words.replace(/\{(\w+)\}/g, (blank, name: string) =>
    name in values ? apart(String(values[name])) : blank,
  );
  return language === settings.language ? text : apart(text);
}

/** What stands between them has a direction of its own. */
const [APART, END] = [String.fromCodePoint(0x2068), String.fromCodePoint(0x2069)];

/** On a page that runs from the right, what is foreign keeps its own direction: names, and sentences in English. */
export function apart(text: string): string {
  return mirrored(settings.language) && /[A-Za-z]/.test(text) && /[\s\p{P}]/u.test(text)
    ? `${APART}${text}${END}`
    : text;
}

/** The form of a message that a language wants for a number; Polish has four, German two. */
export function formed(message: Forms, language: string, n: number): string {
  return message[new Intl.PluralRules(language).select(n) as keyof Forms] ?? message.other;
}

export function list(items: string[]): string {
  return new Intl.ListFormat(settings.language, { type: 'conjunction' }).format(items);
}

export function building(name: Building): string {
  return t(`building.${name}`);
}

const BUILDINGS: Building[] = ['pavilion', 'seraglio', 'arcades', 'chambers', 'garden', 'tower'];

/** What a building begins with in the language of the page, as far as it takes to tell it from the others. */
export function initial(name: Building): string {
  const [own, all] = [building(name), BUILDINGS.map(building)];
  const long = [...own].findIndex((_, i) => all.filter((other) => other.startsWith(own.slice(0, i + 1))).length === 1);
  return own.slice(0, Math.max(1, long + 1));
}

/** A tile in words, walls included, for people who do not see it. */
export function tileName(tile: Tile, walls = false): string {
  const name = tile.kind
    ? specialName(tile)
    : tile.building
      ? t('tile.named', { building: building(tile.building), price: tile.price || '' }).trim()
      : tile.price > 0
        ? t('tile.plot', { building: building(printed(tile.piece)?.building[0] ?? 'tower'), price: tile.price })
        : t('tile.fountain');
  if (!walls) return name;
  return `${name}, ${
    tile.walls
      ? t('tile.walls', {
          walls: tile.walls
            .split('')
            .map((side) => t('side.letters')['NESW'.indexOf(side)])
            .join(' '),
        })
      : t('tile.open')
  }`;
}

/** A piece not every game has, by its sort. */
function specialName(tile: Tile): string {
  const key = `piece.${tile.kind}`;
  const card = printed(tile.piece);
  // A square or a watchtower shows the colour of a building without being one.
  const first = tile.building ?? card?.building[0];
  const second = tile.second?.building ?? card?.building[1];
  const money = card?.currency;
  const values = {
    building: first ? building(first) : '',
    second: second ? building(second) : '',
    price: tile.price || '',
    currency: money ? t(`currency.${money}`) : '',
  };
  // Pieces of a kind that differ may have names of their own.
  const words = (card && anybody(`piece.${card.key}`)) ?? anybody(key);
  if (words !== undefined) return filled(words, values);
  return key in en ? t(key as Key, values).trim() : (tile.kind ?? '');
}

/** A card as the log writes it: `Denar 7`, `Exchange Denar/Ducat`, `Rich Patron`. */
export function cardName(card: string): string {
  const parts = card.split('-');
  const named = (part: string) =>
    `currency.${part}` in en
      ? t(`currency.${part}` as Key)
      : `building.${part}` in en
        ? t(`building.${part}` as Key)
        : part;
  if (`currency.${parts[0]}` in en) return `${named(parts[0]!)} ${parts[1]}`;
  // The longest beginning that has a name of its own says what sort of card it is.
  for (let n = parts.length; n > 0; n--) {
    const key = `card.${parts.slice(0, n).join('-')}`;
    const [a = '', b = ''] = parts.slice(n).map(named);
    const words = anybody(key);
    if (words !== undefined) return filled(words, { a, b });
    if (key in en) return t(key as Key, { a, b }).trim();
  }
  return card.replaceAll('-', ' ');
}

/** What a bot of a level is called. */
export function botName(level: string): string {
  return `bot.${level}` in en ? t(`bot.${level}` as Key) : level;
}

/** What somebody is called: bots by their level in the language of the page, people as they like. */
export function personName(name: string): string {
  const [, level, n = ''] = /^(\w+) bot(?: (\d+))?$/.exec(name) ?? [];
  const key = `bot.${level?.toLowerCase()}`;
  return level && key in en ? t('bots.named', { level: t(key as Key), n }).replace(/\s+/g, ' ') : name;
}

/** Who sits at the table or in the replay that is looked at, by seat. */
let people = $state.raw<string[]>([]);

/** Takes in who sits where: what points at a seat is named after whoever sits there. */
export function seated(names: string[]): void {
  people = names;
}

/** A seat in words. */
export function seatName(seat: number): string {
  return people[seat] ? personName(people[seat]) : t('new.seat', { n: seat + 1 });
}

/** Steps from the fountain: `E2 N1`, or the fountain itself. */
export function cellName([x, y]: [number, number]): string {
  const part = (n: number, plus: string, minus: string) => (n === 0 ? '' : `${n > 0 ? plus : minus}${Math.abs(n)}`);
  const [north, east, south, west] = t('side.letters') as unknown as [string, string, string, string];
  const words = [part(x, east, west), part(y, north, south)].filter(Boolean).join(' ');
  return words || t('tile.fountain');
}

export function faultText(fault: Fault): string {
  switch (fault.type) {
    case 'border':
      return t(fault.wall ? 'fault.border.wall' : 'fault.border.open', { side: t(`side.${fault.side}`) });
    case 'not_allowed':
      return t('fault.not_allowed', { why: forbidden(fault) });
    default:
      return t(`fault.${fault.type}`);
  }
}
