import { cached } from '../../middleware/cache/caching.server.ts'
import { LIMITS } from '../../accounts/rules/rate-limits.ts'
import { consumeAttempt } from '../../accounts/service/rate-limits.server.ts'
import { accessOf, requestContextOf } from '../../middleware/request/context.server.ts'
import { DomainError } from '../../platform/errors.ts'
import { rasterize } from '../../platform/rasterize.server.ts'
import { drawQuoteImage } from '#packages/covers/pictures.ts'
import { tidy } from '#packages/covers/text.ts'
import { inQuotes } from '../../catalogue/rules/summary/in-quotes.ts'
import { quoteQuery } from '../../catalogue/schema/lists.ts'
import { checkQuote } from '../../catalogue/service/list-quotes.server.ts'
import type { Route } from './+types/quote-image'

export const loader = cached(
  { parameters: ['text'] },
  async ({ params: { slug }, url, context }: Route.LoaderArgs) => {
    const asked = quoteQuery.safeParse({ text: url.searchParams.get('text') ?? '' })
    if (!asked.success) throw new Response(asked.error.issues[0]?.message, { status: 400 })
    const { signedIn, clientAddress } = requestContextOf(context)
    const freeBookId = signedIn?.user.freeBookId ?? null
    try {
      const { book, quote } = await checkQuote(accessOf(context), slug, asked.data.text, freeBookId)
      // Drawing an image takes a hundred times as long as a page.
      await consumeAttempt([{ limit: LIMITS.pictures, by: clientAddress }])
      const picture = drawQuoteImage(book, inQuotes(tidy(quote)))
      return new Response(new Uint8Array(await rasterize(picture)), {
        headers: {
          'Content-Type': 'image/png',
          'Content-Disposition': `inline; filename="${book.slug}.png"`,
          'X-Robots-Tag': 'noindex',
        },
      })
    } catch (error) {
      if (error instanceof DomainError) {
        throw new Response(error.message, { status: error.status, headers: error.headers })
      }
      throw error
    }
  },
)
