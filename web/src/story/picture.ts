// A palace as one picture to keep: the drawing with everything it points at, in the colours of the day, as a PNG.

import latin from '../fonts/el-messiri-latin-wght-normal.woff2?url';
import extended from '../fonts/el-messiri-latin-ext-wght-normal.woff2?url';
import plain from '../fonts/alegreya-sans-latin-500-normal.woff2?url';
import { sprite } from '../art/sprite';
import { pictures } from '../looks.svelte';

const [WIDE, HIGH] = [1200, 630];

/** The values of every variable the drawing uses: a picture has no stylesheet of the page. */
function colours(text: string): string {
  // Always by day: a veil of night does not travel with a drawing.
  const probe = document.createElement('div');
  probe.dataset['theme'] = 'plaster';
  document.body.append(probe);
  const style = getComputedStyle(probe);
  const names = new Set([...text.matchAll(/var\((--[\w-]+)/g)].map((found) => found[1]!));
  const values = [...names].map((name) => `${name}:${style.getPropertyValue(name).trim()}`).join(';');
  probe.remove();
  return values;
}

/** Only the symbols a drawing uses, and those they use. */
function needed(drawing: string): string {
  const symbols = new Map(
    [...`${sprite}${pictures()}`.matchAll(/<symbol id="([\w-]+)".*?<\/symbol>/gs)].map((found) => [
      found[1]!,
      found[0],
    ]),
  );
  const used = new Set<string>();
  const follow = (text: string): void => {
    for (const [, id] of text.matchAll(/href="#([\w-]+)"/g)) {
      if (!symbols.has(id!) || used.has(id!)) continue;
      used.add(id!);
      follow(symbols.get(id!)!);
    }
  };
  follow(drawing);
  return [...used].map((id) => symbols.get(id)).join('');
}

/** What the stylesheet of the palace says, for a drawing that stands alone. */
const RULES =
  '.cast{fill:#1b0f2e;opacity:var(--cast)}.plinth{fill:var(--plinth)}.plinth.lo{fill:var(--plinth-lo)}.veil,.lamps{display:none}' +
  '.counted{--wall-cap:#ffd95e;--wall-hi:#f2b44e;--wall-walk:var(--wall-gilt)}.plaque{fill:var(--plaque);stroke:var(--plaque-line);stroke-width:1.1}' +
  // What modules put into a palace has its number on a plate.
  '.plate{fill:var(--plaque);stroke:var(--plaque-line);stroke-width:3}.pin text{font-size:26px}' +
  "text{font-family:'El Messiri',Georgia,serif;font-weight:700;text-anchor:middle;fill:var(--plaque-ink)}" +
  ".said{text-anchor:start;fill:var(--cream)}.small{font-family:'Alegreya Sans',sans-serif;font-weight:500}";

/** The letters of the page, as far as a picture needs them, in which order they are asked. */
const FACES = [
  { name: 'El Messiri', file: latin, weight: '400 700', range: 'U+0-FF,U+131,U+152-153,U+2000-206F,U+2212' },
  { name: 'El Messiri', file: extended, weight: '400 700', range: 'U+100-24F' },
  { name: 'Alegreya Sans', file: plain, weight: '500', range: 'U+0-FF,U+131,U+152-153,U+2000-206F,U+2212' },
];

/** The page's own letters as rules that travel with a picture: a picture fetches nothing. Without them it has others. */
export async function faces(): Promise<string> {
  const rules = await Promise.all(
    FACES.map(async ({ name, file, weight, range }) => {
      const bytes = new Uint8Array(await (await fetch(file)).arrayBuffer());
      const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
      return (
        `@font-face{font-family:'${name}';font-weight:${weight};unicode-range:${range};` +
        `src:url(data:font/woff2;base64,${text}) format('woff2')}`
      );
    }),
  ).catch(() => []);
  return rules.join('');
}

const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** Whose palace it is, and how everybody came in: the one that is shown stands out. */
export type Caption = {
  name: string;
  points: string;
  about: string;
  game: string;
  ranking: { place: number; name: string; points: string; rug: string | null; shown: boolean }[];
};

/** The longest name a line of the ranking has room for. */
const NAME = 15;
const cut = (name: string): string => (name.length > NAME ? `${name.slice(0, NAME - 1).trimEnd()}…` : name);

/** How everybody came in, one line each, from here downwards. */
function ranked(ranking: Caption['ranking'], top: number): string {
  return ranking
    .map(({ place, name, points, rug, shown }, i) => {
      const y = top + i * 36;
      const said = (x: number, text: string, anchor = 'start'): string =>
        `<text class="said" x="${x}" y="${y}" font-size="24" ` +
        `style="text-anchor:${anchor};fill:var(--${shown ? 'sand' : 'cream'})">${escaped(text)}</text>`;
      const crest = rug ? `<circle cx="84" cy="${y - 8}" r="9" fill="${rug}" stroke="var(--cream)"/>` : '';
      return said(44, String(place)) + crest + said(104, cut(name)) + said(334, points, 'end');
    })
    .join('');
}

/** What is inside of a drawing, as text. */
const inside = (drawing: SVGSVGElement): string =>
  new XMLSerializer()
    .serializeToString(drawing)
    .replace(/^<svg[^>]*>/, '')
    .replace(/<\/svg>$/, '');

/** The hillside behind a palace, cut to the room beside the caption. */
function hillside(ground: SVGSVGElement): string {
  const box = ground.getAttribute('viewBox');
  const size = `x="370" y="0" width="${WIDE - 370}" height="${HIGH}"`;
  return `<svg class="ground" ${size} viewBox="${box}" preserveAspectRatio="xMidYMid slice">${inside(ground)}</svg>`;
}

/** The whole picture as SVG: the palace on its hillside, whose it is, what it is worth and how everybody came in beside it;
 *  with rules for its letters. */
export function drawn(
  palace: SVGSVGElement,
  { name, points, about, game, ranking }: Caption,
  ground: SVGSVGElement | null = null,
  letters = '',
): string {
  const inner = inside(palace);
  const behind = ground ? hillside(ground) : '';
  const defs = /<defs>.*?<\/defs>/s.exec(sprite)?.[0] ?? '';
  const text = `${needed(inner)}${inner}${behind}${defs}${RULES}var(--petrol)var(--ground-1)var(--cream)var(--sand)`;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDE}" height="${HIGH}" viewBox="0 0 ${WIDE} ${HIGH}"><style>` +
    `${letters}:root{${colours(text)}}${RULES}</style>${defs}${needed(inner)}` +
    `<rect width="${WIDE}" height="${HIGH}" fill="var(--ground-1)"/>` +
    `${behind}<rect width="370" height="${HIGH}" fill="var(--petrol)"/>` +
    `<rect x="362" width="8" height="${HIGH}" fill="var(--sand)"/>` +
    `<text class="said" x="44" y="92" font-size="44" textLength="${name.length > 13 ? 290 : ''}">` +
    `${escaped(name)}</text><text class="said" x="44" y="208" font-size="116" style="fill:var(--sand)">` +
    `${escaped(points)}</text>` +
    `<text class="said small" x="44" y="258" font-size="25">${escaped(about)}</text>` +
    `<rect x="44" y="286" width="290" height="2" fill="var(--sand)"/>${ranked(ranking, 330)}` +
    `<text class="said" x="44" y="${HIGH - 40}" font-size="34" style="fill:var(--sand)">${escaped(game)}</text>` +
    `<svg x="390" y="20" width="790" height="${HIGH - 40}" viewBox="${palace.getAttribute('viewBox')}">${inner}</svg></svg>`
  ).replace(' textLength=""', '');
}

/** Hands the picture over as a file. */
export async function save(svg: string, file: string): Promise<void> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [WIDE, HIGH];
  canvas.getContext('2d')!.drawImage(image, 0, 0);
  const link = document.createElement('a');
  link.href = canvas.toDataURL('image/png');
  link.download = file;
  link.click();
}
