// Addresses the story points at.

import { base } from '../net/api';

/** A finished game in the replay, at one action of its record if one is given. */
export function replayLink(table: string, action?: number): string {
  const address = new URL(`replay/${encodeURIComponent(table)}`, base());
  if (action !== undefined) address.hash = String(action);
  return address.toString();
}

/** The record of a finished game: one line for the set-up, one for every action. */
export function recordLink(table: string): string {
  return new URL(`api/tables/${encodeURIComponent(table)}/record`, base()).toString();
}
