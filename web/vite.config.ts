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
  plugins: [svelte(), rooted(), compressed()],
  build: { target: 'es2022', assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  // Tests read what lies in the folders of the modules.
  server: {
    fs: { allow: ['..'] },
    proxy: { '/api': { target: process.env.ALHAMBRA_URL ?? 'http://127.0.0.1:8080', ws: true } },
  },
  resolve: process.env.VITEST ? { conditions: ['browser'] } : undefined,
  test: { environment: 'jsdom', include: ['tests/unit/**/*.test.ts'], setupFiles: ['tests/unit/folders.ts'] },
});
