// The paint everything shares: gradients, the patterns of the courts, and those of roofs, bricks and lattices.
// One set for the whole page; no drawing brings gradients of its own.

import { circle, khatam, line, p, poly } from './draw';

const stop = (o: number, c: string, a = 1): string =>
  `<stop offset="${o}" stop-color="${c}"${a === 1 ? '' : ` stop-opacity="${a}"`}/>`;
const grad = (id: string, inner: string, more = 'x1="0" y1="0" x2="0" y2="1"') =>
  `<linearGradient id="${id}" ${more}>${inner}</linearGradient>`;
const pat = (id: string, w: number, h: number, inner: string, more = '') =>
  `<pattern id="${id}" width="${w}" height="${h}" patternUnits="userSpaceOnUse"${more && ' ' + more}>${inner}</pattern>`;

/** Gradients and patterns, for `<defs>`. */
export const paint =
  grad(
    'vol',
    stop(0, '#fff', 0.12) + stop(0.28, '#fff', 0.42) + stop(0.55, '#fff', 0) + stop(1, '#12082B', 0.46),
    'x1="0" y1="0" x2="1" y2=".25"',
  ) +
  grad('face', stop(0, '#fff', 0.22) + stop(0.5, '#fff', 0) + stop(1, '#2A1030', 0.24)) +
  grad('pool', stop(0, '#2C86A8') + stop(1, '#7FD6DE')) +
  grad('deep', stop(0, '#120A22') + stop(1, '#4A3350')) +
  grad('gold', stop(0, '#FBE6A2') + stop(0.5, '#E3AE3C') + stop(1, '#A86C14')) +
  `<radialGradient id="court" cx=".4" cy=".34" r=".78">${stop(0, '#fff', 0.34)}${stop(0.6, '#fff', 0)}${stop(1, '#1B0F2E', 0.2)}</radialGradient>` +
  `<radialGradient id="glow">${stop(0, '#FFE9A8', 0.95)}${stop(0.3, '#FFC35A', 0.5)}${stop(1, '#FF9A2E', 0)}</radialGradient>` +
  pat(
    'f-star',
    20,
    20,
    p(khatam(10, 10, 9), '#fff', 'opacity=".34"') + p(khatam(10, 10, 4.2), '#3F86BD', 'opacity=".3"'),
  ) +
  pat(
    'f-hex',
    17.32,
    30,
    line('M8.66,0V10L0,15M8.66,10L17.32,15M0,15V25L8.66,30L17.32,25V15', '#8E1B1B', 0.9, 'opacity=".5"') +
      p(poly(6, 8.66, 20, 4.6), '#6E0F14', 'opacity=".3"') +
      p(poly(6, 0, 5, 4.6) + poly(6, 17.32, 5, 4.6), '#FFD9B8', 'opacity=".22"'),
  ) +
  pat(
    'f-bone',
    16,
    16,
    p('M0,0L8,8V12L0,4ZM8,8L16,0V4L8,12ZM0,8L8,16H4L0,12ZM16,8L8,16H12L16,12Z', '#6E421C', 'opacity=".26"') +
      line('M0,4L8,12L16,4M0,12L4,16M16,12L12,16M4,0V8M12,0V8', '#fff', 0.6, 'opacity=".4"'),
  ) +
  pat(
    'f-cross',
    20,
    20,
    p('M10,2L13,7L18,10L13,13L10,18L7,13L2,10L7,7Z', '#fff', 'opacity=".3"') +
      p(
        'M0,-3L3,0L0,3L-3,0ZM20,-3L23,0L20,3L17,0ZM0,17L3,20L0,23L-3,20ZM20,17L23,20L20,23L17,20Z',
        '#4F5864',
        'opacity=".3"',
      ),
  ) +
  pat(
    'f-lawn',
    12,
    12,
    p('M0,6H12V12H0Z', '#2E6B22', 'opacity=".13"') +
      line('M2,3v-1.6M7,9v-1.6M10,4v-1.6M4.4,10.6v-1.4', '#EAF7B8', 0.8, 'opacity=".55"'),
  ) +
  pat(
    'f-dia',
    14,
    14,
    p('M7,0L14,7L7,14L0,7Z', '#2A1060', 'opacity=".2"') +
      line('M7,0L14,7L7,14L0,7Z', '#fff', 0.7, 'opacity=".32"') +
      p('M7,4.4L9.6,7L7,9.6L4.4,7Z', '#fff', 'opacity=".3"'),
  ) +
  pat(
    'roof',
    4.4,
    4,
    p('M0,0Q2.2,5.6 4.4,0Z', '#000', 'opacity=".16"') + line('M0,0Q2.2,5.6 4.4,0', '#fff', 0.35, 'opacity=".32"'),
  ) +
  pat('bricks', 10, 5, line('M0,.3H10M0,2.8H10M2.5,.3V2.8M7.5,2.8V5.3', '#4A1F10', 0.5, 'opacity=".34"')) +
  pat(
    'lace',
    5,
    5,
    line('M0,2.5L2.5,0L5,2.5L2.5,5Z', '#7C5A34', 0.6, 'opacity=".6"') +
      circle(2.5, 2.5, 0.7, '#7C5A34', 'opacity=".55"'),
  ) +
  grad('shade', stop(0, '#120A22', 0.7) + stop(1, '#120A22', 0)) +
  pat('mash', 2.6, 2.6, line('M0,0L2.6,2.6M2.6,0L0,2.6', '#F3C9A0', 0.5));
