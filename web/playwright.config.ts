import { defineConfig } from '@playwright/test';

// The server and the browser are started by `cargo xtask test`; by hand: `alhambra serve --listen 127.0.0.1:8080`.
export default defineConfig({
  testDir: 'tests/e2e',
  timeout: 120_000,
  // Only a guard: what comes at all comes at once, unless others have the processors.
  expect: { timeout: 15_000 },
  workers: 2,
  fullyParallel: false,
  // What fails once is looked at.
  retries: 0,
  outputDir: 'test-results',
  reporter: [['list']],
  globalTeardown: './tests/e2e/list.ts',
  // What is measured is measured alone, after everything else.
  projects: [
    { name: 'screens', testIgnore: /speed\.spec/ },
    { name: 'speed', testMatch: /speed\.spec/, dependencies: ['screens'], workers: 1 },
  ],
  use: {
    baseURL: process.env.ALHAMBRA_URL ?? 'http://127.0.0.1:8080/',
    viewport: { width: 1440, height: 900 },
    locale: 'en',
    // Turns end by hand, so that a test decides when, and sounds were offered before; the ones about these choose otherwise.
    storageState: {
      cookies: [],
      origins: [
        {
          origin: new URL(process.env.ALHAMBRA_URL ?? 'http://127.0.0.1:8080/').origin,
          localStorage: [{ name: 'alhambra.settings', value: JSON.stringify({ ending: 'ask', offered: true }) }],
        },
      ],
    },
    actionTimeout: 15_000,
    // A worker that answers from its cache would hide what the server sends; its own test turns it on.
    serviceWorkers: 'block',
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
