/** `npm run readr -- <command>`: runs an operator's command; builds first if needed. */
import { ensureBuilt, ensureInstalled, exec, node } from './setup.mjs'

ensureInstalled()
await ensureBuilt()
exec(node(), ['build/server/readr.js', ...process.argv.slice(2)])
