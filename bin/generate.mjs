/** `npm run generate`: generates the database clients for both engines. */
import { ensureGenerated, ensureInstalled } from './setup.mjs'

ensureInstalled()
ensureGenerated()
