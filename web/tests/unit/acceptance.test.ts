// ACCEPTANCE.md names tests: each of them is there, and a quoted name is the name of one in the file before it.

import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/** The tests run in `web`. */
const ROOTS = ['tests', 'src', '../crates', '../xtask/src', '../docs/guide', '../deploy'];
/** Every file a row may speak of. */
const FILES = ROOTS.flatMap((root) =>
  readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`),
);
const page = readFileSync('tests/ACCEPTANCE.md', 'utf8');

/** Where the tests of an area lie. */
const LIE: Record<string, string> = {
  e2e: 'tests/e2e/',
  unit: 'tests/unit/',
  rules: '../crates/alhambra-rules/',
  server: '../crates/alhambra-server/',
  sim: '../crates/alhambra-sim/',
  py: '../crates/alhambra-py/',
  shell: '../crates/alhambra/',
  protocol: '../crates/alhambra-protocol/',
};
/** The files a name in backquotes may mean: tests of the area it is said to be in; a page says from the root where it is. */
function files(area: string, name: string): string[] {
  // What is drawn proves nothing about itself.
  if (name.endsWith('.svelte')) return [];
  if (/^(docs|deploy|web)\//.test(name))
    return FILES.filter((path) =>
      path.replace(/^(\.\.\/)?/, (up) => (up ? '' : 'web/')).startsWith(name.replace(/\/$/, '')),
    );
  const page = { e2e: `tests/e2e/${name}.spec.ts`, unit: `tests/unit/${name}.test.ts` }[area];
  if (page) return [page, `${LIE[area]!}${name}`].filter((path) => FILES.includes(path));
  const plain = `/${name.replace(/^web\/|\/$/g, '')}`;
  const ends = [plain, `${plain}.rs`, `${plain}/main.rs`];
  return FILES.filter((path) => path.startsWith(LIE[area] ?? '')).filter(
    (path) => ends.some((end) => `/${path}`.endsWith(end)) || path.includes(`${plain}/`),
  );
}
/** What tests of a file are called. */
function titles(path: string): string[] {
  const text = readFileSync(path, 'utf8');
  const called = /(?:\b(?:test|it|describe)\(\s*|describe\.each\(.*\)\()(['"`])(.*?)\1|\bfn (\w+)|\bdef (test_\w+)/g;
  return [...text.matchAll(called)].map(([, , title, rust, python]) => (title ?? rust ?? python)!);
}
/** Whether a quoted name is a title: an ellipsis is anything, and names of functions have no spaces. */
function named(quoted: string, title: string): boolean {
  const parts = quoted.split('…').map((part) => part.trim().replaceAll('_', ' '));
  let rest = title.replaceAll('_', ' ').toLowerCase();
  return parts.every((part) => {
    const at = rest.indexOf(part.toLowerCase());
    rest = rest.slice(at + part.length);
    return at >= 0;
  });
}

const AREAS = ['e2e', 'unit', 'rules', 'server', 'sim', 'py', 'shell', 'protocol'];
/** What one row claims: names in backquotes with the kind of test before them, each with the quotes after it. */
export function claims(cell: string): { area: string; name: string; quotes: string[] }[] {
  const found: { area: string; name: string; quotes: string[] }[] = [];
  let area = '';
  for (const [, word, name, quote] of cell.matchAll(/\b([a-z0-9]+)\b(?=[ ,(])|`([^`]+)`|"([^"]+)"/g)) {
    if (word && AREAS.includes(word)) area = word;
    else if (name) found.push({ area, name, quotes: [] });
    else if (quote) found.at(-1)?.quotes.push(quote);
  }
  return found;
}

const rows = page
  .split('\n')
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .filter((cells) => /^\d+$/.test(cells[1] ?? ''));

it('speaks of all sixty statements, each once and in order', () => {
  expect(rows.map((cells) => Number(cells[1]))).toEqual(Array.from({ length: 60 }, (_, i) => i + 1));
});

describe.each(rows.map((cells): [string, string, string] => [cells[1]!, cells[2]!, cells[3]!]))(
  '%s %s',
  (_n, _what, cell) => {
    it('names tests that are there', () => {
      const missing = claims(cell)
        .filter(({ name }) => !name.startsWith('cargo ') && !['doctor'].includes(name))
        .flatMap(({ area, name, quotes }) => {
          const found = files(area, name);
          if (found.length === 0) return [`${area} ${name}`];
          return quotes
            .filter((quote) => !found.flatMap(titles).some((title) => named(quote, title)))
            .map((quote) => `${name}: ${quote}`);
        });
      expect(missing).toEqual([]);
    });
  },
);
