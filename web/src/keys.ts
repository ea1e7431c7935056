// Which key does what in a game. Everybody may choose their own.

import { choose, settings } from './settings.svelte';
import { t, type Key } from './words/index.svelte';

export const ACTIONS = [
  'money1',
  'money2',
  'money3',
  'money4',
  'market1',
  'market2',
  'market3',
  'market4',
  'turn',
  'reserve',
  'undo',
  'redo',
  'matrix',
  'log',
] as const;
export type Act = (typeof ACTIONS)[number];

export const FIRST: Record<Act, string> = {
  money1: '1',
  money2: '2',
  money3: '3',
  money4: '4',
  market1: 'q',
  market2: 'w',
  market3: 'e',
  market4: 'r',
  turn: 't',
  reserve: 'b',
  undo: 'z',
  redo: 'Z',
  matrix: 'm',
  log: 'l',
};

/** Keys that move the focus or act on it keep their meaning everywhere. */
const TAKEN = [
  'Tab',
  'Enter',
  ' ',
  'Escape',
  'ArrowUp',
  'ArrowDown',
  'ArrowLeft',
  'ArrowRight',
  '?',
  'Shift',
  'Control',
  'Alt',
  'Meta',
  'Dead',
  'Unidentified',
];

export function keyOf(act: Act): string {
  return settings.keys[act] ?? FIRST[act];
}

/** What a key does; a capital letter that means nothing by itself is its small one. */
export function actOf(key: string): Act | undefined {
  return ACTIONS.find((act) => keyOf(act) === key) ?? ACTIONS.find((act) => keyOf(act) === key.toLowerCase());
}

export function free(key: string): boolean {
  return !TAKEN.includes(key) && key.length > 0;
}

/** Gives an action another key; whatever had it takes the old one, so that nothing is left without. */
export function rekey(act: Act, key: string): void {
  if (!free(key)) return;
  const [before, other] = [keyOf(act), ACTIONS.find((one) => keyOf(one) === key)];
  choose({ keys: { ...settings.keys, ...(other ? { [other]: before } : {}), [act]: key } });
}

/** Keys with a word on them, which is another one on the keyboards of other languages. */
const CAPS: Record<string, Key> = {
  Home: 'key.home',
  End: 'key.end',
  ' ': 'key.space',
  Space: 'key.space',
  Enter: 'key.enter',
};

/** As it is printed on a key. */
export function shown(key: string): string {
  const cap = CAPS[key];
  if (cap) return t(cap);
  return key.length === 1 && key !== key.toLowerCase() ? `⇧${key}` : key.length === 1 ? key.toUpperCase() : key;
}
