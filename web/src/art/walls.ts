// Ramparts: pieces that lie on the edge between two cells, six merlons an edge, so that runs join without a seam; joints for
// the corners; the threshold of an open side. Their colours are the theme's, so that the counted wall can be gilded.

import { circle, ellipse, line, ogive, p, r, rect, symbol, times, vol } from './draw';

const merlon = (x: number, y: number, w: number, h: number): string =>
  `M${r(x)},${r(y)}v${r(-h)}l${r(w / 2)},-2 ${r(w / 2)},2v${h}z`;
const steps = times(6, (i) => merlon(3.83 + i * 16.667, 6.6, 9, 4.2));
const back = times(6, (i) => merlon(3.83 + i * 16.667, 1.8, 9, 2.6));
/** `w-h` and `w-v` on an edge, `w-turret` and `w-end` on a corner, `w-sill` on an open side. */
export const walls =
  // edge line at y = 10
  symbol(
    'w-h',
    rect(-0.3, 16, 100.6, 5.5, '#1B0F2E', 'opacity=".3"') +
      p(back, 'var(--wall-lo)') +
      rect(-0.3, 1.2, 100.6, 6.4, 'var(--wall-walk)') +
      rect(-0.3, 1.2, 100.6, 1.2, '#1B0F2E', 'opacity=".18"') +
      rect(-0.3, 6.4, 100.6, 11, 'var(--wall)') +
      rect(-0.3, 6.4, 100.6, 11, 'url(#bricks)') +
      p(steps, 'var(--wall-hi)') +
      line(steps, 'var(--wall-ink)', 0.7) +
      rect(-0.3, 6.4, 100.6, 2, 'var(--wall-cap)') +
      rect(-0.3, 14, 100.6, 3.4, '#1B0F2E', 'opacity=".22"') +
      line('M0,17.4H100', 'var(--wall-ink)', 0.8),
    '0 0 100 20',
  ) +
  // edge line at x = 7
  symbol(
    'w-v',
    rect(13.4, -0.3, 5, 100.6, '#1B0F2E', 'opacity=".26"') +
      rect(0.6, -0.3, 12.8, 100.6, 'var(--wall)') +
      rect(3.6, -0.3, 6.8, 100.6, 'var(--wall-walk)') +
      rect(3.6, -0.3, 2, 100.6, '#1B0F2E', 'opacity=".2"') +
      times(
        6,
        (i) =>
          rect(0, 3.83 + i * 16.667, 4.2, 9, 'var(--wall-hi)') +
          rect(9.8, 3.83 + i * 16.667, 4.2, 9, 'var(--wall)') +
          rect(9.8, 3.83 + i * 16.667, 4.2, 2, 'var(--wall-cap)') +
          rect(0, 3.83 + i * 16.667, 4.2, 2, 'var(--wall-cap)'),
      ) +
      line(
        times(6, (i) => `M0,${r(3.83 + i * 16.667)}h4.2v9H0zM9.8,${r(3.83 + i * 16.667)}H14v9H9.8z`),
        'var(--wall-ink)',
        0.6,
      ) +
      line('M.3,0V100M13.7,0V100', 'var(--wall-ink)', 0.7),
    '0 0 14 100',
  ) +
  // joint; the vertex lies at 0,0
  symbol(
    'w-turret',
    ellipse(5, 10, 13, 5, '#1B0F2E', 'opacity=".3"') +
      vol('M-9.5,-8V8A9.5,4 0 0 0 9.5,8V-8Z', 'var(--wall)') +
      p('M-9.5,-8V8A9.5,4 0 0 0 9.5,8V-8Z', 'url(#bricks)') +
      line('M-9.5,-8V8A9.5,4 0 0 0 9.5,8V-8', 'var(--wall-ink)', 0.8) +
      p(ogive(0, 1.5, -1, 1, 6), '#2A120C') +
      vol('M-11.4,-14V-8A11.4,4.4 0 0 0 11.4,-8V-14Z', 'var(--wall-hi)') +
      line('M-11.4,-14V-8A11.4,4.4 0 0 0 11.4,-8V-14', 'var(--wall-ink)', 0.7) +
      ellipse(0, -14, 11.4, 4.6, 'var(--wall-cap)') +
      ellipse(0, -13.6, 8.4, 3.1, 'var(--wall-walk)') +
      ellipse(0.8, -13, 7.4, 2.3, '#1B0F2E', 'opacity=".25"') +
      p(
        merlon(-11.2, -12.6, 4.6, 3.2) + merlon(-3, -10, 6, 3.6) + merlon(6.6, -12.6, 4.6, 3.2),
        'var(--wall-hi)',
        'stroke="var(--wall-ink)" stroke-width=".6"',
      ) +
      p(merlon(-6.2, -16.6, 3.6, 1.8) + merlon(2.6, -16.6, 3.6, 1.8), 'var(--wall)') +
      circle(0, 2.6, 5, 'url(#glow)', 'opacity="var(--lamps)"'),
    '-15 -22 30 36',
  ) +
  symbol(
    'w-end',
    ellipse(3, 8, 9, 3.6, '#1B0F2E', 'opacity=".28"') +
      vol('M-7,-10V7.5H7V-10Z', 'var(--wall)') +
      p('M-7,-10V7.5H7V-10Z', 'url(#bricks)') +
      p('M-8,-9.6L0,-15L8,-9.6L0,-7Z', 'var(--wall-cap)') +
      p('M-8,-9.6L0,-7V-15Z', 'var(--wall-hi)') +
      line('M-7,-9.4V7.5H7V-9.4M-8,-9.6L0,-15L8,-9.6L0,-7Z', 'var(--wall-ink)', 0.7),
    '-15 -22 30 36',
  ) +
  symbol(
    'w-sill',
    rect(39, -2.4, 22, 4.8, 'var(--sill)', 'rx="1"') +
      p('M42,0l2.6,-2 2.6,2 -2.6,2zM47.4,0l2.6,-2 2.6,2 -2.6,2zM52.8,0l2.6,-2 2.6,2 -2.6,2z', '#2C8C86') +
      line('M39,-2.4h22v4.8h-22z', '#7A5A2C', 0.5, 'opacity=".7"'),
    '0 -50 100 100',
  );
