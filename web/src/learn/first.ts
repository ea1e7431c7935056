// The first whole game: against two easy bots, with a coach who says each thing once.

import { box, open } from '../catalogue.svelte';
import { api } from '../net/api';
import { go } from '../route.svelte';
import { keepSeat, settings } from '../settings.svelte';
import { unlearn } from '../story/coach';
import { t } from '../words/index.svelte';

/** A game against two bots; newcomers get the mildest opponents, and a coach who knows the classic game. */
export async function playBots(newcomer: boolean, edition: 'classic' | 'red-palace' = 'classic'): Promise<void> {
  const coach = newcomer && edition === 'classic';
  await open();
  const levels = box.catalogue?.bots.map((bot) => bot.level) ?? [];
  const wanted = newcomer ? 'easy' : 'medium';
  const level = levels.includes(wanted) ? wanted : (levels.at(-1) ?? 'random');
  if (coach) unlearn();
  const name = settings.name.trim() || t('new.player', { n: 1 });
  const made = await api.create({
    seats: [
      { type: 'me', name },
      { type: 'bot', level },
      { type: 'bot', level },
    ],
    setup: { edition, players: [1, 2, 3].map((n) => ({ name: t('new.seat', { n }) })), confirm: true },
    options: { undo: 'free', hints: true, aids: coach ? 'coach' : 'assisted' },
    start: true,
  });
  keepSeat({ table: made.table, token: made.token, name: made.info.name });
  go(`t/${made.table}#${made.token}`);
}
