// A palace as one picture to keep: the drawing with everything it points at, in the colours of the day, as a PNG.

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
  'text{font-family:Georgia,serif;font-weight:700;text-anchor:middle;fill:var(--plaque-ink)}' +
  '.said{text-anchor:start;fill:var(--cream)}.small{font-family:sans-serif;font-weight:400}';

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

/** The whole picture as SVG: the palace on its hillside, whose it is, what it is worth and how everybody came in beside it. */
export function drawn(palace: SVGSVGElement, { name, points, about, game, ranking }: Caption): string {
  const inner = new XMLSerializer()
    .serializeToString(palace)
    .replace(/^<svg[^>]*>/, '')
    .replace(/<\/svg>$/, '');
  const defs = /<defs>.*?<\/defs>/s.exec(sprite)?.[0] ?? '';
  const text = `${needed(inner)}${inner}${RULES}var(--petrol)var(--ground-1)var(--cream)var(--sand)`;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDE}" height="${HIGH}" viewBox="0 0 ${WIDE} ${HIGH}"><style>` +
    `:root{${colours(text)}}${RULES}</style>${defs}${needed(inner)}` +
    `<rect width="${WIDE}" height="${HIGH}" fill="var(--ground-1)"/>` +
    `<rect width="370" height="${HIGH}" fill="var(--petrol)"/>` +
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
