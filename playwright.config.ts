import { existsSync } from 'node:fs'
import { defineConfig } from '@playwright/test'
import type { SiteOptions } from './tests/e2e/fixtures.ts'

/** A Chromium of the machine, else the one that Playwright installs. */
function browserPath(): string | undefined {
  const { CHROMIUM_PATH } = process.env
  if (CHROMIUM_PATH) return CHROMIUM_PATH
  return ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find((path) => existsSync(path))
}

const executablePath = browserPath()
const desktop = { width: 1280, height: 800 }

/**
 * Each test runs in the projects that its tags name (@js, @no-js, @phone), one without any of them
 * in `js`. So no test has to skip itself.
 */
export default defineConfig<SiteOptions>({
  testDir: 'tests/e2e',
  globalSetup: './tests/e2e/start-sites.ts',
  outputDir: 'test-results',
  snapshotPathTemplate: 'tests/e2e/pictures/{projectName}/{arg}{ext}',
  fullyParallel: true,
  // One more than the two cores of CI: a run with three took 8.5 minutes, one with four 9.2.
  workers: 3,
  // The machine is shared: what passes the second time is reported as flaky, not as failed.
  retries: process.env['CI'] ? 2 : 0,
  forbidOnly: true,
  // Far more than any test needs: the machine may be slow, or do something else.
  timeout: 180_000,
  expect: { timeout: 20_000 },
  reporter: process.env['CI']
    ? [
        ['line'],
        [
          'json',
          { outputFile: process.env['PLAYWRIGHT_JSON_OUTPUT_FILE'] ?? 'test-results/report.json' },
        ],
      ]
    : 'list',
  use: {
    locale: 'en-US',
    colorScheme: 'light',
    // Requests that a service worker makes are not seen by tests; its own tests let it in.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
    launchOptions: {
      // Readers at a desk have scroll bars that take up room.
      ignoreDefaultArgs: ['--hide-scrollbars'],
      ...(executablePath ? { executablePath } : {}),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // No other machine can be reached; asking for one fails the test (fixtures.ts).
        '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
      ],
    },
  },
  projects: [
    {
      name: 'js',
      grep: /@js\b|^(?!.*@(?:no-js|phone)\b)/,
      use: { viewport: desktop },
    },
    {
      name: 'no-js',
      grep: /@no-js\b/,
      use: { viewport: desktop, javaScriptEnabled: false },
    },
    {
      name: 'phone',
      grep: /@phone\b/,
      use: { viewport: { width: 375, height: 800 }, hasTouch: true, isMobile: true },
    },
  ],
})
