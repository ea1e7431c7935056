// The drawing kit: every function returns a piece of SVG. One tile is a box of 100 by 100; the light comes from the upper left:
// lit left, dark right, shadow to the lower right.

type N = number;

export const r = (n: N): N => Math.round(n * 100) / 100;
export const p = (d: string, fill: string, more = ''): string => `<path d="${d}" fill="${fill}"${more && ' ' + more}/>`;
export const rect = (x: N, y: N, w: N, h: N, fill: string, more = ''): string =>
  `<rect x="${r(x)}" y="${r(y)}" width="${r(w)}" height="${r(h)}" fill="${fill}"${more && ' ' + more}/>`;
export const circle = (x: N, y: N, R: N, fill: string, more = ''): string =>
  `<circle cx="${r(x)}" cy="${r(y)}" r="${r(R)}" fill="${fill}"${more && ' ' + more}/>`;
export const ellipse = (x: N, y: N, a: N, b: N, fill: string, more = ''): string =>
  `<ellipse cx="${r(x)}" cy="${r(y)}" rx="${r(a)}" ry="${r(b)}" fill="${fill}"${more && ' ' + more}/>`;
export const g = (inner: string, more = ''): string => `<g${more && ' ' + more}>${inner}</g>`;
export const line = (d: string, stroke: string, w: N, more = ''): string =>
  `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${w}"${more && ' ' + more}/>`;
export const times = (n: N, f: (i: N) => string): string => Array.from({ length: n }, (_, i) => f(i)).join('');
export const symbol = (id: string, inner: string, box = '0 0 100 100'): string =>
  `<symbol id="${id}" viewBox="${box}" overflow="visible">${inner}</symbol>`;

/** A rounded volume: flat colour, then one shared gradient that lights its left and shades its right. */
export const vol = (d: string, fill: string): string => p(d, fill) + p(d, 'url(#vol)');
/** A flat face: lit above, in its own shade at the foot. */
export const face = (d: string, fill: string): string => p(d, fill) + p(d, 'url(#face)');
export const shadow = (d: string, o = 0.26): string => p(d, '#1B0F2E', `opacity="${o}"`);

/** Horseshoe arch: centre, radius, foot. */
export function shoe(cx: N, cy: N, R: N, foot: N, k = 0.82): string {
  const w = R * k,
    y = cy + Math.sqrt(R * R - w * w);
  return `M${r(cx - w)},${r(foot)}V${r(y)}A${r(R)},${r(R)} 0 1 1 ${r(cx + w)},${r(y)}V${r(foot)}Z`;
}
/** Only the bow of it, for striped voussoirs. */
export function bow(cx: N, cy: N, R: N, k = 0.82): string {
  const w = R * k,
    y = cy + Math.sqrt(R * R - w * w);
  return `M${r(cx - w)},${r(y)}A${r(R)},${r(R)} 0 1 1 ${r(cx + w)},${r(y)}`;
}
/** Pointed arch. */
export const ogive = (cx: N, w: N, top: N, spring: N, foot: N): string =>
  `M${r(cx - w)},${r(foot)}V${r(spring)}Q${r(cx - w)},${r((top + spring) / 2 - 1)} ${r(cx)},${r(top)}` +
  `Q${r(cx + w)},${r((top + spring) / 2 - 1)} ${r(cx + w)},${r(spring)}V${r(foot)}Z`;
/** Bulbous dome on its base line. */
export const dome = (cx: N, base: N, R: N, h: N): string =>
  `M${r(cx - R * 0.9)},${r(base)}C${r(cx - R * 1.32)},${r(base - h * 0.5)} ` +
  `${r(cx - R * 0.55)},${r(base - h * 0.82)} ${r(cx)},${r(base - h)}C${r(cx + R * 0.55)},${r(base - h * 0.82)} ` +
  `${r(cx + R * 1.32)},${r(base - h * 0.5)} ${r(cx + R * 0.9)},${r(base)}Z`;
export const finial = (cx: N, y: N, s = 1): string =>
  line(`M${cx},${r(y)}V${r(y - 6 * s)}`, '#8A5A12', r(1.1 * s)) +
  circle(cx, y - 1.4 * s, 1.5 * s, '#E9B949') +
  circle(cx, y - 4 * s, 1.05 * s, '#F6D67C') +
  circle(cx, y - 6 * s, 0.6 * s, '#F6D67C');
export function star(cx: N, cy: N, n: N, R: N, q: N, turn = 0): string {
  return (
    'M' +
    Array.from({ length: 2 * n }, (_, i) => {
      const a = -Math.PI / 2 + turn + (i * Math.PI) / n,
        l = i % 2 ? q : R;
      return `${r(cx + l * Math.cos(a))},${r(cy + l * Math.sin(a))}`;
    }).join('L') +
    'Z'
  );
}
/** The khatam: two squares, one turned. */
export const khatam = (cx: N, cy: N, R: N): string => star(cx, cy, 8, R, R * 0.765);
export const poly = (n: N, cx: N, cy: N, R: N, turn = 0): string =>
  'M' +
  Array.from({ length: n }, (_, i) => {
    const a = -Math.PI / 2 + turn + (i * 2 * Math.PI) / n;
    return `${r(cx + R * Math.cos(a))},${r(cy + R * Math.sin(a))}`;
  }).join('L') +
  'Z';
export function lobed(cx: N, cy: N, n: N, R: N): string {
  const half = Math.PI / n,
    ring = R / (Math.cos(half) + Math.sin(half)),
    q = ring * Math.sin(half);
  const at = (i: N): string => {
    const a = -Math.PI / 2 + (2 * i - 1) * half;
    return `${r(cx + ring * Math.cos(a))},${r(cy + ring * Math.sin(a))}`;
  };
  return `M${at(0)}` + times(n, (i) => `A${r(q)},${r(q)} 0 0 1 ${at(i + 1)}`) + 'Z';
}
export const cypress = (x: N, foot: N, h: N, w: N, dark = '#1E5233', light = '#3F8A4A'): string =>
  shadow(
    `M${x - 1},${foot}q${r(h * 0.22)},${r(-h * 0.02)} ${r(h * 0.5)},${r(h * 0.13)}q${r(-h * 0.3)},${r(h * 0.07)} ${r(-h * 0.5)},${r(-h * 0.1)}z`,
    0.22,
  ) +
  rect(x - 0.8, foot - 3, 1.6, 3.4, '#5B3A1E') +
  p(
    `M${x},${r(foot - h)}C${r(x + w * 0.55)},${r(foot - h * 0.7)} ${r(x + w)},${r(foot - h * 0.25)} ` +
      `${r(x + w * 0.6)},${r(foot - 2.2)}Q${x},${r(foot - 0.6)} ${r(x - w * 0.6)},${r(foot - 2.2)}` +
      `C${r(x - w)},${r(foot - h * 0.25)} ${r(x - w * 0.55)},${r(foot - h * 0.7)} ${x},${r(foot - h)}Z`,
    dark,
  ) +
  p(
    `M${x},${r(foot - h)}C${r(x - w * 0.55)},${r(foot - h * 0.7)} ${r(x - w)},${r(foot - h * 0.25)} ` +
      `${r(x - w * 0.6)},${r(foot - 2.2)}Q${r(x - w * 0.1)},${r(foot - h * 0.3)} ${x},${r(foot - h)}Z`,
    light,
  );
export const bush = (x: N, y: N, R: N, dark = '#2F6B35', light = '#5FA648', fruit = ''): string =>
  ellipse(x + R * 0.5, y + R * 0.8, R * 1.15, R * 0.4, '#1B0F2E', 'opacity=".22"') +
  circle(x, y, R, dark) +
  circle(x - R * 0.22, y - R * 0.24, R * 0.72, light) +
  (fruit &&
    circle(x - R * 0.35, y + R * 0.1, R * 0.19, fruit) +
      circle(x + R * 0.3, y - R * 0.15, R * 0.19, fruit) +
      circle(x + R * 0.05, y + R * 0.5, R * 0.19, fruit) +
      circle(x - R * 0.05, y - R * 0.5, R * 0.17, fruit));
