// Reading what a module shows: its items by name.

import type { Building, Card, Currency, ModuleView, PieceId, Seat, Shown } from '../../protocol';
import { en, type Key } from '../../words/en';
import { t } from '../../words/index.svelte';

type Kind = Shown['type'];
type Is<T extends Kind> = { [K in Kind]: Extract<Shown, { type: K }>['is'] }[T];

function item<T extends Kind>(module: ModuleView, name: string, type: T): Is<T> | undefined {
  const shown = module.shows.find((each) => each.name === name)?.shown;
  return shown?.type === type ? (shown.is as Is<T>) : undefined;
}

export const number = (module: ModuleView, name: string): number | undefined => item(module, name, 'number');
export const text = (module: ModuleView, name: string): string | undefined => item(module, name, 'text');
export const seats = (module: ModuleView, name: string): Seat[] => item(module, name, 'seats') ?? [];
export const cards = (module: ModuleView, name: string): Card[] => item(module, name, 'cards') ?? [];
export const tiles = (module: ModuleView, name: string): PieceId[] => item(module, name, 'tiles') ?? [];
export const buildings = (module: ModuleView, name: string): Building[] => item(module, name, 'buildings') ?? [];
export const bySeat = (module: ModuleView, name: string): number[] => item(module, name, 'by_seat') ?? [];
export const textBySeat = (module: ModuleView, name: string): [Seat, string][] => item(module, name, 'text_by_seat') ?? [];
export const tilesBySeat = (module: ModuleView, name: string): [Seat, PieceId[]][] => item(module, name, 'tiles_by_seat') ?? [];

/** What an item is called. */
export function itemName(name: string): string {
  return `shown.${name}` in en ? t(`shown.${name}` as Key) : name.replaceAll('_', ' ');
}

/** A card of the sultan: the money it takes the place of, and its mark. */
export type SultanCard = { currency: Currency; mark: Building; words: string };

const MONEY = ['florin', 'dirham', 'denar', 'ducat'];
const MARKS = ['pavilion', 'seraglio', 'arcades', 'chambers', 'garden', 'tower'];

/** Cards written as `denar garden, ducat tower`; null if they are written in another way. */
export function sultanCards(words: string | undefined): SultanCard[] | null {
  if (!words || words === 'none') return [];
  const cards = words.split(', ').map((each) => {
    const [currency, mark] = each.split(' ');
    return { currency: currency as Currency, mark: mark as Building, words: each };
  });
  return cards.every((card) => MONEY.includes(card.currency) && MARKS.includes(card.mark)) ? cards : null;
}
