import { z } from 'zod'
import { readPayload, signPayload } from '../../accounts/service/tokens.server.ts'
import {
  OPENED_BOOK_COOKIE,
  readCookie,
  openedBookCookie,
} from '../../middleware/request/cookies.server.ts'

const token = z.object({ share: z.int() })

/** The cookie of a browser that opened a link, for this link only and until its end. */
export async function openedShareCookie(
  path: string,
  { id, expiresAt }: { id: number; expiresAt: Date },
  now = Date.now(),
): Promise<string> {
  const ttlMs = expiresAt.getTime() - now
  return openedBookCookie(path, await signPayload('opened-share', { share: id }, ttlMs), ttlMs)
}

/** Which link this browser has opened before, by its id; null: none that it sends the cookie of. */
export async function openedShare(cookies: string | null): Promise<number | null> {
  const signed = readCookie(cookies, OPENED_BOOK_COOKIE)
  const opened = signed && (await readPayload('opened-share', signed, token))
  return opened ? opened.share : null
}
