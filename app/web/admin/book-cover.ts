import { drawCover } from '#packages/covers/cover.ts'
import { coverOf } from '../../catalogue/service/covers.server.ts'
import { errorPageOnDomainError } from '../shell/error-page-on-domain-error.ts'
import type { Route } from './+types/book-cover'

/** A book's cover for administrators, who also see those of hidden books. */
export async function loader({ params }: Route.LoaderArgs) {
  const { book, image } = await errorPageOnDomainError(coverOf(params.slug))
  return image
    ? new Response(new Uint8Array(image), { headers: { 'Content-Type': 'image/webp' } })
    : new Response(drawCover(book), { headers: { 'Content-Type': 'image/svg+xml' } })
}
