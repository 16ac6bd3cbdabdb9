/** `npm run stress`: stress tests of the built product (docs/operations.md, Stress tests). */
import { spawnSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command, InvalidArgumentError, Option } from 'commander'
import { runnerImport } from 'vite'
import { measureOverload } from './stress/overload.ts'
import type { Sample } from './stress/growth.ts'
import type { Engine } from './stress/site.ts'
import { copyOfBuild, stopEverything } from './servers.ts'

interface SiteOptions {
  minutes: number
  engine?: Engine
  processes?: number
  seed: number
}

const USUAL_PROCESSES: Record<Engine, number> = { sqlite: 1, postgres: 3 }

const wholeNumber = (max: number) => (text: string) => {
  const number = Number(text)
  if (Number.isInteger(number) && number > 0 && number <= max) return number
  throw new InvalidArgumentError(`Use a whole number up to ${max}.`)
}

/** Loads a stress test. Node cannot load the JSX of the emulator's pages. */
async function load<T>(name: string): Promise<T> {
  const { module } = await runnerImport<T>(`./bench/stress/${name}.ts`, {
    configFile: false,
    logLevel: 'error',
  })
  return module
}

function finish(problems: string[]): void {
  for (const problem of problems) console.error(problem)
  if (problems.length > 0) process.exitCode = 1
}

/** Runs a test on each engine. */
async function onEngines(
  { engine, processes, ...options }: SiteOptions,
  run: (site: Parameters<typeof import('./stress/kill.ts').runKillTest>[0]) => Promise<string[]>,
): Promise<void> {
  console.log(`--seed ${options.seed}`)
  for (const one of ['sqlite', 'postgres'] as const) {
    if (engine !== undefined && engine !== one) continue
    const site = { engine: one, processes: processes ?? USUAL_PROCESSES[one], content: 'content' }
    const problems = await run({ kills: Infinity, ...options, ...site })
    finish(problems.map((problem) => `${one}: ${problem}`))
  }
}

async function soak(options: SiteOptions): Promise<void> {
  const { runSoakTest } = await load<typeof import('./stress/soak.ts')>('soak')
  await onEngines(options, async (site) => {
    const report = (sample: Sample) =>
      console.log(`${site.engine}: ${JSON.stringify({ ...sample, rows: undefined })}`)
    const { requests, problems } = await runSoakTest({ ...site, report })
    console.log(`${site.engine}: ${requests} requests`)
    return problems
  })
}

async function kill(options: SiteOptions & { kills: number }): Promise<void> {
  const { runKillTest } = await load<typeof import('./stress/kill.ts')>('kill')
  await onEngines(options, async (site) => {
    const { problems, ...outcome } = await runKillTest(site)
    console.log(`${site.engine}: ${JSON.stringify(outcome)}`)
    return problems
  })
}

async function overload(options: { crowds: number[]; seconds: number }): Promise<void> {
  const folder = join(tmpdir(), 'readr-bench')
  process.on('exit', stopEverything)
  console.log(await measureOverload(options, copyOfBuild(folder), folder))
}

function tests(): void {
  const { status } = spawnSync(
    process.execPath,
    ['node_modules/.bin/vitest', 'run', '--project=stress'],
    {
      stdio: 'inherit',
      env: { ...process.env, STRESS: '1' },
    },
  )
  if (status !== 0) finish(['stress: tests failed'])
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => process.exit(1))

const program = new Command('npm run stress --')
  .description(
    'Puts the built product under load, on 127.0.0.1 and with databases in the temporary folder. Without a command, runs all of them, as long as they take by default.',
  )
  .showHelpAfterError()
  .action(async () => {
    for (const one of program.commands) await one.parseAsync([], { from: 'user' })
  })

/** A command that runs on each engine. */
const siteCommand = (name: string, description: string) =>
  program
    .command(name)
    .description(description)
    .option('--minutes <n>', 'how long, on each engine', wholeNumber(24 * 60), 10)
    .addOption(new Option('--engine <name>', 'only this one').choices(Object.keys(USUAL_PROCESSES)))
    .option('--processes <n>', 'of the product (1 on SQLite, 3 on PostgreSQL)', wholeNumber(8))
    .option(
      '--seed <n>',
      'repeats the choices of an earlier run',
      wholeNumber(2 ** 31),
      1 + Math.floor(Math.random() * 1_000_000),
    )

program
  .command('tests')
  .description('every case of the tests that start processes again and again')
  .action(tests)
siteCommand(
  'soak',
  'visitors and readers use a site for a while; fails when something grows without bound or a request fails',
).action(soak)
siteCommand(
  'kill',
  'processes are killed at random moments while clients write; fails when something that was acknowledged is gone, or was done twice',
)
  .option('--kills <n>', 'at most this many', wholeNumber(100_000), 1000)
  .action(kill)
program
  .command('overload')
  .description('crowds request pages; reports who was served, how fast, and the memory')
  .option(
    '--crowds <n,n>',
    'connections of each crowd',
    (text) => text.split(',').map(wholeNumber(5000)),
    [500, 1000],
  )
  .option('--seconds <n>', 'how long each stays', wholeNumber(120), 20)
  .action(overload)

await program.parseAsync()
process.exit()
