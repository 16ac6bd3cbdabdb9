import { sameForAllVisitors } from '../../middleware/context.server.ts'
import { FOR_OTHER_SITES } from '../../middleware/security-headers.server.ts'
import { drawCover } from '../../catalogue/cover/draw-cover.ts'
import { ownCover } from '../../catalogue/service/covers.server.ts'
import { findBook } from '../../catalogue/service/find-book.server.ts'
import { COVER_WIDTHS, coverPath, coverPathOf } from '../../catalogue/rules/addresses.ts'
import type { Route } from './+types/cover'

/** What an address shows never changes: another cover has another address. */
const IMMUTABLE = 'public, max-age=31536000, immutable'

const NO_COVER = 'There is no such cover.'

/** A book's cover: drawn, or its own. */
export async function loader({ params: { file }, context }: Route.LoaderArgs) {
  const slug = /^([a-z0-9-]+)(?:\.[0-9a-f]+\.\d+\.svg|-[0-9a-f]{12}(?:\.\d+)?\.webp)$/.exec(
    file,
  )?.[1]
  const book = slug === undefined ? null : await findBook(slug)
  if (!book) throw new Response(NO_COVER, { status: 404 })
  const asked = `/covers/${file}`
  const width = COVER_WIDTHS.find((width) => asked === coverPathOf(book, width))
  if (book.coverFile === null && file.endsWith('.svg')) {
    sameForAllVisitors(context)
    return new Response(drawCover(book), {
      headers: {
        ...FOR_OTHER_SITES,
        'Content-Type': 'image/svg+xml; charset=utf-8',
        // An old address may show the new cover for a while, but nobody shall keep it.
        'Cache-Control': width ? IMMUTABLE : 'no-cache',
        'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      },
    })
  }
  // Old pages ask for the cover that was.
  if (!width) throw new Response(null, { status: 302, headers: { Location: coverPath(book) } })
  const image = await ownCover(book.id, width)
  if (!image) throw new Response(NO_COVER, { status: 404 })
  sameForAllVisitors(context)
  return new Response(new Uint8Array(image), {
    headers: {
      ...FOR_OTHER_SITES,
      'Content-Type': 'image/webp',
      'Cache-Control': IMMUTABLE,
      'Content-Security-Policy': "default-src 'none'; sandbox",
    },
  })
}
