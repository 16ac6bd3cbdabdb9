import { cached } from '../../middleware/cache/caching.server.ts'
import { env } from '../../platform/env.server.ts'
import { OPEN_SEARCH, writeOpenSearch } from './atom.ts'
import { answerFor, type FeedArgs } from './respond.server.ts'

/** How readers' apps search the feeds of version 1.2. */
export const loader = cached({}, ({ context }: FeedArgs) =>
  answerFor(context, writeOpenSearch(env().appUrl), OPEN_SEARCH),
)
