/** `npm run eval`: evaluates recommendations on held-out marks (docs/recommendations.md). */
import { ensureGenerated, ensureInstalled, exec, node } from './setup.mjs'

ensureInstalled()
ensureGenerated()
exec(node(), ['eval/run.ts', ...process.argv.slice(2)])
