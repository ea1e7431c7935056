// A game in its middle, with everything on the table; scoring, end, replay and text have pictures where they are tested.

import { deal, ghost } from './ghost';
import { inGame, picture, test } from './kit';

test('a game in its middle', async ({ page, request }) => {
  const seat = await deal(request, { hints: true }, { seed: '31' });
  await page.goto('./settings');
  await ghost(page, seat, { scoring: 1 });
  await ghost(page, seat, { decisions: 20 });
  await page.goto(`./t/${seat.table}#${seat.token}`);
  await inGame(page);
  await picture(page, 'game-middle');
});
