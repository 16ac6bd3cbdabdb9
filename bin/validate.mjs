/** `npm test`, `npm run validate`: everything that CI runs. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { spawn } from 'node:child_process'
import {
  ensureBuilt,
  ensureGenerated,
  ensureInstalled,
  environment,
  giveUp,
  node,
  runConcurrently,
  say,
} from './setup.mjs'

ensureInstalled()
// Imported late: on a fresh clone, its packages have only just been installed.
const { ensureBrowser, ensureJava, ensureVoice } = await import('./test-programs.mjs')
const chromium = ensureBrowser()
ensureJava()
ensureVoice()
ensureGenerated()

const bin = (name) => `node_modules/.bin/${name}`
say('format, lint, types …')
// These run concurrently with the build.
const checks = Promise.all([
  runConcurrently(node(), [bin('prettier'), '--check', '--log-level', 'warn', '.']),
  runConcurrently(node(), [bin('oxlint'), '--deny-warnings']),
  runConcurrently(node(), [bin('react-router'), 'typegen']).then(() =>
    runConcurrently(node(), [bin('tsc')]),
  ),
])
await ensureBuilt()
await checks

const reports = mkdtempSync(join(tmpdir(), 'readr-test-'))
const totals = { passed: 0, failed: 0 }
let hasFailed = false
/** What is repeated at the end of the log, where it is found. */
const notes = []

async function runTests(name, args, report, count, env = {}) {
  say(`${name} …`)
  const child = spawn(node(), args, {
    stdio: 'inherit',
    // Each test file has its own process, which would compile the same packages again.
    env: environment({ CI: 'true', NODE_COMPILE_CACHE: join(reports, 'compiled'), ...env }),
  })
  const status = await new Promise((resolve) => child.once('close', resolve))
  const file = join(reports, report)
  if (existsSync(file)) {
    const { passed, failed, names } = count(JSON.parse(readFileSync(file, 'utf8')))
    totals.passed += passed
    totals.failed += failed
    notes.push(...names)
    if (failed > 0) hasFailed = true
  } else if (status === 0) giveUp(`${name} wrote no report.`)
  if (status !== 0) hasFailed = true
}

const why = (message) =>
  message ? `\n  ${stripVTControlCharacters(message).replaceAll(/\s+/g, ' ').slice(0, 400)}` : ''

/** Skipped tests count as failed: the runner reports tests as skipped when their setup fails. */
function countVitest(report) {
  const failed = report.numFailedTests + report.numPendingTests + report.numTodoTests
  const names = report.testResults.flatMap(({ name: path, status, message, assertionResults }) => {
    const file = relative('.', path)
    const tests = assertionResults.flatMap(({ fullName, status, meta, failureMessages }) => {
      if (status !== 'passed') return `${status}: ${file}: ${fullName}${why(failureMessages[0])}`
      return meta?.retries ? `flaky: ${file}: ${fullName}` : []
    })
    return status === 'failed' && tests.length === 0 ? `failed: ${file}: ${message}` : tests
  })
  return {
    passed: report.numPassedTests,
    failed: failed === 0 && !report.success ? 1 : failed,
    names,
  }
}

function countPlaywright({ stats, suites, errors }) {
  const specs = suites.flatMap(function inside({ specs = [], suites = [] }) {
    return [...specs, ...suites.flatMap(inside)]
  })
  const names = specs.flatMap(({ file, line, title, tests }) =>
    tests
      .filter(({ status }) => status !== 'expected')
      .map(
        ({ status, projectName, results }) =>
          `${status}: ${file}:${line}: ${title} (${projectName})${why(results[0]?.error?.message)}`,
      ),
  )
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + stats.skipped,
    names: [...names, ...errors.map(({ message }) => `failed: ${message}`)],
  }
}

await runTests(
  'unit, store and call tests',
  [
    bin('vitest'),
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${join(reports, 'vitest.json')}`,
  ],
  'vitest.json',
  countVitest,
)
// It waits more than it works, so it runs beside the browsers.
const onTwoProcesses = runTests(
  'calls on PostgreSQL, two processes',
  [
    bin('vitest'),
    'run',
    '--project=calls',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${join(reports, 'processes.json')}`,
    ...[
      'accounts-changes',
      'accounts-cookies',
      'accounts-tokens',
      'two-factor',
      'books',
      'social/sign-in',
    ].map((name) => `tests/calls/${name}.test.ts`),
  ],
  'processes.json',
  countVitest,
  { TEST_DATABASE: 'postgres', TEST_PROCESSES: '2' },
)
await runTests(
  'end-to-end tests',
  [bin('playwright'), 'test'],
  'playwright.json',
  countPlaywright,
  {
    CHROMIUM_PATH: chromium,
    PLAYWRIGHT_JSON_OUTPUT_FILE: join(reports, 'playwright.json'),
  },
)
await onTwoProcesses
rmSync(reports, { recursive: true })

if (hasFailed && totals.failed === 0) totals.failed = 1
for (const note of notes) console.log(note)
console.log(`${totals.passed} passed, ${totals.failed} failed`)
process.exit(hasFailed ? 1 : 0)
