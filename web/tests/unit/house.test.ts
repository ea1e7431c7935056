// House rules of an edition: where it has its own rule the table has no choice, and the page says so.

import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { box } from '../../src/catalogue.svelte';
import { api } from '../../src/net/api';
import type { Catalogue, Setup } from '../../src/protocol';
import HouseRules from '../../src/screens/HouseRules.svelte';
import NewTable from '../../src/screens/NewTable.svelte';
import { choose } from '../../src/settings.svelte';

const catalogue = {
  editions: ['classic', 'red-palace'],
  modules: [],
  groups: [],
  sets: [],
  rules: [],
  bots: [],
  pieces: [],
  terms: [
    { edition: 'classic', title: 'Classic', start_score: 0, own_rules: [] },
    { edition: 'red-palace', title: 'The Red Palace', start_score: 5, own_rules: ['placement', 'refill'] },
  ],
  house_rules: [
    { id: 'HR-3', option: 'scoring_cards', about: '', values: ['shuffled', 'on_top'] },
    { id: 'HR-8', option: 'placement', about: '', values: ['end_of_turn', 'immediate'] },
  ],
} as unknown as Catalogue;

beforeEach(() => {
  choose({ language: 'en' });
  box.catalogue = catalogue;
  vi.spyOn(api, 'catalogue').mockResolvedValue(catalogue);
  vi.spyOn(api, 'setup').mockResolvedValue({ refusal: null, refusals: [], code: 'ABC', setup: null } as never);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  box.catalogue = null;
});

it('a rule the edition has its own way is greyed, with the reason', () => {
  render(HouseRules, { house: {}, edition: 'red-palace' });
  const placement = screen.getByLabelText<HTMLSelectElement>(/When bought tiles are placed/);
  expect(placement.disabled).toBe(true);
  expect(document.getElementById(placement.getAttribute('aria-describedby')!)!.textContent).toContain(
    'The Red Palace has its own rules for these',
  );
  const cards = screen.getByLabelText<HTMLSelectElement>(/Where the scoring cards lie/);
  expect([cards.disabled, cards.getAttribute('aria-describedby')]).toEqual([false, null]);
  cleanup();
  render(HouseRules, { house: {}, edition: 'classic' });
  expect(screen.getByLabelText<HTMLSelectElement>(/When bought tiles are placed/).disabled).toBe(false);
});

it('a rule chosen for the classic game goes back when the edition is changed, and the page says so', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined }));
  render(NewTable);
  const asked = (): Setup => vi.mocked(api.setup).mock.lastCall![0].setup!;
  await fireEvent.change(screen.getByLabelText(/When bought tiles are placed/), { target: { value: 'immediate' } });
  await fireEvent.change(screen.getByLabelText(/Where the scoring cards lie/), { target: { value: 'on_top' } });
  await vi.waitFor(() => expect(asked().house).toEqual({ placement: 'immediate', scoring_cards: 'on_top' }));
  await fireEvent.click(screen.getByRole('button', { name: 'The Red Palace' }));
  expect(screen.getByText(/^Set back, because The Red Palace has its own rule for it/).textContent).toContain(
    'When bought tiles are placed',
  );
  await vi.waitFor(() => expect(asked()).toMatchObject({ edition: 'red-palace', house: { scoring_cards: 'on_top' } }));
  expect(asked().house, 'what does not go is not asked for').not.toHaveProperty('placement');
  await fireEvent.click(screen.getByRole('button', { name: 'Classic', pressed: false }));
  expect(screen.queryByText(/^Set back/), 'the word goes with the next change').toBeNull();
});
