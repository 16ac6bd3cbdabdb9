/**
 * `npm start`: from a fresh clone to a running server. Installs, generates, builds, migrates, and
 * imports what is missing or has changed. Runs on the system's Node; the server runs on the
 * packaged one.
 */
import { ensureBuilt, ensureInstalled, exec, node, readrCommand, say } from './setup.mjs'

ensureInstalled()
await ensureBuilt()
process.env.NODE_ENV ??= 'production'
await readrCommand(['migrate', '--fill', 'content'])
// Links on the pages use this address, so open it rather than the one that the server binds.
const address = process.env.APP_URL ?? `http://localhost:${process.env.PORT ?? 3000}`
say(`Serving ${address} (stop with Ctrl+C)`)
exec(node(), ['build/server/serve.js'])
