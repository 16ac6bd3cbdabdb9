import { DAY_MS } from '../../../platform/durations.ts'

/** How long a link opens a summary. */
export const SHARE_TTL_DAYS = 30
export const SHARE_TTL_MS = SHARE_TTL_DAYS * DAY_MS

/** In how many browsers a link opens a summary: for friends, not for the public. */
export const MAX_OPENINGS = 50

/** A sharer's name, as friends see it. */
export const MAX_SHARED_BY_CHARS = 60

export interface ShareFacts {
  expiresAt: Date
  revokedAt: Date | null
  openings: number
}

/**
 * `paused`: the sharer has no full access now. `used-up`: it was opened in MAX_OPENINGS browsers, and
 * opens in no other.
 */
export const SHARE_STATES = ['open', 'used-up', 'paused', 'expired', 'revoked'] as const

export type ShareState = (typeof SHARE_STATES)[number]

/** @param hasAccess the sharer has full access now, and is not suspended */
export function stateOfShare(share: ShareFacts, hasAccess: boolean, now: Date): ShareState {
  if (share.revokedAt !== null) return 'revoked'
  if (share.expiresAt <= now) return 'expired'
  if (!hasAccess) return 'paused'
  return share.openings >= MAX_OPENINGS ? 'used-up' : 'open'
}

/** A first name from a full name, as the default of what friends see; empty if it may be an address. */
export function firstName(name: string): string {
  const [first = ''] = name.trim().split(/\s+/)
  return first.includes('@') ? '' : first.slice(0, MAX_SHARED_BY_CHARS)
}

/**
 * Programs that fetch a link to show what it leads to, such as messengers. They need no text and are
 * not counted. CUBOT is a maker of phones, not a program.
 */
const PREVIEW_PROGRAMS =
  /(?<!cu)bot\b|crawler|spider|preview|facebookexternalhit|whatsapp|embedly|snapchat/i

export const makesPreviews = (userAgent: string | null): boolean =>
  userAgent !== null && PREVIEW_PROGRAMS.test(userAgent)
