import { defineConfig } from '@playwright/test';

// The server and the browser are started by `cargo xtask test`; by hand: `alhambra serve --listen 127.0.0.1:8080`.
export default defineConfig({
  testDir: 'tests/e2e',
  timeout: 120_000,
  workers: 1,
  retries: 1,
  outputDir: 'test-results',
  reporter: [['list']],
  use: {
    baseURL: process.env.ALHAMBRA_URL ?? 'http://127.0.0.1:8080/',
    viewport: { width: 1440, height: 900 },
    locale: 'en',
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
      args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
    },
  },
});
