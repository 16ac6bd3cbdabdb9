import { createHmac, timingSafeEqual } from 'node:crypto'
import { keyFor } from '../../../accounts/service/tokens.server.ts'
import { authSecrets } from '../../../platform/secrets.server.ts'

/** A link and its book, which is known even after the sharer's account was deleted. */
export interface SharedLink {
  id: number
  bookId: number
}

const signature = ({ id, bookId }: SharedLink, secret: string) =>
  createHmac('sha256', keyFor('share-link', secret)).update(`${id}.${bookId}`).digest()

/**
 * The secret part of a link: 256 bits that only AUTH_SECRETS can make. It ends in a letter or digit,
 * because messengers leave other signs out of links.
 */
export function shareToken(link: SharedLink): string {
  const signed = signature(link, authSecrets()[0]).toString('base64url')
  return `${signed}-${link.id.toString(36)}-${link.bookId.toString(36)}`
}

/** Reads a token from shareToken(); null: Readr did not make it. */
export function linkOfToken(token: string): SharedLink | null {
  const parts = /^([\w-]{43})-([0-9a-z]{1,6})-([0-9a-z]{1,6})$/.exec(token)
  if (!parts) return null
  const link = { id: Number.parseInt(parts[2]!, 36), bookId: Number.parseInt(parts[3]!, 36) }
  const given = Buffer.from(parts[1]!, 'base64url')
  const isSigned = authSecrets().some((secret) => timingSafeEqual(signature(link, secret), given))
  return isSigned ? link : null
}
