// The six buildings and the fountain. `t-…` is a whole tile: court, pattern, cast shadow, architecture; `b-…` the
// architecture alone, for views of the palace from afar; `l-…` the lamps, which are drawn above the veil of night.

import {
  bow,
  bush,
  circle,
  cypress,
  dome,
  ellipse,
  face,
  finial,
  g,
  khatam,
  line,
  ogive,
  p,
  poly,
  r,
  rect,
  shadow,
  shoe,
  symbol,
  times,
  vol,
} from './draw';

export const glow = (x: number, y: number, R: number): string => circle(x, y, R, 'url(#glow)');
/** The court of a tile: its colour, its pattern, light on its northern and western edge. */
const floor = (base: string, pattern: string): string =>
  rect(0, 0, 100, 100, base) +
  rect(0, 0, 100, 100, `url(#${pattern})`, 'opacity="var(--pat)"') +
  rect(0, 0, 100, 100, 'url(#court)') +
  line('M.5,100V.5H100', '#fff', 1, 'opacity=".45"') +
  line('M0,99.5H99.5V0', '#1B0F2E', 1, 'opacity=".16"');
/** A silhouette, drawn in the theme of high contrast. */
const outline = (d: string): string =>
  `<path d="${d}" fill="none" stroke="var(--ink)" stroke-width="var(--ol)" stroke-linejoin="round"/>`;
/** Tall scenes are drawn a little smaller, so that a northern wall never hides their top. */
const low = (inner: string): string => g(inner, 'transform="translate(3.5 6.5) scale(.93)"');
const tile = (
  id: string,
  base: string,
  pattern: string,
  scene: string,
  lit: string,
  sil = '',
  tall = false,
): string => {
  const fit = tall ? low : (x: string): string => x;
  const built = fit(scene + (sil && outline(sil)));
  return symbol(`t-${id}`, floor(base, pattern) + built) + symbol(`b-${id}`, built) + symbol(`l-${id}`, fit(lit));
};

// ---- pavilion: octagonal kiosk with a blue glazed roof over a reflecting pool ----
const kioskFace = (w: number, light: string): string => {
  const c = w / 2,
    R = w * 0.36;
  return (
    p(`M0,0H${w}V28H0Z${shoe(c, 13, R, 28, 0.84)}`, light, 'fill-rule="evenodd"') +
    rect(0.6, 1.2, w - 1.2, 3, 'url(#lace)') +
    line(bow(c, 13, R + 0.7, 0.84), '#2F6FA8', 0.9, 'stroke-dasharray="1.6 1.2"') +
    rect(0, 26.4, (w - 2 * R * 0.84) / 2 + 0.6, 1.6, '#9FB8CC') +
    rect(w - (w - 2 * R * 0.84) / 2 - 0.6, 26.4, (w - 2 * R * 0.84) / 2 + 0.6, 1.6, '#9FB8CC')
  );
};
const pavilion =
  rect(20, 72, 60, 17.5, '#F7F3E8', 'rx="1.5"') +
  rect(20, 87.6, 60, 3, '#A9BCCB', 'rx="1"') +
  rect(23, 74.4, 54, 12, 'url(#pool)') +
  p('M36,74.4H64L50,86Z', '#174E80', 'opacity=".5"') +
  line('M28,79.5h9M61,82h11M30,84h6', '#E9FBFC', 0.9, 'stroke-linecap="round" opacity=".9"') +
  shadow('M30,70L72,72L97,58L84,54Z') +
  p('M11,61L32,67H68L89,61L68,54H32Z', '#FBF8EF') +
  p('M11,61L32,67V71.5L11,65.5Z', '#E4E0D4') +
  rect(32, 67, 36, 4.5, '#D3D3CE') +
  p('M68,67L89,61V65.5L68,71.5Z', '#93A4B6') +
  line('M32,69.2H68', '#fff', 0.6, 'opacity=".7"') +
  p('M17,32L33,37H67L83,32V60L67,64.6H33L17,60Z', '#14395C') +
  p('M24,44h3v14h-3zM73,44h3v14h-3zM44,46h2.4v13h-2.4zM54,46h2.4v13h-2.4z', '#5F8DB3') +
  p('M36,64.4L42,55H58L64,64.4Z', '#7FB2D4', 'opacity=".55"') +
  g(kioskFace(16, '#FFFDF6'), 'transform="matrix(1 .29 0 1 17 32.2)"') +
  g(kioskFace(34, '#F3F0E6'), 'transform="translate(33 36.8)"') +
  g(kioskFace(16, '#A9BED1'), 'transform="matrix(1 -.29 0 1 67 36.8)"') +
  shadow('M17,32L33,37H67L83,32V35.2L67,40H33L17,35.2Z', 0.32) +
  p('M11,29.5L32,35.5H68L89,29.5L87,27H13Z', '#6E4A22') +
  p('M50,8Q41,23 11,29.5L32,35.5Q46,25 50,8Z', '#6FB1E4') +
  p('M50,8Q46,25 32,35.5H68Q54,25 50,8Z', '#2F79BC') +
  p('M50,8Q54,25 68,35.5L89,29.5Q59,23 50,8Z', '#174E86') +
  p('M50,8Q41,23 11,29.5L32,35.5H68L89,29.5Q59,23 50,8Z', 'url(#roof)') +
  line('M11,29.5L32,35.5H68L89,29.5', '#CFE7F7', 1.1) +
  line('M50,8Q46,25 32,35.5M50,8Q54,25 68,35.5', '#BEE0F7', 0.7, 'opacity=".8"') +
  finial(50, 9.4, 1.15);
const pavilionLit =
  glow(50, 56, 22) +
  p(shoe(50, 49.8, 11, 63.5, 0.84), '#FFCF6B', 'opacity=".6"') +
  line('M40,79h20M44,82.5h12', '#FFD983', 1.2, 'stroke-linecap="round" opacity=".8"');

// ---- seraglio: three crimson domes over latticed windows ----
const bay = (x: number, w: number, top: number, foot: number): string =>
  p(ogive(x, w + 1.6, top - 2.4, top + 5, foot), '#fff', 'opacity=".75"') +
  p(ogive(x, w, top, top + 6, foot), '#6E0F14') +
  p(ogive(x, w, top, top + 6, foot), 'url(#mash)');
const redDome = (x: number, base: number, R: number, h: number, s: number): string =>
  rect(x - R * 0.88, base - 1, R * 1.76, 5, '#F3D9C2') +
  rect(x - R * 0.88, base - 1, R * 1.76, 5, 'url(#vol)') +
  rect(x - R * 0.88, base + 0.2, R * 1.76, 1.3, '#C9962E') +
  vol(dome(x, base - 0.6, R, h), '#C22320') +
  line(
    `M${x},${r(base - h)}C${r(x - R * 0.5)},${r(base - h * 0.6)} ${r(x - R * 0.45)},${r(base - h * 0.3)} ` +
      `${r(x - R * 0.34)},${r(base - 0.8)}M${x},${r(base - h)}C${r(x + R * 0.5)},${r(base - h * 0.6)} ` +
      `${r(x + R * 0.45)},${r(base - h * 0.3)} ${r(x + R * 0.34)},${r(base - 0.8)}`,
    '#5E0A0E',
    0.7,
    'opacity=".6"',
  ) +
  finial(x, base - h + 0.6, s);
const seraglio =
  shadow('M20,86H86L99,74V58L88,52Z') +
  p('M87,50L93,46V80L87,86Z', '#A2604C') +
  p('M12,50L18,46H93L87,50Z', '#FBE9D8') +
  redDome(27, 45, 11.5, 20, 0.8) +
  redDome(73, 45, 11.5, 20, 0.8) +
  face('M12,50H87V86H12Z', '#F0CDB4') +
  rect(12, 50, 75, 3.4, '#B5332A') +
  line('M12,51.7H87', '#FBE3C0', 1.2, 'stroke-dasharray="2 2.2"') +
  rect(12, 83, 75, 3.2, '#8C2A22') +
  redDome(49.5, 41, 18, 29, 1.1) +
  face('M33,45H66V86H33Z', '#F6DAC3') +
  rect(33, 45, 33, 4, '#B5332A') +
  line('M33,47H66', '#FBE3C0', 1.4, 'stroke-dasharray="2 2.12"') +
  p('M66,49V86H68.4V51Z', '#2A1030', 'opacity=".22"') +
  bay(22.5, 5, 60, 78) +
  bay(77.5, 5, 60, 78) +
  p(shoe(49.5, 66, 9.4, 86), '#5C0D12') +
  line(bow(49.5, 66, 10.8), '#FBE9D8', 3) +
  line(bow(49.5, 66, 10.8), '#B5332A', 3, 'stroke-dasharray="3 3.1"') +
  p(shoe(49.5, 67, 6.6, 86), '#8B4A21') +
  line('M49.5,61V86M43.5,72H55.5M43.5,79H55.5', '#5A2A10', 0.8);
const seraglioLit =
  glow(22.5, 69, 12) +
  glow(77.5, 69, 12) +
  glow(49.5, 74, 18) +
  p(ogive(22.5, 5, 60, 66, 78) + ogive(77.5, 5, 60, 66, 78), '#FFB84D', 'opacity=".75"') +
  p(ogive(22.5, 5, 60, 66, 78) + ogive(77.5, 5, 60, 66, 78), 'url(#mash)', 'opacity=".6"') +
  p(shoe(49.5, 67, 6.6, 86), '#FFCF6B', 'opacity=".7"');

// ---- arcades: two galleries of horseshoe arches with striped voussoirs ----
const galleryArch = (x: number, cy: number, R: number, foot: number, w: number): string =>
  p(shoe(x, cy, R, foot), 'url(#deep)') +
  line(bow(x, cy, R + w / 2 - 0.2), '#FBEBCB', w) +
  line(bow(x, cy, R + w / 2 - 0.2), '#7A3E16', w, `stroke-dasharray="${r(w * 0.75)} ${r(w * 0.75)}"`);
const arcades =
  shadow('M14,88H90L99,80V40L92,34Z') +
  p('M90,36L95,32.5V82L90,87Z', '#6B3F1E') +
  face('M10,34H90V87H10Z', '#C98F54') +
  rect(10, 51.5, 80, 3, '#F3DDB2') +
  line('M10,53H90', '#7A3E16', 1.3, 'stroke-dasharray="1.6 1.6"') +
  rect(10, 54.5, 80, 1, '#5A2E12', 'opacity=".5"') +
  times(8, (i) => galleryArch(15 + i * 10, 42.6, 3.2, 51.5, 1.5)) +
  times(9, (i) => rect(9.4 + i * 10 + (i === 8 ? -0.8 : i === 0 ? 0.6 : 0), 43, 1.3, 8.5, '#F7E7C4')) +
  times(
    4,
    (i) => galleryArch(20 + i * 20, 68, 6.7, 87, 2.8) + rect(20 + i * 20 - 3, 76, 6, 11, '#C98F54', 'opacity=".28"'),
  ) +
  times(5, (i) => {
    const x = 10 + i * 20 - (i === 4 ? 2.4 : i === 0 ? -2.4 : 0);
    return (
      rect(x - 1.9, 70.5, 3.8, 15, '#F4E2BC') +
      rect(x + 0.5, 70.5, 1.4, 15, '#8A5A2E', 'opacity=".55"') +
      rect(x - 3, 69, 6, 2.2, '#FFF4DA') +
      rect(x - 3, 84.6, 6, 2.6, '#E0C08A')
    );
  }) +
  p('M5,35.5L13,17H89L96,32L91,36.5Z', '#8C4A1C') +
  p('M5,35.5L13,17H87L91,35.5Z', '#B9692E') +
  p('M5,35.5L13,17H87L91,35.5Z', 'url(#roof)') +
  p('M91,36.5L87,17H89L96,32Z', '#5A2A10') +
  p('M12.4,18.4L13.4,15.4H88L89.4,18.4Z', '#D98B4C') +
  line('M5,35.8H91', '#F2C58E', 1.3) +
  shadow('M10,36.6H90V39.4H10Z', 0.4);
const arcadesLit =
  times(4, (i) => glow(20 + i * 20, 74, 12) + p(shoe(20 + i * 20, 68, 6.4, 87), '#FFB84D', 'opacity=".62"')) +
  times(8, (i) => p(shoe(15 + i * 10, 42.6, 3, 51.5), '#FFB84D', 'opacity=".5"'));

// ---- chambers: whitewashed cubes, terraces and stairs ----
const cube = (x: number, y: number, w: number, h: number, d = 9): string => {
  const e = r(d * 0.62);
  return (
    p(`M${x + w},${y}l${d},${-e}v${h}l${-d},${e}z`, '#8C99AC') +
    p(`M${x + w},${y}l${d},${-e}v${h}l${-d},${e}z`, 'url(#face)') +
    face(`M${x},${y}h${w}v${h}h${-w}z`, '#FFFEFA') +
    p(`M${x},${y}l${d},${-e}h${w}l${-d},${e}z`, '#E4E2DC') +
    p(`M${x + 2.2},${y - 0.9}l${d - 2.4},${-e + 1.6}h${w - 2.6}l${-d + 2.4},${e - 1.6}z`, '#C9C4BC') +
    line(`M${x},${y}H${x + w}l${d},${-e}`, '#fff', 1.2)
  );
};
const slit = (x: number, y: number, w = 2.4, h = 7): string =>
  p(ogive(x, w, y, y + 2.6, y + h), '#2B3A52') +
  line(`M${r(x - w - 0.8)},${r(y + h + 0.7)}h${r(2 * w + 1.6)}`, '#B9B2A6', 1.3);
const chambers =
  shadow('M16,88H88L99,78V56L90,50Z') +
  cube(36, 20, 30, 44, 11) +
  slit(44, 26) +
  slit(51, 26) +
  slit(58, 26) +
  line('M38,37.4H64', '#D9D3C6', 1.1) +
  slit(71.5, 30, 1.5, 7) +
  cube(11, 43, 29, 43, 9) +
  slit(19, 50) +
  slit(30, 50) +
  line('M13,62.4H38', '#D9D3C6', 1.1) +
  cube(58, 54, 26, 32, 9) +
  slit(65, 60, 2.2, 6) +
  slit(76, 60, 2.2, 6) +
  p('M41,86V64H45V69H49V74H53V79H57V86Z', '#F4F1E9') +
  p('M41,64H45V69H49V74H53V79H57V81H51V76H47V71H43V66H41Z', '#B6BECB') +
  p(shoe(25.5, 73.5, 5.6, 86), '#2B3A52') +
  line(bow(25.5, 73.5, 6.6), '#A9A294', 1.2) +
  p(shoe(25.5, 74.4, 4.1, 86), '#7A5230') +
  line('M25.5,71V86', '#4A2E16', 0.7) +
  rect(67, 73, 8, 13, '#2B3A52') +
  rect(68, 74, 6, 12, '#7A5230') +
  p('M64.5,73L66,69.5H76L77.5,73Z', '#C9C2B4') +
  p('M86.2,83.6h4l-.7,4h-2.6z', '#B4653A') +
  circle(88.2, 82, 2.6, '#6E8A4E');
const lamp = (x: number, y: number): string => glow(x, y + 4, 7) + p(ogive(x, 2.3, y, y + 2.6, y + 6.6), '#FFC85E');
const chambersLit =
  lamp(44, 26) +
  lamp(58, 26) +
  lamp(30, 50) +
  lamp(65, 60) +
  lamp(76, 60) +
  glow(25.5, 78, 12) +
  p(shoe(25.5, 74.4, 4.1, 86), '#FFC85E', 'opacity=".7"');

// ---- garden: the four-part garden, water, oranges, cypresses ----
const bed = (x: number, y: number, w: number, h: number, odd: string, even: string): string =>
  rect(x + 1.2, y + 1.6, w, h, '#1B3A12', 'rx="2" opacity=".35"') +
  rect(x, y, w, h, '#356F2B', 'rx="2"') +
  rect(x + 1, y + 0.8, w - 2, h - 2.6, '#6DB043', 'rx="1.4"') +
  times(8, (i) => circle(x + 3.6 + (i % 4) * ((w - 7) / 3), y + 3.6 + (i > 3 ? h - 8 : 0), 1.15, i % 2 ? even : odd));
const garden =
  p('M46.5,36h7v54h-7zM8,59.5h84v7H8z', '#EFE4C4') +
  p('M48,36h4v54h-4zM8,61h84v4H8z', 'url(#pool)') +
  bed(10, 42, 32, 14, '#FFF3C4', '#F58BA0') +
  bed(58, 42, 32, 14, '#F58BA0', '#FFF3C4') +
  bed(10, 71, 32, 16, '#FFD23F', '#FFF3C4') +
  bed(58, 71, 32, 16, '#FFF3C4', '#FFD23F') +
  p(khatam(51, 64.6, 13), '#1B3A12', 'opacity=".3"') +
  p(khatam(50, 63, 13), '#FBF4DE') +
  p(khatam(50, 63, 10), 'url(#pool)') +
  circle(50, 63, 3.4, '#FBF4DE') +
  circle(50, 62.4, 1.6, '#BDF0F2') +
  line('M50,62V55.5M50,57q-4,-1 -4.6,4M50,57q4,-1 4.6,4', '#EFFFFF', 1, 'stroke-linecap="round"') +
  cypress(14, 41, 27, 6.6) +
  cypress(32, 39, 28, 7) +
  cypress(50, 38, 27, 7) +
  cypress(68, 39, 28, 7) +
  cypress(86, 41, 27, 6.6) +
  bush(23, 37, 6, '#2F6B35', '#5FA648', '#FF9A2E') +
  bush(41, 36, 5.4, '#2F6B35', '#5FA648', '#FF9A2E') +
  bush(59, 36, 5.4, '#2F6B35', '#5FA648', '#FF9A2E') +
  bush(77, 37, 6, '#2F6B35', '#5FA648', '#FF9A2E');
const firefly = (x: number, y: number): string => circle(x, y, 1, '#E8FF9A');
const gardenLit =
  glow(50, 60, 17) +
  glow(26, 66, 6) +
  glow(74, 66, 6) +
  firefly(18, 48) +
  firefly(33, 52) +
  firefly(66, 47) +
  firefly(82, 51) +
  firefly(24, 78) +
  firefly(78, 80);

// ---- tower: the violet keep ----
const tower =
  shadow('M34,90L72,90L99,72V50L78,62Z', 0.3) +
  p('M26,88L30,80H54V91H27Z', '#5B4198') +
  p('M54,80H74L78,86L54,91Z', '#27144F') +
  p('M30,84V26H55V88Z', '#7A5CC2') +
  p('M30,84V26H55V88Z', 'url(#face)') +
  p('M55,26H74V82L55,88Z', '#331D6E') +
  p('M55,26H74V82L55,88Z', 'url(#face)', 'opacity=".7"') +
  p('M30,38H55V43H30Z', '#4B2F94') +
  line('M30,40.5H55', '#F2D98A', 1.5, 'stroke-dasharray="2 2"') +
  p('M55,38H74V42L55,43Z', '#241150') +
  line('M55,40.5H74', '#C9A24A', 1.3, 'stroke-dasharray="2 2"') +
  p('M30,62H55V64.4H30ZM55,62.6L74,62V64.2L55,65Z', '#2E1768', 'opacity=".6"') +
  p('M26,28L30,34H55V28ZM55,28H78L74,34H55Z', '#3A2274') +
  p('M26,20H55V29H26Z', '#8A6CD0') +
  p('M55,20H78V29H55Z', '#41287F') +
  times(3, (i) => p(`M${26 + i * 10.6},20.4v-5.2l3.7,-2.6 3.7,2.6v5.2z`, '#9C80DC')) +
  times(3, (i) => p(`M${57 + i * 7.6},20.4v-5l2.8,-2.4 2.8,2.4v5z`, '#4D3290')) +
  p('M26,23.4H55V25H26Z', '#F2D98A') +
  p('M55,23.4H78V25H55Z', '#B98F3A') +
  p(ogive(38.4, 3, 47, 51, 58) + ogive(46.6, 3, 47, 51, 58), '#1E0F45') +
  rect(41.8, 51, 1.4, 7.4, '#F7EBC8') +
  line('M34,58.8H51', '#F2D98A', 1.3) +
  p(ogive(64.5, 2.4, 48, 52, 58), '#170A38') +
  p(shoe(42.5, 73, 5.8, 88), '#1E0F45') +
  line(bow(42.5, 73, 6.8), '#F7EBC8', 2) +
  line(bow(42.5, 73, 6.8), '#5A3CA6', 2, 'stroke-dasharray="2 2"') +
  p(shoe(42.5, 74, 4, 88), '#5C3A1C') +
  line('M52,14V3', '#4A2E16', 1.2) +
  p('M52.4,3.2Q60,1.4 64,5Q68,8.4 73,5.6Q70,11 64.6,9.6Q58,8 52.4,10Z', '#E9B949') +
  p('M52.4,8Q58,6.6 64.6,8.4Q68,9 71,8Q69,10.6 64.6,9.6Q58,8 52.4,10Z', '#A86C14', 'opacity=".6"') +
  circle(52, 3, 1, '#F6D67C');
const towerLit =
  glow(42.5, 53, 13) +
  p(ogive(38.4, 3, 47, 51, 58) + ogive(46.6, 3, 47, 51, 58), '#FFC85E') +
  p(ogive(64.5, 2.4, 48, 52, 58), '#FFC85E') +
  glow(42.5, 79, 12) +
  p(shoe(42.5, 74, 4, 88), '#FFC85E', 'opacity=".7"') +
  glow(52, 18, 10);

// ---- the start: fountain of the palace ----
const fountain =
  p(khatam(50, 50, 44), '#FBF4E2') +
  line(khatam(50, 50, 44), '#B98A3A', 1.2) +
  p(khatam(50, 50, 38), '#1F8A8A') +
  line(khatam(50, 50, 34), '#FBF4E2', 1, 'stroke-dasharray="3 2"') +
  shadow(poly(8, 53, 55, 27, Math.PI / 8), 0.35) +
  p(poly(8, 50, 54, 27, Math.PI / 8), '#A48E68') +
  p(poly(8, 50, 50, 27, Math.PI / 8), '#FFF9EA') +
  p(poly(8, 50, 50.6, 22.6, Math.PI / 8), '#C9B488') +
  p(poly(8, 50, 51.4, 22, Math.PI / 8), 'url(#pool)') +
  line(
    'M34,56q4,3 8,0M58,60q4,3 8,0M42,66q4,2 8,0M60,44q3,2 6,0',
    '#EFFFFF',
    1,
    'stroke-linecap="round" opacity=".8"',
  ) +
  ellipse(52, 58, 13, 6, '#0E4A66', 'opacity=".4"') +
  vol('M46,46H54L56,58Q50,61 44,58Z', '#EADBB8') +
  vol('M34,41Q36,52 50,52Q64,52 66,41Z', '#F4E8CC') +
  ellipse(50, 41, 16, 5.4, '#FFFDF4') +
  ellipse(50, 41.4, 13.4, 4, 'url(#pool)') +
  line('M50,41V24', '#F2FEFF', 2.2, 'stroke-linecap="round"') +
  line(
    'M50,25Q42,22 40,40M50,25Q58,22 60,40M50,27Q46,24 45,41M50,27Q54,24 55,41',
    '#F2FEFF',
    1.2,
    'stroke-linecap="round" opacity=".92"',
  ) +
  line('M37,47Q34,50 33,57M63,47Q66,50 67,57M50,52V60', '#F2FEFF', 1.3, 'stroke-linecap="round" opacity=".9"') +
  circle(50, 23, 1.6, '#fff');
const fountainLit =
  glow(50, 62, 20) +
  glow(50, 30, 14) +
  times(8, (i) =>
    circle(
      50 + 40 * Math.cos((i * Math.PI) / 4 + Math.PI / 8),
      50 + 40 * Math.sin((i * Math.PI) / 4 + Math.PI / 8),
      1.6,
      '#FFD983',
    ),
  );

// ---- a building that does not stand yet: foundations, scaffolding and a heap of sand ----
const plot =
  shadow('M20,84L16,44L24,40H80L84,80L76,86Z', 0.3) +
  p('M14,42L22,36H80L86,42V78L80,84H20L14,78Z', '#B98F62') +
  p('M22,46H78V76H22Z', '#8F6A45') +
  line('M22,61H78M50,46V76', '#D9B98A', 3) +
  times(4, (i) => rect(24 + i * 17, 18, 3, 62, '#6B4526')) +
  line('M22,30H80M22,48H80M22,66H80', '#8A5A32', 2.4) +
  line('M27,30L42,48M44,48L59,30M61,30L76,48', '#A8774A', 1.6) +
  vol('M56,84Q62,68 72,68Q82,68 88,84Z', '#E3C48A') +
  line('M76,70L86,52', '#6B4526', 2.4, 'stroke-linecap="round"') +
  p('M72,74L78,66L82,70L77,78Z', '#9AA4AE');
const plotLit = glow(50, 60, 14);

/** Every building as symbols of the sprite. Court, pattern and silhouette differ: colour alone never tells them apart. */
export const buildings =
  tile(
    'pavilion',
    '#9CC8E8',
    'f-star',
    pavilion,
    pavilionLit,
    'M50,2L11,29.5L17,33V58L11,61V65.5L32,71.5H68L89,65.5V61L83,58V33L89,29.5Z',
    true,
  ) +
  tile(
    'seraglio',
    '#B84A3C',
    'f-hex',
    seraglio,
    seraglioLit,
    'M12,86V50L16,44L18,30L27,25L33,34L38,20L49.5,12L62,20L66,34L73,25L82,30L84,44L93,46V80L87,86Z',
  ) +
  tile('arcades', '#EDD6A6', 'f-bone', arcades, arcadesLit, 'M10,87V36L5,35.5L13,16H89L96,32L95,82L90,87Z') +
  tile('chambers', '#C4C2BE', 'f-cross', chambers, chambersLit, 'M11,86V43L20,37.4H36V20L47,13H77V48.4H93V80L84,86Z') +
  tile('garden', '#B4DD62', 'f-lawn', garden, gardenLit) +
  tile('tower', '#B9A6E2', 'f-dia', tower, towerLit, 'M26,90L30,80V34L26,28V12H78V28L74,34V82L78,86L54,91Z', true) +
  tile('fountain', '#EBD9A6', 'f-star', fountain, fountainLit) +
  tile('plot', '#D8C39A', 'f-cross', plot, plotLit, 'M14,42L22,36V16H80V36L86,42V78L80,84H20L14,78Z');
