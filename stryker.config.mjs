/**
 * `npm run mutation` changes one operator or value of the rules and schemas at a time, and shows the
 * changes that no unit test notices. `npm run mutation -- --mutate 'app/billing/rules/**'` does one
 * folder.
 */
export default {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'vitest.mutation.config.ts' },
  mutate: ['app/*/{rules,schema}/**/*.ts'],
  coverageAnalysis: 'perTest',
  concurrency: 1,
  incremental: true,
  incrementalFile: 'test-results/mutation.json',
  reporters: ['clear-text', 'json'],
  jsonReporter: { fileName: 'test-results/mutation-report.json' },
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  // What it copies needs no builds and no links to folders.
  ignorePatterns: [
    '/build',
    '/data',
    '/generated/earlier-builds',
    '/prisma/*/models',
    '/.react-router',
    '/test-results',
  ],
  tempDirName: 'test-results/stryker',
  // It would rewrite the file with an interface that TypeScript 7 does not have.
  tsconfigFile: 'none',
  timeoutMS: 20_000,
}
