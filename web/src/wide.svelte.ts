// Whether the table lies on a desk, with everything beside everything else.

import { MediaQuery } from 'svelte/reactivity';

export const wide = new MediaQuery('min-width: 1001px', true);
