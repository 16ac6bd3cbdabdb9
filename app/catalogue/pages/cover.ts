import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sameForAllVisitors } from '../../middleware/context.server.ts'
import { env } from '../../platform/env.server.ts'
import { drawCover } from '../cover/draw.ts'
import { findBook } from '../service.server.ts'
import { coverPath } from '../rules.ts'
import type { Route } from './+types/cover'

const TYPES: Record<string, string> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  avif: 'image/avif',
}

/** What an address shows never changes: another cover has another address. */
const IMMUTABLE = 'public, max-age=31536000, immutable'

/** A book's cover: drawn, or the image that the book brought. */
export async function loader({ params: { file }, context }: Route.LoaderArgs) {
  const drawn = /^([a-z0-9-]+)\.[0-9a-f]+\.\d+\.svg$/.exec(file)
  if (drawn) {
    const book = await findBook(drawn[1]!)
    if (!book || book.coverFile) throw new Response('There is no such cover.', { status: 404 })
    sameForAllVisitors(context)
    const current = coverPath(book) === `/covers/${file}`
    return new Response(drawCover(book), {
      headers: {
        'Content-Type': 'image/svg+xml; charset=utf-8',
        // An old address may show the new cover for a while, but nobody shall keep it.
        'Cache-Control': current ? IMMUTABLE : 'no-cache',
        'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      },
    })
  }
  const own = /^([a-z0-9-]+)-[0-9a-f]{12}\.([a-z]+)$/.exec(file)
  const type = own && TYPES[own[2]!]
  const bytes = type && (await readFile(join(env().dataDir, 'covers', file)).catch(() => undefined))
  if (!type || !bytes) throw new Response('There is no such cover.', { status: 404 })
  return new Response(new Uint8Array(bytes), {
    headers: { 'Content-Type': type, 'Cache-Control': IMMUTABLE },
  })
}
