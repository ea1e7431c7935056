// What the host can do for an evening with friends: let people in, quieten them, close the table and open it again; and what
// everybody decides together about a game that was closed.

import { expect, inGame, make, me, open, test } from './kit';

test('the host lets in, mutes, closes and opens again; all together show the game', async ({
  page: host,
  somebody,
  request,
}) => {
  const made = await make(request, { seats: [me('Ann'), open()], options: { admission: true } });
  const friend = await somebody();
  const people = [host, friend];
  await host.goto(`./t/${made.table}#${made.token}`);
  await friend.goto(`./t/${made.table}`);
  await friend.getByRole('textbox', { name: /name/i }).fill('Bo');
  await friend.getByRole('button', { name: 'Sit down here' }).click();

  // Whoever sits down waits for the host's word.
  await expect(friend.getByText('The host has to let you play.')).toBeVisible();
  await expect(friend.getByRole('button', { name: 'Ready' })).toBeDisabled();
  await host.getByRole('button', { name: 'Let them play' }).click();
  await friend.getByRole('button', { name: 'Ready' }).click();
  await expect(host.getByRole('listitem').filter({ hasText: 'Bo' }).first()).toContainText('✓ Ready');
  await host.getByRole('button', { name: 'Start the game' }).click();
  await Promise.all([inGame(host), inGame(friend)]);

  // Muted and heard again.
  await host.getByRole('button', { name: 'Menu' }).click();
  await host.getByText('Host', { exact: true }).click();
  await host.getByRole('button', { name: 'Mute' }).click();
  await expect(host.getByRole('button', { name: 'Let them talk again' })).toBeVisible();
  await host.getByRole('button', { name: 'Let them talk again' }).click();
  await expect(host.getByRole('button', { name: 'Mute' })).toBeVisible();

  // Closed: neither sees the other's hand, and the host can open it again.
  await host.getByRole('button', { name: 'Close the table' }).click();
  await host.getByRole('button', { name: 'Yes, close it for everybody' }).click();
  for (const page of people) await expect(page.getByRole('heading', { name: 'This table was closed.' })).toBeVisible();
  await expect(friend.getByRole('button', { name: 'Open the table again' })).toHaveCount(0);
  await host.screenshot({ path: 'out/stopped-host.png' });
  await host.getByRole('button', { name: 'Open the table again' }).click();
  await Promise.all([inGame(host), inGame(friend)]);

  // Closed once more: all of it is seen when both agree, and then it cannot go on.
  await host.getByRole('button', { name: 'Menu' }).click();
  await host.getByText('Host', { exact: true }).click();
  await host.getByRole('button', { name: 'Close the table' }).click();
  await host.getByRole('button', { name: 'Yes, close it for everybody' }).click();
  await friend.getByRole('button', { name: 'Ask everybody to show all of the game' }).click();
  await expect(friend.getByText('Waiting for the others.')).toBeVisible();
  await host.getByRole('button', { name: 'Agree' }).click();
  for (const page of people) await expect(page.getByRole('link', { name: /replay/i })).toBeVisible();
  await expect(host.getByRole('button', { name: 'Open the table again' })).toHaveCount(0);
});
