/** `npm run dev`: the development server, which shows source changes right away. */
import { readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { ensureGenerated, ensureInstalled, exec, node, run, say, unlessDone } from './setup.mjs'

ensureInstalled()
ensureGenerated()
const dataDir = process.env.DATA_DIR ?? 'data/dev'
const env = {
  NODE_ENV: 'development',
  DATA_DIR: dataDir,
  // Later starts skip compiling the packages.
  NODE_COMPILE_CACHE: 'node_modules/.cache/compiled',
}
const migrate = () => run(node(), ['bin/readr.ts', 'migrate', '--fill', 'content'], { env })
// Seeded readers have a known password, so they are created only in this command's database.
const isOwn = !process.env.DATA_DIR && !process.env.DATABASE_URL
if (!isOwn) migrate()
else {
  const inputs = ['prisma/sqlite/migrations', 'bin/seed-development.ts']
  const readers = 'bin/development-readers.json'
  unlessDone(`${dataDir}/.done`, [...inputs, readers], `${dataDir}/readr.db`, () => {
    migrate()
    say('creating readers (once) …')
    run(node(), ['bin/run-with-vite.ts', 'bin/seed-development.ts'], {
      env: { ...env, LOG_LEVEL: 'warn' },
    })
  })
  const { password, readers: all } = JSON.parse(readFileSync(readers, 'utf8'))
  say(`sign in with the password ${password} as:`)
  for (const { kind, email } of all) say(`  ${email.padEnd(26)} ${kind}`)
}
const port = process.env.PORT ?? '3000'
const address = `http://localhost:${port}`
say('starting the development server …')
// The router would restart itself to add the first flag. The others, in MB, save collecting garbage
// while modules are loaded.
const flags = ['--conditions=development', '--min-semi-space-size=64', '--max-semi-space-size=64']
exec(node(), [...flags, 'node_modules/.bin/react-router', 'dev', '--port', port], env)
// The first page loads the modules that all pages share, and its styles take longest in the browser.
const load = (path) => fetch(address + path).then(Boolean, () => false)
while (!(await load('/'))) await setTimeout(100)
await load('/@react-router/critical.css?pathname=/')
say(`ready: open ${address}`)
