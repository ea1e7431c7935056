// The next game with the same people.

import type { Table } from '../net/table.svelte';
import { go } from '../route.svelte';
import { keepSeat, keptSeats } from '../settings.svelte';

/** Goes to the table of the next game; whoever asks first makes it. */
export async function again(table: Table): Promise<void> {
  const answer = await table.ask({ type: 'rematch' });
  if (answer.type !== 'link') return;
  // The token of this seat is good at the next table as well.
  const token = answer.token || keptSeats().find((seat) => seat.table === table.id)?.token;
  if (token) keepSeat({ table: answer.table, token, name: table.info?.name ?? '' });
  go(`t/${answer.table}`);
}
