import { cached } from '../../middleware/cache/caching.server.ts'
import { FOR_OTHER_SITES } from '../../middleware/security-headers.server.ts'
import { rasterize } from '../../platform/rasterize.server.ts'
import { toPng } from '../../platform/images.server.ts'
import { drawSitePreview, drawBookPreview } from '#packages/covers/pictures.ts'
import { MINUTES_CLAIM } from '../marketing-claims.ts'
import { previewImagePath, SITE_PREVIEW_IMAGE } from '../../catalogue/rules/addresses.ts'
import { ownCover } from '../../catalogue/service/covers.server.ts'
import { findBook } from '../../catalogue/service/find-book.server.ts'
import { IMMUTABLE } from './cache-control.ts'
import type { Route } from './+types/preview-image'

/** The preview image of a link to a page. For a book, it contains only what its card shows. */
export const loader = cached({}, async ({ params: { file } }: Route.LoaderArgs) => {
  if (`/pictures/${file}` === SITE_PREVIEW_IMAGE) {
    return png(await rasterize(drawSitePreview(MINUTES_CLAIM)))
  }
  const slug = /^([a-z0-9-]+)\.[0-9a-f]+\.\d+\.png$/.exec(file)?.[1]
  const book = slug === undefined ? null : await findBook(slug)
  if (!book) throw new Response('Image not found.', { status: 404 })
  // Redirect old addresses instead of drawing an image for each.
  if (previewImagePath(book) !== `/pictures/${file}`) {
    throw new Response(null, { status: 302, headers: { Location: previewImagePath(book) } })
  }
  const cover = book.coverFile === null ? null : await ownCover(book.id, 320)
  const image = cover && Buffer.from(await toPng(cover)).toString('base64')
  return png(await rasterize(drawBookPreview(book, book.minutes, image)))
})

function png(bytes: Uint8Array): Response {
  return new Response(new Uint8Array(bytes), {
    headers: { ...FOR_OTHER_SITES, 'Content-Type': 'image/png', 'Cache-Control': IMMUTABLE },
  })
}
