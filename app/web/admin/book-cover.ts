import { drawCover } from '../../catalogue/cover/draw-cover.ts'
import { coverOf } from '../../catalogue/service/covers.server.ts'
import { DomainError } from '../../platform/errors.ts'
import type { Route } from './+types/book-cover'

/** A book's cover for administrators: that of a hidden book, too. */
export async function loader({ params }: Route.LoaderArgs) {
  try {
    const { book, image } = await coverOf(params.slug)
    return image
      ? new Response(new Uint8Array(image), { headers: { 'Content-Type': 'image/webp' } })
      : new Response(drawCover(book), { headers: { 'Content-Type': 'image/svg+xml' } })
  } catch (error) {
    if (error instanceof DomainError) return new Response(error.message, { status: error.status })
    throw error
  }
}
