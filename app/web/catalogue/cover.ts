import { cached } from '../../middleware/cache/caching.server.ts'
import { FOR_OTHER_SITES } from '../../middleware/security-headers.server.ts'
import { drawCover } from '#packages/covers/cover.ts'
import { coverJpeg } from '../../catalogue/service/epub/cover-images.server.ts'
import { ownCover } from '../../catalogue/service/covers.server.ts'
import { findBook } from '../../catalogue/service/find-book.server.ts'
import { IMMUTABLE } from './cache-control.ts'
import {
  COVER_WIDTHS,
  coverJpegPath,
  coverPath,
  coverPathOf,
} from '../../catalogue/rules/addresses.ts'
import type { Route } from './+types/cover'

const NOT_FOUND = 'Cover not found.'

const JPEG = /^([a-z0-9-]+)\.[0-9a-f]+\.\d+\.\d+\.jpg$/

/** A book's cover, drawn or its own. An address always shows the same cover. */
export const loader = cached({}, async ({ params: { file } }: Route.LoaderArgs) => {
  if (JPEG.test(file)) return jpegCover(file)
  const slug = /^([a-z0-9-]+)(?:\.[0-9a-f]+\.\d+\.svg|-[0-9a-f]{12}(?:\.\d+)?\.webp)$/.exec(
    file,
  )?.[1]
  const book = slug === undefined ? null : await findBook(slug)
  if (!book) throw new Response(NOT_FOUND, { status: 404 })
  const asked = `/covers/${file}`
  const width = COVER_WIDTHS.find((width) => asked === coverPathOf(book, width))
  if (book.coverFile === null && file.endsWith('.svg')) {
    return new Response(drawCover(book), {
      headers: {
        ...FOR_OTHER_SITES,
        'Content-Type': 'image/svg+xml; charset=utf-8',
        // An old address shows the current cover, which must not be cached under it.
        'Cache-Control': width ? IMMUTABLE : 'no-cache',
        'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      },
    })
  }
  // Pages that were cached before a change request the old cover.
  if (!width) throw new Response(null, { status: 302, headers: { Location: coverPath(book) } })
  const image = await ownCover(book.id, width)
  if (!image) throw new Response(NOT_FOUND, { status: 404 })
  return new Response(new Uint8Array(image), {
    headers: {
      ...FOR_OTHER_SITES,
      'Content-Type': 'image/webp',
      'Cache-Control': IMMUTABLE,
      'Content-Security-Policy': "default-src 'none'; sandbox",
    },
  })
})

/** The cover as JPEG, for readers' apps. An old address leads to the current cover. */
async function jpegCover(file: string): Promise<Response> {
  const book = await findBook(JPEG.exec(file)![1]!)
  if (!book) throw new Response(NOT_FOUND, { status: 404 })
  const width = COVER_WIDTHS.find((one) => coverJpegPath(book, one) === `/covers/${file}`)
  if (!width) {
    throw new Response(null, { status: 302, headers: { Location: coverJpegPath(book, 640) } })
  }
  const image = await coverJpeg(book, width)
  return new Response(new Uint8Array(image), {
    headers: { ...FOR_OTHER_SITES, 'Content-Type': 'image/jpeg', 'Cache-Control': IMMUTABLE },
  })
}
