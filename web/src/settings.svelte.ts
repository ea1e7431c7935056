// What a person has chosen for this device, kept in the browser.

import type { Language } from './words/index.svelte';

export type Theme = 'plaster' | 'night' | 'contrast';
export type Ending = 'smart' | 'ask' | 'instant';
export type Motion = 'system' | 'less' | 'full';

export type Settings = {
  language: Language;
  theme: Theme;
  letters: boolean;
  text: boolean;
  /** How a turn ends when everything is done: a moment later by itself, by hand, or at once. */
  ending: Ending;
  /** Short tones for what happens. */
  sound: boolean;
  /** Whether sounds were offered and answered. */
  offered: boolean;
  /** How loud, 0 to 100. */
  volume: number;
  motion: Motion;
  /** Whether single letters do something in a game. */
  hotkeys: boolean;
  /** Keys that were given another meaning, by action. */
  keys: Partial<Record<string, string>>;
  name: string;
};

const STORE = 'alhambra.settings';

function first(): Settings {
  const german = typeof navigator !== 'undefined' && navigator.language?.startsWith('de');
  const dark = typeof matchMedia === 'function' && matchMedia('(prefers-color-scheme: dark)').matches;
  return {
    language: german ? 'de' : 'en',
    theme: dark ? 'night' : 'plaster',
    letters: false,
    text: false,
    ending: 'smart',
    sound: false,
    offered: false,
    volume: 60,
    motion: 'system',
    hotkeys: true,
    keys: {},
    name: '',
  };
}

function stored(): Settings {
  try {
    return { ...first(), ...(JSON.parse(localStorage.getItem(STORE) ?? '{}') as Partial<Settings>) };
  } catch {
    return first();
  }
}

export const settings = $state<Settings>(stored());

/** Whether a language runs from right to left. */
export function mirrored(language: Language): boolean {
  return language === 'ar';
}

/** Keeps a change and shows it. */
export function choose(change: Partial<Settings>): void {
  Object.assign(settings, change);
  write(STORE, settings);
  show();
}

export function show(): void {
  document.documentElement.dataset['theme'] = settings.theme;
  document.documentElement.dataset['motion'] = settings.motion;
  document.documentElement.lang = settings.language;
  document.documentElement.dir = mirrored(settings.language) ? 'rtl' : 'ltr';
}

/** Browsers may refuse to keep anything; then choices last as long as the page. */
function write(store: string, value: unknown): void {
  try {
    localStorage.setItem(store, JSON.stringify(value));
  } catch {
    // Nothing is lost but comfort.
  }
}

/** Whether things move less: as chosen here, else as the system says. */
export function still(): boolean {
  return (
    settings.motion === 'less' ||
    (settings.motion === 'system' &&
      typeof matchMedia === 'function' &&
      matchMedia('(prefers-reduced-motion: reduce)').matches)
  );
}

/** Seats this device plays, newest first: table code to token. */
const SEATS = 'alhambra.seats';

export type Kept = {
  table: string;
  token: string;
  name: string;
  at: number;
  /** The seats this device plays there, once it has been there. */ seats?: number[];
  /** How it ended, as far as that was seen from here: best first. */ result?: Result[];
};

export type Result = { seat: number; name: string; points: number; won: boolean };

export function keptSeats(): Kept[] {
  try {
    return JSON.parse(localStorage.getItem(SEATS) ?? '[]') as Kept[];
  } catch {
    return [];
  }
}

export function keepSeat(seat: Omit<Kept, 'at'>): void {
  const all = keptSeats();
  const others = all.filter((kept) => kept.table !== seat.table);
  write(SEATS, [{ ...all.find((kept) => kept.table === seat.table), ...seat, at: Date.now() }, ...others].slice(0, 30));
}

/** Remembers how a game ended: its table may be gone some day. */
export function keepResult(table: string, result: Result[]): void {
  write(
    SEATS,
    keptSeats().map((kept) => (kept.table === table ? { ...kept, result } : kept)),
  );
}

export function forgetSeat(table: string): void {
  write(
    SEATS,
    keptSeats().filter((kept) => kept.table !== table),
  );
}
