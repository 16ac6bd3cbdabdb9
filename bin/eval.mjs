/** `npm run eval`: judges recommendations by marks held out (docs/recommendations.md). */
import { ensureGenerated, ensureInstalled, exec, node } from './setup.mjs'

ensureInstalled()
ensureGenerated()
exec(node(), ['eval/run.ts', ...process.argv.slice(2)])
