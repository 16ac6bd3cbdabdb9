/**
 * `npm start`: from a fresh clone to a running Readr. Installs, generates, builds, migrates and
 * imports what is not there yet or has changed, says what it does, and serves. Runs on the
 * system's Node; the server runs on the Node that comes with the packages.
 */
import { ensureBuilt, ensureInstalled, exec, node, readrCommand, say } from './setup.mjs'

ensureInstalled()
await ensureBuilt()
process.env.NODE_ENV ??= 'production'
await readrCommand(['migrate', '--fill', 'content'])
say(
  // As the product calls itself in its links: pages and forms lead there, whatever address it binds.
  `Serving ${process.env.APP_URL ?? `http://localhost:${process.env.PORT ?? 3000}`} (stop with Ctrl+C)`,
)
exec(node(), ['build/server/serve.js'])
