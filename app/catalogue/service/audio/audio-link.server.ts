import { createHmac, timingSafeEqual } from 'node:crypto'
import { authSecrets } from '../../../platform/secrets.server.ts'
import { audioFileName } from '../../rules/audio/formats.ts'

/**
 * How long a link works: longer than a listener pauses, because players load an audio piece by piece.
 */
export const AUDIO_LINK_TTL_MS = 2 * 60 * 60 * 1000

export interface AudioLink {
  slug: string
  bookId: number
  /** Its name in AUDIO_DIR. */
  file: string
  /** Whose access opens the whole audio; null: the free part. */
  readerId: number | null
  /** Seconds since 1970. */
  expires: number
}

const signature = (link: AudioLink, secret: string) => {
  const { slug, bookId, file, readerId, expires } = link
  const signed = ['audio', slug, bookId, file, readerId ?? '', expires].join('\n')
  return createHmac('sha256', secret).update(signed).digest()
}

/**
 * The address of a file for a limited time.
 * @param readerId whose access opens the whole audio; null: the free part
 */
export function signedAudioPath(
  book: { id: number; slug: string },
  audio: { hash: string; mimeType: string },
  readerId: number | null,
  expiresAt: Date,
): string {
  const link = {
    slug: book.slug,
    bookId: book.id,
    file: audioFileName(audio.hash, audio.mimeType),
    readerId,
    expires: Math.floor(expiresAt.getTime() / 1000),
  }
  const query = new URLSearchParams({
    book: String(link.bookId),
    file: link.file,
    ...(readerId === null ? {} : { reader: String(readerId) }),
    expires: String(link.expires),
    signature: signature(link, authSecrets()[0]).toString('base64url'),
  })
  return `/audio/${link.slug}?${query}`
}

const FILE = /^[0-9a-f]{32}\.(?:mp3|m4a|opus)$/
const NUMBER = /^\d{1,12}$/

/** The link that an address contains; null: it is not signed, or not by us. It may have expired. */
export function readAudioLink(slug: string, query: URLSearchParams): AudioLink | null {
  const number = (name: string) => {
    const text = query.get(name) ?? ''
    return NUMBER.test(text) ? Number(text) : null
  }
  const [bookId, expires, file] = [number('book'), number('expires'), query.get('file') ?? '']
  if (bookId === null || expires === null || !FILE.test(file)) return null
  const link = { slug, bookId, file, readerId: number('reader'), expires }
  const given = Buffer.from((query.get('signature') ?? '').slice(0, 100), 'base64url')
  const isOurs = authSecrets().some((secret) => {
    const wanted = signature(link, secret)
    return wanted.length === given.length && timingSafeEqual(wanted, given)
  })
  return isOurs ? link : null
}
