import { svelte } from '@sveltejs/vite-plugin-svelte';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

/** Lays a `.br` and a `.gz` beside every built file that shrinks: the server hands them out as they are. */
function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    closeBundle() {
      for (const entry of readdirSync('dist', { recursive: true, withFileTypes: true })) {
        if (!entry.isFile() || !/\.(js|css|svg|json|txt|webmanifest)$/.test(entry.name)) continue;
        const file = join(entry.parentPath, entry.name);
        const bytes = readFileSync(file);
        const brotli = brotliCompressSync(bytes, {
          params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
        });
        if (brotli.length >= bytes.length) continue;
        writeFileSync(`${file}.br`, brotli);
        writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
      }
    },
  };
}

/** Lists what of others is in the bundle, with licence and notice: minified code has lost them. */
function credited(): Plugin {
  const owner = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//;
  return {
    name: 'credited',
    apply: 'build',
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((part) => part.type === 'chunk');
      const folders = new Set(chunks.flatMap((chunk) => chunk.moduleIds.map((id) => owner.exec(id)?.[1] ?? '')));
      const packages = [...folders].filter(Boolean).map((folder) => {
        const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
        const file = readdirSync(folder).find((file) => /^licen[cs]e/i.test(file));
        return { name, version, license, notice: file ? readFileSync(join(folder, file), 'utf8') : '' };
      });
      packages.sort((a, b) => (a.name < b.name ? -1 : 1));
      this.emitFile({ type: 'asset', fileName: 'third-party.json', source: JSON.stringify(packages, null, 1) });
    },
  };
}

/** The server tells the page its base path; while developing it is the root. */
function rooted(): Plugin {
  return {
    name: 'rooted',
    apply: 'serve',
    transformIndexHtml: (html) => html.replace('<head>', '<head><base href="/">'),
  };
}

// `base: './'` keeps every address relative, so the client works under any base path behind a proxy.
export default defineConfig({
  base: './',
  plugins: [svelte(), rooted(), credited(), compressed()],
  build: { target: 'es2022', assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  // Tests read what lies in the folders of the modules.
  server: {
    fs: { allow: ['..'] },
    proxy: { '/api': { target: process.env.ALHAMBRA_URL ?? 'http://127.0.0.1:8080', ws: true } },
  },
  resolve: process.env.VITEST ? { conditions: ['browser'] } : undefined,
  test: { environment: 'jsdom', include: ['tests/unit/**/*.test.ts'], setupFiles: ['tests/unit/folders.ts'] },
});
