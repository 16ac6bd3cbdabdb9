/** `npm run generate`: the database clients for both engines, from prisma/models. */
import { ensureGenerated, ensureInstalled } from './setup.mjs'

ensureInstalled()
ensureGenerated()
