// Medals of the first three places behind a number: a gold star that is full, a ring of silver, a shield of bronze that are
// open. The strokes at the foot count the place, so that no medal is known by its colour alone. A box of 40 by 40.

import { line, p, rect, star, symbol, times } from './draw';

/** As many strokes as the place says, in the middle of the foot. */
const strokes = (place: number): string => {
  const left = 20 - (place * 5 - 2) / 2;
  return (
    rect(left - 3, 30.5, place * 5 + 4, 10.5, 'var(--panel)') +
    times(place, (i) => rect(left + i * 5, 32, 3, 8, 'var(--text)'))
  );
};

const SHAPES = [
  p(star(20, 19, 8, 21, 17.6), 'url(#gold)', 'stroke="#8a5a10" stroke-width="1.4"'),
  line('M20,2A17,17 0 0 1 20,36A17,17 0 0 1 20,2Z', 'var(--silver)', 3.4),
  line('M4,3H36V21Q36,31 20,36.6Q4,31 4,21Z', 'var(--bronze)', 3.4, 'stroke-dasharray="5 2"'),
];

export const medals = SHAPES.map((shape, i) => symbol(`medal-${i + 1}`, shape + strokes(i + 1), '0 0 40 40')).join('');
