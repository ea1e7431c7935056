// What a touched cell was refused for, for the lesson that asks one to touch it.

import { SvelteSet } from 'svelte/reactivity';

/** The reasons told since the lesson began. */
export const told = new SvelteSet<string>();
