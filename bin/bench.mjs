/** `npm run bench`: compares the product with a bare server (docs/performance.md). */
import { ensureBuilt, ensureInstalled, exec, node } from './setup.mjs'

ensureInstalled()
await ensureBuilt()
exec(node(), ['bench/run.ts', ...process.argv.slice(2)])
