/** `npm run bench` (docs/performance.md) and `npm run stress` (docs/operations.md). */
import { ensureBuilt, ensureInstalled, exec, node } from './setup.mjs'

ensureInstalled()
await ensureBuilt()
const [script, ...args] = process.argv.slice(2)
exec(node(), [`bench/${script}.ts`, ...args])
