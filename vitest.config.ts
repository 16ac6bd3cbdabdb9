import { globSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { inlineScript } from './bin/inline-script.ts'
import { settings } from './app/platform/env.server.ts'
import { typefaces } from './bin/typefaces.ts'

/** What every test runs with, whatever the shell around it has set. */
const env = {
  ...Object.fromEntries(settings({}).map(({ name }) => [name, ''])),
  NODE_ENV: 'test',
  LOG_LEVEL: 'silent',
  // The limits of production.
  RATE_LIMIT_FACTOR: '1',
}

/** Unit tests that replace modules, which the others must not get. */
const replacing = globSync('tests/unit/**/*.test.ts').filter((path) =>
  readFileSync(path, 'utf8').includes('vi.mock('),
)

const everywhere = ['network', 'console', 'random', 'retries'].map(
  (name) => `tests/setup/${name}.ts`,
)

/** For tests with their own copy of the product's modules in a worker that they share. */
const sharedWorkers = {
  isolate: false,
  setupFiles: [...everywhere, 'tests/setup/fresh-start.ts'],
}
const onOwnDatabase = {
  isolate: false,
  setupFiles: [...sharedWorkers.setupFiles, 'tests/setup/passwords.mjs', 'tests/setup/database.ts'],
}

/**
 * Far more than any test needs on a machine that does something else, and a second try: what passes
 * the second time is reported as flaky, not as failed, as in playwright.config.ts.
 */
const tolerance = {
  testTimeout: 180_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 30_000 } },
  retry: process.env['CI'] ? 1 : 0,
}

export default defineConfig({
  test: {
    // Two more than the two cores of CI: tests often wait for what they have started.
    maxWorkers: 4,
    projects: [
      {
        // Modules of pages import scripts as text.
        plugins: [inlineScript(), typefaces()],
        test: {
          name: 'unit',
          include: [
            'tests/unit/**/*.test.ts',
            'tests/client/**/*.test.ts',
            'tests/architecture.test.ts',
            'packages/*/tests/**/*.test.ts',
          ],
          exclude: replacing,
          // They share their modules, so that each worker loads them once.
          isolate: false,
          setupFiles: everywhere,
          env,
          ...tolerance,
        },
      },
      {
        plugins: [inlineScript(), typefaces()],
        test: {
          // Projects run in the order of their names: the longest of these must not be the last.
          name: 'replacing',
          include: replacing,
          // One of them sends hostile input to actions, which use a database.
          globalSetup: 'tests/setup/migrated-sqlite.ts',
          setupFiles: everywhere,
          env,
          ...tolerance,
        },
      },
      {
        plugins: [typefaces()],
        test: {
          name: 'sqlite',
          include: ['tests/store/**/*.test.ts'],
          globalSetup: 'tests/setup/migrated-sqlite.ts',
          ...onOwnDatabase,
          env,
          ...tolerance,
        },
      },
      {
        test: {
          // Long stories about money, told on one engine.
          name: 'billing',
          include: ['tests/billing/**/*.test.ts'],
          globalSetup: 'tests/setup/migrated-sqlite.ts',
          ...onOwnDatabase,
          env,
          ...tolerance,
        },
      },
      {
        plugins: [typefaces()],
        test: {
          name: 'postgres',
          include: ['tests/store/**/*.test.ts'],
          globalSetup: 'tests/setup/migrated-postgres.ts',
          ...onOwnDatabase,
          env,
          ...tolerance,
        },
      },
      {
        test: {
          // Where a base for it is named: building takes minutes (docs/operations.md).
          name: 'image',
          include: process.env['IMAGE_BASE'] ? ['tests/image/**/*.test.ts'] : [],
          env,
          ...tolerance,
        },
      },
      {
        test: {
          name: 'calls',
          include: ['tests/calls/**/*.test.ts'],
          exclude: ['tests/calls/overload.test.ts'],
          globalSetup: 'tests/setup/start-product.ts',
          ...sharedWorkers,
          env,
          ...tolerance,
        },
      },
      {
        test: {
          // Every case of tests that start processes again and again (tests/setup/stress.ts).
          name: 'stress',
          include: process.env['STRESS'] ? ['tests/calls/**/*.test.ts'] : [],
          exclude: globSync('tests/calls/**/*.test.ts').filter(
            (path) => !readFileSync(path, 'utf8').includes('setup/stress.ts'),
          ),
          globalSetup: 'tests/setup/start-product.ts',
          ...sharedWorkers,
          env,
          ...tolerance,
        },
      },
      {
        test: {
          // After the others: a flood needs the machine for itself to be more than it can serve.
          name: 'overload',
          include: ['tests/calls/overload.test.ts'],
          globalSetup: 'tests/setup/start-product.ts',
          setupFiles: everywhere,
          sequence: { groupOrder: 1 },
          env,
          ...tolerance,
        },
      },
    ],
  },
})
