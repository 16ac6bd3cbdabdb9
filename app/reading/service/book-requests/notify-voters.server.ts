import { findRecipient } from '../../../accounts/service/find-recipient.server.ts'
import { summaryPath } from '../../../catalogue/rules/addresses.ts'
import { cardsOf } from '../../../catalogue/service/book-cards.server.ts'
import { hiddenBooks } from '../../../catalogue/service/version.server.ts'
import { countWaitingOf, insertEmail } from '../../../platform/email/outbox-store.server.ts'
import { env } from '../../../platform/env.server.ts'
import { defineJob } from '../../../platform/jobs/define-job.server.ts'
import { pauseAfterStep } from '../../../platform/database-work.server.ts'
import { stopPath } from '../../rules/reminders/address.ts'
import { stopToken } from '../reminders/stop-token.server.ts'
import { markNotified, waitingVoters } from '../../store/book-requests/voters.server.ts'
import { bookArrivedEmail } from './book-arrived-email.ts'

const EVERY_MS = 60_000
const BATCH = 50
/** The most that wait in the outbox; others are added when the mail server has accepted these. */
const MAX_WAITING = 100

/**
 * Emails some of the readers who voted for books that are here now.
 * @returns whether there is more to do
 */
export async function notifySomeVoters(now = new Date()): Promise<boolean> {
  if ((await countWaitingOf('request')) >= MAX_WAITING) return false
  const voters = await waitingVoters(await hiddenBooks(), BATCH)
  const cards = await cardsOf([...new Set(voters.map(({ bookId }) => bookId))])
  const bookById = new Map(cards.map((book) => [book.id, book]))
  for (const voter of voters) {
    const startedAt = performance.now()
    const reader = await findRecipient(voter.userId)
    const book = bookById.get(voter.bookId)
    if (book) {
      const isTold = reader !== null && reader.requestEmails
      const email =
        isTold &&
        bookArrivedEmail({ reader, book, url: urlOf(book), stopUrl: stopUrlOf(voter.userId) })
      await markNotified(
        voter,
        now,
        email ? (tx) => insertEmail(reader.email, email, 'request', tx) : null,
      )
    }
    await pauseAfterStep(startedAt)
  }
  return voters.length === BATCH
}

const stopUrlOf = (userId: number) =>
  env().appUrl + stopPath('request', stopToken('request', userId))

const urlOf = ({ slug }: { slug: string }) => env().appUrl + summaryPath(slug)

/** Tells readers once that a book is here that they voted for. */
export const notifyVoters = defineJob({
  name: 'request-emails',
  every: EVERY_MS,
  run: () => notifySomeVoters(),
})
