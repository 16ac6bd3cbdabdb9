import { cached } from '../../middleware/cache/caching.server.ts'
import { findBook } from '../../catalogue/service/find-book.server.ts'
import { env } from '../../platform/env.server.ts'
import { OPDS_PUBLICATION, writePublication } from './json.ts'
import { answerFor, type FeedArgs, noSuchFeed, publicationsFor } from './respond.server.ts'

/** One book as OPDS 2.0. */
export const loader = cached(
  {},
  async ({ context, params }: FeedArgs & { params: { slug: string } }): Promise<Response> => {
    const book = await findBook(params.slug)
    if (!book) return noSuchFeed()
    const [publication] = publicationsFor(context, [book])
    const json = writePublication(publication!, env().appUrl)
    return answerFor(context, JSON.stringify(json), OPDS_PUBLICATION)
  },
)
