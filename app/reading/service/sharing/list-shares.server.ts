import type { Access } from '../../../catalogue/rules/access.ts'
import { cardsOf } from '../../../catalogue/service/book-cards.server.ts'
import { env } from '../../../platform/env.server.ts'
import { sharedPath } from '../../rules/sharing/address.ts'
import { weekOf } from '../../rules/reader-clock.server.ts'
import { type ShareState, stateOfShare } from '../../rules/sharing/share.ts'
import { sharesBy, type ShareRow } from '../../store/sharing.server.ts'
import { shareToken } from './share-token.server.ts'

/** The links of a year: one a week. */
const MAX_LISTED_SHARES = 53

export interface SeenShare {
  id: number
  /** null: the book is not in the catalogue now. */
  book: { id: number; slug: string; title: string } | null
  url: string
  sharedBy: string
  sharedAt: Date
  expiresAt: Date
  /** Browsers that opened it. */
  openings: number
  state: ShareState
}

export async function seenShares(
  rows: ShareRow[],
  access: Access,
  now: Date,
): Promise<SeenShare[]> {
  const cards = await cardsOf([...new Set(rows.map(({ bookId }) => bookId))])
  const bookById = new Map(cards.map(({ id, slug, title }) => [id, { id, slug, title }]))
  return rows.map((row) => ({
    id: row.id,
    book: bookById.get(row.bookId) ?? null,
    url: env().appUrl + sharedPath(shareToken(row)),
    sharedBy: row.sharedBy,
    sharedAt: row.sharedAt,
    expiresAt: row.expiresAt,
    openings: row.openings,
    state: stateOfShare(row, access === 'full', now),
  }))
}

/** The links of a reader's last year, latest first, and whether there is one of this week. */
export async function listShares(
  sharer: { id: number; access: Access; timeZone: string | null },
  now = new Date(),
): Promise<{ shares: SeenShare[]; isWeekUsed: boolean }> {
  const rows = await sharesBy(sharer.id, MAX_LISTED_SHARES)
  return {
    shares: await seenShares(rows, sharer.access, now),
    isWeekUsed: rows[0]?.week === weekOf(now, sharer.timeZone ?? 'UTC'),
  }
}
