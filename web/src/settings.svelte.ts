// What a person has chosen for this device, kept in the browser.

import type { Language } from './words/index.svelte';

export type Theme = 'plaster' | 'night' | 'contrast';

export type Settings = {
  language: Language;
  theme: Theme;
  letters: boolean;
  text: boolean;
  instant: boolean;
  name: string;
};

const STORE = 'alhambra.settings';

function first(): Settings {
  const german = typeof navigator !== 'undefined' && navigator.language?.startsWith('de');
  const dark = typeof matchMedia === 'function' && matchMedia('(prefers-color-scheme: dark)').matches;
  return { language: german ? 'de' : 'en', theme: dark ? 'night' : 'plaster', letters: false, text: false, instant: false, name: '' };
}

function stored(): Settings {
  try {
    return { ...first(), ...(JSON.parse(localStorage.getItem(STORE) ?? '{}') as Partial<Settings>) };
  } catch {
    return first();
  }
}

export const settings = $state<Settings>(stored());

/** Keeps a change and shows it. */
export function choose(change: Partial<Settings>): void {
  Object.assign(settings, change);
  localStorage.setItem(STORE, JSON.stringify(settings));
  show();
}

export function show(): void {
  document.documentElement.dataset['theme'] = settings.theme;
  document.documentElement.lang = settings.language;
}

/** Seats this device plays, newest first: table code to token. */
const SEATS = 'alhambra.seats';

export type Kept = { table: string; token: string; name: string; at: number };

export function keptSeats(): Kept[] {
  try {
    return JSON.parse(localStorage.getItem(SEATS) ?? '[]') as Kept[];
  } catch {
    return [];
  }
}

export function keepSeat(seat: Omit<Kept, 'at'>): void {
  const others = keptSeats().filter((kept) => kept.table !== seat.table);
  localStorage.setItem(SEATS, JSON.stringify([{ ...seat, at: Date.now() }, ...others].slice(0, 30)));
}

export function forgetSeat(table: string): void {
  localStorage.setItem(SEATS, JSON.stringify(keptSeats().filter((kept) => kept.table !== table)));
}
