/** `npm run readr -- <command>`: the operator's commands, built when that has not been done. */
import { ensureBuilt, ensureInstalled, exec, node } from './setup.mjs'

ensureInstalled()
await ensureBuilt()
exec(node(), ['build/server/readr.js', ...process.argv.slice(2)])
