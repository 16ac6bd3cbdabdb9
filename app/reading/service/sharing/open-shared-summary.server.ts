import { readerWithAccess } from '../../../accounts/service/find-reader.server.ts'
import { accessFor } from '../../../catalogue/rules/access.ts'
import { cardsOf } from '../../../catalogue/service/book-cards.server.ts'
import type { BookCard } from '../../../catalogue/service/list-books.server.ts'
import { now as clockNow } from '../../../platform/clock.server.ts'
import { type ShareState, stateOfShare } from '../../rules/sharing/share.ts'
import { countOpening, shareById } from '../../store/sharing.server.ts'
import { countSharing } from './metrics.server.ts'
import { linkOfToken } from './share-token.server.ts'

export interface Opener {
  /** null: a visitor. */
  userId: number | null
  /** The link that this browser has opened before, by its id; null: none. */
  openedId: number | null
  /** A program that only shows what the link leads to: it gets no text, and does not count. */
  isPreview: boolean
}

/** What a link leads to. The sharer's reasons, such as the end of their subscription, are theirs. */
export type OpenedShare = { book: BookCard } & (
  | {
      state: 'open' | 'preview'
      id: number
      sharedBy: string
      expiresAt: Date
      /** The sharer looks at it. */
      isOwn: boolean
      /** In this browser, for the first time. */
      isNew: boolean
    }
  | { state: 'ended'; why: 'expired' | 'used-up' | 'over' }
)

const endedBecause = (state: ShareState | null) =>
  state === 'expired' || state === 'used-up' ? state : 'over'

/**
 * Opens a link, and counts a browser that opens it for the first time. The sharer is not counted.
 * @returns null: there is no such link, or its book is not in the catalogue now
 */
export async function openSharedSummary(
  token: string,
  { userId, openedId, isPreview }: Opener,
  now = new Date(),
): Promise<OpenedShare | null> {
  const link = linkOfToken(token)
  const [book] = link ? await cardsOf([link.bookId]) : []
  if (!link || !book) return null
  const share = await shareById(link.id)
  const sharer = share && (await readerWithAccess(share.userId))
  const hasAccess =
    !!sharer && sharer.suspendedAt === null && accessFor(sharer, clockNow()) === 'full'
  const isOwn = userId !== null && share?.userId === userId
  const isCounted = !isPreview && openedId !== link.id && !isOwn
  let state = share && stateOfShare(share, hasAccess, now)
  if (state === 'used-up' && !isCounted) state = 'open'
  if (state === 'open' && isCounted && !(await countOpening(link.id, now))) state = 'used-up'
  const isOpen = share && state === 'open'
  if (isCounted) countSharing(isOpen ? 'opened' : 'refused')
  if (!isOpen) return { book, state: 'ended', why: endedBecause(state) }
  const { id, sharedBy, expiresAt } = share
  const shown = { book, id, sharedBy, expiresAt, isOwn, isNew: isCounted }
  return { ...shown, state: isPreview ? 'preview' : 'open' }
}
