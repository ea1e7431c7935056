// Tables somebody likes to play again: seats, modules, house rules and options under a name, kept on this device.

import type { Setup, TableOptions } from '../protocol';
import type { Chosen } from './presets';

export type Favourite = {
  name: string;
  /** `me`, `open` or `bot:level`, by seat. */
  seats: string[];
  /** The classic game if left out, as in what was kept before there was another. */
  edition?: string;
  /** The options of what the edition always has. */
  ways?: Record<string, string>;
  modules: Chosen;
  house: NonNullable<Setup['house']>;
  options: TableOptions;
};

const STORE = 'alhambra.favourites';
const MOST = 30;

function fine(one: unknown): one is Favourite {
  const found = one as Partial<Favourite> | null;
  return (
    typeof found?.name === 'string' &&
    Array.isArray(found.seats) &&
    found.seats.length >= 2 &&
    found.seats.length <= 6 &&
    found.seats.every((seat) => typeof seat === 'string') &&
    typeof found.modules === 'object' &&
    found.modules !== null &&
    typeof found.house === 'object' &&
    typeof found.options === 'object'
  );
}

/** What is kept, the newest first; what cannot be read is left out. */
export function favourites(): Favourite[] {
  try {
    const all: unknown = JSON.parse(localStorage.getItem(STORE) ?? '[]');
    return Array.isArray(all) ? all.filter(fine) : [];
  } catch {
    return [];
  }
}

function write(all: Favourite[]): Favourite[] {
  try {
    localStorage.setItem(STORE, JSON.stringify(all.slice(0, MOST)));
  } catch {
    // A browser that keeps nothing forgets favourites with the page.
  }
  return all.slice(0, MOST);
}

/** Keeps one; an older one of the same name makes room. */
export function keep(favourite: Favourite): Favourite[] {
  return write([favourite, ...favourites().filter((other) => other.name !== favourite.name)]);
}

export function forget(name: string): Favourite[] {
  return write(favourites().filter((other) => other.name !== name));
}

/** A favourite chosen on another page, to be set up on the next. */
let waiting: Favourite | null = null;

export function bring(favourite: Favourite): void {
  waiting = favourite;
}

export function brought(): Favourite | null {
  const found = waiting;
  waiting = null;
  return found;
}
