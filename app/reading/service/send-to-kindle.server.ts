import { randomUUID } from 'node:crypto'
import { accessFor, readableExtent } from '../../catalogue/rules/access.ts'
import { bookHashes } from '../../catalogue/service/book-hashes.server.ts'
import { cardsOf } from '../../catalogue/service/book-cards.server.ts'
import { readerWithAccess } from '../../accounts/service/find-reader.server.ts'
import { now as billingNow } from '../../platform/clock.server.ts'
import { attachmentName } from '../../platform/email/attachments.server.ts'
import { composeEmail } from '../../platform/email/layout.ts'
import { sendDueEmails } from '../../platform/email/outbox.server.ts'
import { insertEmail } from '../../platform/email/outbox-store.server.ts'
import { DomainError } from '../../platform/errors.ts'
import { KINDLE_FILES, WEEK_DAYS } from '../rules/kindle.ts'
import { addDeliveries, kindleOf } from '../store/kindle.server.ts'
import { savedSince } from '../store/marked-books.server.ts'
import { hiddenBooks } from '../../catalogue/service/version.server.ts'
import { DAY_MS } from '../../platform/durations.ts'
import text from './kindle-email.md?raw'

/** More do not fit into one email. */
const MAX_WEEK_BOOKS = 50
/**
 * Sends summaries to a reader's Kindle as one file. A text that was sent to the same address is not
 * sent again, unless it failed or has changed, or the reader may read more of it now.
 * @returns how many will be sent
 * @throws DomainError conflict without a Kindle; forbidden if they may not read any of it
 */
export async function sendToKindle(
  userId: number,
  bookIds: number[],
  now = new Date(),
): Promise<number> {
  const [kindle, reader] = await Promise.all([kindleOf(userId), readerWithAccess(userId)])
  if (!kindle || !reader?.emailVerified) {
    throw new DomainError('conflict', 'Please add your Kindle first.')
  }
  const access = accessFor(reader, billingNow())
  const books = await cardsOf(bookIds)
  const hashes = await bookHashes(bookIds)
  const texts = books.flatMap((book) => {
    const extent = readableExtent(access, book, reader.freeBookId)
    return extent ? [{ bookId: book.id, version: `${hashes.get(book.id)} ${extent}` }] : []
  })
  if (books.length > 0 && texts.length === 0) {
    throw new DomainError('forbidden', 'Your plan does not include this summary.')
  }
  const fileId = randomUUID()
  const to = { userId, address: kindle.address, fileId }
  const added = await addDeliveries(to, texts, now, async (ids, tx) => {
    const titles = books.filter(({ id }) => ids.includes(id)).map(({ title }) => title)
    const attachment = attachmentName(KINDLE_FILES, fileId)
    await insertEmail(kindle.address, kindleEmail(titles), 'kindle', tx, attachment)
  })
  if (added.length > 0) sendDueEmails.wake()
  return added.length
}

/** Sends what a reader saved in the last week, as one file. */
export async function sendWeek(userId: number, now = new Date()): Promise<number> {
  const since = new Date(now.getTime() - WEEK_DAYS * DAY_MS)
  const ids = await savedSince(userId, await hiddenBooks(), since, MAX_WEEK_BOOKS)
  return sendToKindle(userId, ids, now)
}

export async function sendSaved(userId: number, bookId: number, now: Date): Promise<void> {
  const kindle = await kindleOf(userId)
  if (!kindle?.sendsSaved) return
  await sendToKindle(userId, [bookId], now).catch((error: unknown) => {
    // A locked book is saved all the same.
    if (!(error instanceof DomainError)) throw error
  })
}

/** The email that a file is attached to. Amazon does not show it. */
export function kindleEmail(titles: string[]) {
  const subject = titles.length === 1 ? titles[0]! : `${titles.length} summaries`
  return composeEmail(text, null, { subject, titles: titles.join(', ') })
}
