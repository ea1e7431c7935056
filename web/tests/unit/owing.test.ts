// What a module asks to be paid for is paid at the desk, as every purchase is.

import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { tick } from 'svelte';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import Chooser from '../../src/game/Chooser.svelte';
import Sentence from '../../src/game/Sentence.svelte';
import { learn } from '../../src/looks.svelte';
import { choose } from '../../src/settings.svelte';
import { cards, decision, option, seated, table } from './seated.svelte';

beforeEach(() => choose({ language: 'en' }));
afterEach(cleanup);

/** A module asks for money for a building; what may be paid with differs. */
function owing() {
  learn('m', { words: { 'do.hire': 'hire {a} for {b}' }, sentences: {}, board: null, signs: '' } as never, 'en');
  const garden = { type: 'building', building: 'garden' } as never;
  const pays = [['denar-5'], ['denar-2', 'denar-4'], ['denar-7']].map((own, i) =>
    option(i + 1, 'module', [garden, cards(...own)], { act: 'm.hire' }),
  );
  const asked = decision(pays, { kind: 'special_move', module: null });
  return seated(table(asked, { hand: ['denar-2', 'denar-4', 'denar-5', 'denar-7', 'florin-1'] } as never));
}

it('a question that asks only what is paid is opened at the desk, and not a list of ways to pay', () => {
  const { play } = owing();
  render(Chooser, { play });
  expect(play.asked, 'the only question there is').toBe('m.hire');
  expect(document.querySelector('.offer')).toBeNull();
});

it('says and draws what is paid for, has the best payment ready in the fan, and leads back', async () => {
  const { play } = owing();
  const send = vi.spyOn(play, 'send').mockResolvedValue(true);
  const oncancel = vi.fn();
  render(Sentence, { play, options: play.choices, oncancel });
  await tick();
  expect(document.querySelector('.pay h2')!.textContent, 'what is paid with is open').toContain('…');
  expect(document.querySelector('.pay .what svg'), 'what is paid for').not.toBeNull();
  const up = [...document.querySelectorAll('.picker .card.up')].map((card) => card.getAttribute('aria-label'));
  expect(up).toHaveLength(1);
  expect(document.querySelectorAll('.picker button.card'), 'the whole hand lies in the fan').toHaveLength(5);
  await fireEvent.click(document.querySelector('.pay .primary')!);
  expect(send).toHaveBeenCalledWith(play.choices[0]);
  await fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(oncancel).toHaveBeenCalled();
});
