import { createHash } from 'node:crypto'
import { LIMITS } from '../../accounts/rules/rate-limits.ts'
import { consumeAttempt } from '../../accounts/service/rate-limits.server.ts'
import { drawYearImage } from '#packages/covers/pictures.ts'
import { genreLabel } from '../../catalogue/rules/genres.ts'
import { requestContextOf } from '../../middleware/request/context.server.ts'
import { requireReader } from '../../middleware/require-reader.server.ts'
import { DomainError } from '../../platform/errors.ts'
import { rasterize } from '../../platform/rasterize.server.ts'
import { pictureLines } from '../../reading/rules/my-year.ts'
import { year } from '../../reading/schema/my-year.ts'
import { myYear } from '../../reading/service/my-year.server.ts'
import type { Route } from './+types/year-picture'

/** The reader's own year as an image. Nobody else gets it, and it names neither them nor a book. */
export async function loader({ request, params: { file }, url, context }: Route.LoaderArgs) {
  const wanted = file.endsWith('.png') ? year.safeParse(file.slice(0, -'.png'.length)) : null
  if (!wanted?.success) throw new Response(null, { status: 404 })
  const { user } = requireReader(context, url)
  const mine = await myYear(user, wanted.data)
  if (!mine.years.includes(mine.year)) throw new Response(null, { status: 404 })
  const genres = mine.genres.map(({ genre }) => genreLabel(genre))
  const svg = drawYearImage(mine.year, pictureLines(mine, genres), mine.months)
  const etag = `"${createHash('sha256').update(svg).digest('base64url').slice(0, 22)}"`
  // Browsers ask again each time, but it is drawn again only when something has changed.
  const headers = { 'Cache-Control': 'private, no-cache', ETag: etag }
  if (request.headers.get('If-None-Match')?.includes(etag)) {
    return new Response(null, { status: 304, headers })
  }
  try {
    await consumeAttempt([{ limit: LIMITS.pictures, by: requestContextOf(context).clientAddress }])
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    throw new Response(error.message, { status: error.status, headers: error.headers })
  }
  return new Response(new Uint8Array(await rasterize(svg)), {
    headers: {
      ...headers,
      'Content-Type': 'image/png',
      'Content-Disposition': `inline; filename="readr-${mine.year}.png"`,
    },
  })
}
