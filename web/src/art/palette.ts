// The colours of the game. Buildings, currencies and players are told apart by shape first and by colour second;
// tests/unit/palette.test.ts holds every set apart for eyes of every kind.

import type { Building, Currency } from '../protocol';

export type Paint = { fill: string; ink: string };

/** Medallions: fill, and the colour of what is drawn on it. */
export const BUILDINGS: Record<Building, Paint> = {
  pavilion: { fill: '#3F78A8', ink: '#FFFFFF' },
  seraglio: { fill: '#A32117', ink: '#FFFFFF' },
  arcades: { fill: '#A98B70', ink: '#241B13' },
  chambers: { fill: '#FAF8F2', ink: '#241B13' },
  garden: { fill: '#9BD541', ink: '#241B13' },
  tower: { fill: '#3A0B73', ink: '#FFFFFF' },
};

export const CURRENCIES: Record<Currency, Paint> = {
  denar: { fill: '#14487D', ink: '#FFFFFF' },
  dirham: { fill: '#50B296', ink: '#10231C' },
  ducat: { fill: '#B64D00', ink: '#FFFFFF' },
  florin: { fill: '#FFDA1B', ink: '#2B2200' },
};

/** By seat. */
export const PLAYERS: Paint[] = [
  { fill: '#FDFCF8', ink: '#241B13' },
  { fill: '#FBC912', ink: '#241B13' },
  { fill: '#CD7B38', ink: '#241B13' },
  { fill: '#B60C32', ink: '#FFFFFF' },
  { fill: '#203095', ink: '#FFFFFF' },
  { fill: '#258371', ink: '#FFFFFF' },
];

/** Seats by the name of their sigil. */
export const SIGILS = ['dot', 'sun', 'key', 'hand', 'star', 'leaf'] as const;
export type Sigil = (typeof SIGILS)[number];

export function player(seat: number): Paint {
  return PLAYERS[seat % PLAYERS.length]!;
}
