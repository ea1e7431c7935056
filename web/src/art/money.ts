// The four currencies. Each has its own silhouette, glyph and pattern, and its stall has an awning to match.

import type { Currency } from '../protocol';
import { CURRENCIES } from './palette';
import { circle, g, khatam, line, lobed, p, r, rect, star, symbol, times } from './draw';

const use = (id: string, x: number, y: number, w: number): string =>
  `<use href="#${id}" x="${r(x)}" y="${r(y)}" width="${r(w)}" height="${r(w)}"/>`;

const pomegranate = (s: string): string =>
  p('M50,34C66,34 72,46 72,56C72,68 62,76 50,76C38,76 28,68 28,56C28,46 34,34 50,34Z', s) +
  p('M42,35L38,22L46,28L50,20L54,28L62,22L58,35Z', s);
type Coin = { c: string; lo: string; shape: (R: number) => string; glyph: string };

export const MONEY: Record<Currency, Coin> = {
  denar: {
    c: CURRENCIES.denar.fill,
    lo: '#0B2D52',
    shape: (R) => `M${50 - R},50A${R},${R} 0 1 1 ${50 + R},50A${R},${R} 0 1 1 ${50 - R},50Z`,
    glyph: p('M60,24A29,29 0 1 0 60,76A23,23 0 1 1 60,24Z', '#FBF1D6') + p(star(66, 50, 5, 11, 4.6), '#FBF1D6'),
  },
  dirham: {
    c: CURRENCIES.dirham.fill,
    lo: '#1F6B55',
    shape: (R) => `M${r(50 - R * 0.9)},${r(50 - R * 0.9)}h${r(R * 1.8)}v${r(R * 1.8)}h${r(-R * 1.8)}z`,
    glyph: p(khatam(50, 50, 31), '#10352A') + p(khatam(50, 50, 21), '#FBF1D6') + p(khatam(50, 50, 11), '#10352A'),
  },
  ducat: {
    c: CURRENCIES.ducat.fill,
    lo: '#743000',
    shape: (R) => lobed(50, 50, 8, R),
    glyph:
      times(
        8,
        (i) => `<path d="M50,46Q42,34 50,20Q58,34 50,46Z" fill="#FBF1D6" transform="rotate(${i * 45} 50 50)"/>`,
      ) + circle(50, 50, 5, '#743000'),
  },
  florin: {
    c: CURRENCIES.florin.fill,
    lo: '#A87B00',
    shape: (R) => `M50,${50 - R * 1.06}L${50 + R * 1.06},50L50,${50 + R * 1.06}L${50 - R * 1.06},50Z`,
    glyph: g(
      pomegranate('#3A2600') +
        p('M40,48q10,-8 20,0q2,12 -10,18q-12,-6 -10,-18z', CURRENCIES.florin.fill) +
        circle(46, 52, 2.4, '#3A2600') +
        circle(54, 52, 2.4, '#3A2600') +
        circle(50, 59, 2.4, '#3A2600'),
      'transform="translate(11 11) scale(.78)"',
    ),
  },
};
/** Circles that meet at the edges of their square. */
const RINGS =
  'M12,0A12,12 0 0 1 12,24A12,12 0 0 1 12,0ZM0,-12A12,12 0 0 1 0,12M24,-12A12,12 0 0 0 24,12' +
  'M0,12A12,12 0 0 1 0,36M24,12A12,12 0 0 0 24,36';
/** The patterns of the cards. */
export const weaves =
  '<pattern id="g-denar" width="24" height="24" patternUnits="userSpaceOnUse">' +
  `${line(RINGS, '#9CC4EA', 1, 'opacity=".5"')}${circle(12, 12, 2, '#9CC4EA', 'opacity=".5"')}</pattern>` +
  '<pattern id="g-dirham" width="22" height="22" patternUnits="userSpaceOnUse">' +
  `${line(khatam(11, 11, 10), '#0C4A38', 1.1, 'opacity=".5"')}${p(khatam(11, 11, 4), '#E8FFF4', 'opacity=".4"')}` +
  '</pattern>' +
  '<pattern id="g-ducat" width="24" height="24" patternUnits="userSpaceOnUse">' +
  `${p(lobed(12, 12, 8, 8), '#FFD9A8', 'opacity=".28"')}${p(star(12, 12, 8, 4, 1.6), '#6A2900', 'opacity=".6"')}` +
  `${p(star(0, 0, 4, 5, 1.4) + star(24, 0, 4, 5, 1.4) + star(0, 24, 4, 5, 1.4) + star(24, 24, 4, 5, 1.4), '#FFD9A8', 'opacity=".3"')}` +
  '</pattern>' +
  '<pattern id="g-florin" width="18" height="26" patternUnits="userSpaceOnUse">' +
  `${line('M9,0L18,13L9,26L0,13Z', '#8A5E00', 1.1, 'opacity=".55"')}` +
  `${p('M9,6L13,13L9,20L5,13Z', '#fff', 'opacity=".42"')}</pattern>`;
const coin = (k: string, m: Coin): string =>
  symbol(
    `m-${k}-coin`,
    g(p(m.shape(47), '#1B0F2E'), 'opacity=".28" transform="translate(2 4)"') +
      p(m.shape(47), 'url(#gold)') +
      p(m.shape(47), 'none', 'stroke="#5A3A0A" stroke-width="2.4" stroke-linejoin="round"') +
      p(m.shape(41.5), m.c) +
      p(m.shape(41.5), 'none', `stroke="${m.lo}" stroke-width="2"`) +
      g(m.glyph, k === 'florin' ? '' : 'transform="translate(4 4) scale(.92)"'),
  );
const ARCH =
  'M38,130V44Q38,37 42,35Q41,28 48,26Q50,18 58,18Q61,12 66,10Q71,12 74,18Q82,18 84,26Q91,28 90,35Q94,37 94,44V130Z';
const card = (k: string, m: Coin): string =>
  symbol(
    `m-${k}`,
    rect(0, 0, 100, 140, m.c, 'rx="9"') +
      rect(0, 0, 100, 140, `url(#g-${k})`, 'rx="9"') +
      rect(0, 0, 34, 140, m.c, 'rx="9" opacity=".82"') +
      rect(3, 3, 94, 134, 'none', `rx="6.5" stroke="#FBE6A2" stroke-width="1.2" opacity=".75"`) +
      rect(0.6, 0.6, 98.8, 138.8, 'none', `rx="8.6" stroke="${m.lo}" stroke-width="1.4"`) +
      p(ARCH, m.lo, 'transform="translate(1.4 1.6)"') +
      p(ARCH, '#FCF3DC') +
      line(ARCH, '#C99A3C', 1.4) +
      line('M41.5,127V45Q42,40 45,38M90.5,127V45Q90,40 87,38M41.5,127H90.5', '#D9B872', 0.8) +
      use(`m-${k}-coin`, 44, 28, 44) +
      use(`m-${k}-coin`, 6.6, 47, 24),
    '0 0 100 140',
  );

// ---- the souk: awning colour, stripe and valance follow the coin ----
const valance: Record<Currency, (x: number) => string> = {
  denar: (x) => `M${x},34v5a10,9 0 0 0 20,0v-5z`,
  dirham: (x) => `M${x},34v7h5v4h10v-4h5v-7z`,
  ducat: (x) => `M${x},34v4q2,6 7,5q1,6 3,6q2,0 3,-6q5,1 7,-5v-4z`,
  florin: (x) => `M${x},34v4l10,11 10,-11v-4z`,
};
const stall = (k: Currency, m: Coin): string =>
  symbol(
    `s-${k}`,
    rect(8, 30, 124, 132, 'var(--stall-in)') +
      rect(8, 30, 124, 60, 'url(#shade)') +
      times(6, (i) => line(`M${22 + i * 19.4},40V150`, '#000', 0.8, 'opacity=".16"')) +
      rect(4, 26, 8, 142, 'var(--wood)') +
      rect(4, 26, 3, 142, '#fff', 'opacity=".2"') +
      rect(128, 26, 8, 142, 'var(--wood)') +
      rect(133, 26, 3, 142, '#000', 'opacity=".25"') +
      rect(-2, 150, 144, 22, 'var(--wood)', 'rx="2"') +
      rect(-2, 150, 144, 5, '#fff', 'rx="2" opacity=".26"') +
      rect(-2, 166, 144, 6, '#000', 'rx="2" opacity=".22"') +
      line('M2,160H138', 'var(--wood-lo)', 0.8) +
      rect(6, 40, 128, 14, '#1B0F2E', 'opacity=".32"') +
      times(7, (i) => {
        const c = i % 2 ? '#FBF1DA' : m.c,
          t = 8 + i * 17.714;
        return (
          p(`M${r(t)},6h17.714L${(i + 1) * 20},34H${i * 20}Z`, c) +
          p(valance[k](i * 20), c) +
          line(valance[k](i * 20), m.lo, 0.9)
        );
      }) +
      p('M8,6H132L140,34H0Z', 'url(#face)') +
      line('M0,34.4H140', '#1B0F2E', 1.2, 'opacity=".35"') +
      rect(5, 3, 130, 5, 'var(--wood)', 'rx="2.4"') +
      rect(5, 3, 130, 1.8, '#fff', 'rx="1" opacity=".3"') +
      use(`m-${k}-coin`, 52, 3, 36),
    '0 0 140 172',
  );

const ALL = Object.entries(MONEY) as [Currency, Coin][];
/** `m-…-coin`, then the cards `m-…` and the stalls `s-…` that carry it. */
export const money = ALL.map(([k, m]) => coin(k, m)).join('') + ALL.map(([k, m]) => card(k, m) + stall(k, m)).join('');
