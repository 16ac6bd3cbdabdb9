/** `npm run readr`, `bench`, `stress`, `eval`, and `mutation`: runs a program after making what it needs. */
import { ensureBuilt, ensureGenerated, ensureInstalled, exec, node } from './setup.mjs'

const PROGRAMS = {
  readr: 'build/server/readr.js',
  bench: 'bench/run.ts',
  stress: 'bench/stress.ts',
  eval: 'eval/run.ts',
  mutation: 'node_modules/@stryker-mutator/core/bin/stryker.js run',
}

const [name, ...args] = process.argv.slice(2)
ensureInstalled()
if (name === 'eval' || name === 'mutation') ensureGenerated()
else await ensureBuilt()
exec(node(), [...PROGRAMS[name].split(' '), ...args])
