// Which house rules go with an edition: where it has its own rule, the table has no choice (ruling 39).

import { termsOf } from '../catalogue.svelte';
import type { Setup } from '../protocol';

export type House = NonNullable<Setup['house']>;

/** Whether the edition has its own rule where others leave this one to the table. */
export function own(edition: string, rule: string): boolean {
  return termsOf(edition)?.own_rules.includes(rule) ?? false;
}

/** What stays of the chosen rules in another edition, and the names of those that go back to the rulebook. */
export function carried(house: House, edition: string): { house: House; back: string[] } {
  const chosen = Object.entries(house);
  return {
    house: Object.fromEntries(chosen.filter(([rule]) => !own(edition, rule))),
    back: chosen.map(([rule]) => rule).filter((rule) => own(edition, rule)),
  };
}
