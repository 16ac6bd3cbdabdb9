import { LIMITS } from '../../accounts/rules/limits.ts'
import { consumeAttempt } from '../../accounts/service/limits.server.ts'
import { accessOf, factsOf, sameForAllVisitors } from '../../middleware/context.server.ts'
import { DomainError } from '../../platform/errors.ts'
import { rasterize } from '../../platform/rasterize.server.ts'
import { drawQuoteCard } from '../../catalogue/cover/cards.ts'
import { quoteQuery } from '../../catalogue/schema/lists.ts'
import { readableQuote } from '../../catalogue/service/quotes.server.ts'
import type { Route } from './+types/quote'

/** A sentence of a summary as a picture, if it stands in what the asker may read. */
export async function loader({ params: { slug }, url, context }: Route.LoaderArgs) {
  const asked = quoteQuery.safeParse({ text: url.searchParams.get('text') ?? '' })
  if (!asked.success) throw new Response(asked.error.issues[0]?.message, { status: 400 })
  const { signedIn, clientAddress } = factsOf(context)
  const freeBookId = signedIn?.user.freeBookId ?? null
  try {
    const { book, quote } = await readableQuote(
      accessOf(context),
      slug,
      asked.data.text,
      freeBookId,
    )
    // Drawing costs a hundred times what a page costs.
    await consumeAttempt([{ limit: LIMITS.pictures, by: clientAddress }])
    sameForAllVisitors(context)
    return new Response(new Uint8Array(await rasterize(drawQuoteCard(book, quote))), {
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
}
