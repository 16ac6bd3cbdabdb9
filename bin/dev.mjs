/** `npm run dev`: the product with every change of the sources shown at once. */
import { ensureGenerated, ensureInstalled, exec, node, run, say } from './setup.mjs'

ensureInstalled()
ensureGenerated()
run(node(), ['bin/readr.ts', 'migrate', '--fill', 'content'])
const port = process.env.PORT ?? '3000'
say(`development server on http://localhost:${port}`)
exec(node(), ['node_modules/.bin/react-router', 'dev', '--port', port], {
  NODE_ENV: 'development',
})
