// One catalogue of messages per language, typed by the English one: a missing key does not compile.

import { de } from './de';
import { en, type Key, type Message } from './en';
import { settings } from '../settings.svelte';
import type { Building, Fault, Tile } from '../protocol';

export type { Key } from './en';
export const LANGUAGES = { en: 'English', de: 'Deutsch' } as const;
export type Language = keyof typeof LANGUAGES;

const CATALOGUES: Record<Language, Record<Key, Message>> = { en, de };

/** A message in the chosen language; `n` also chooses the plural form. */
export function t(key: Key, values: Record<string, string | number> = {}): string {
  const language = settings.language;
  const message: Message = CATALOGUES[language][key];
  let text: string;
  if (typeof message === 'string') {
    text = message;
  } else {
    const form = new Intl.PluralRules(language).select(Number(values['n'] ?? 0)) as keyof typeof message;
    text = message[form] ?? message.other;
  }
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => (name in values ? String(values[name]) : whole));
}

export function list(items: string[]): string {
  return new Intl.ListFormat(settings.language, { type: 'conjunction' }).format(items);
}

export function building(name: Building): string {
  return t(`building.${name}`);
}

/** A tile in words, walls included, for people who do not see it. */
export function tileName(tile: Tile, walls = false): string {
  const name = tile.building
    ? t('tile.named', { building: building(tile.building), price: tile.price || '' }).trim()
    : (tile.kind ?? t('tile.fountain'));
  if (!walls) return name;
  return `${name}, ${tile.walls ? t('tile.walls', { walls: tile.walls.split('').join(' ') }) : t('tile.open')}`;
}

/** Money as the log writes it: `Denar 7, Denar 4`. */
export function cardName(card: string): string {
  const [what, value] = card.split('-');
  const key = `currency.${what}`;
  return key in en ? `${t(key as Key)} ${value}` : card.replaceAll('-', ' ');
}

/** Steps from the fountain: `E2 N1`, or the fountain itself. */
export function cellName([x, y]: [number, number]): string {
  const part = (n: number, plus: string, minus: string) => (n === 0 ? '' : `${n > 0 ? plus : minus}${Math.abs(n)}`);
  const words = [part(x, 'E', 'W'), part(y, 'N', 'S')].filter(Boolean).join(' ');
  return words || t('tile.fountain');
}

export function faultText(fault: Fault): string {
  switch (fault.type) {
    case 'border':
      return t(fault.wall ? 'fault.border.wall' : 'fault.border.open', { side: t(`side.${fault.side}`) });
    case 'not_allowed':
      return t('fault.not_allowed', { why: fault.why });
    default:
      return t(`fault.${fault.type}`);
  }
}
