import { cardsOf } from '../../catalogue/service/book-cards.server.ts'
import { env } from '../../platform/env.server.ts'
import { deliveryState, senderAddress, STATE_TEXTS } from '../rules/kindle.ts'
import { kindleOf, latestDeliveries } from '../store/kindle.server.ts'

export { putKindle, removeKindle } from '../store/kindle.server.ts'

const SHOWN = 5

/** A reader's Kindle, and the latest deliveries. */
export async function kindleSettings(userId: number) {
  const [kindle, deliveries] = await Promise.all([
    kindleOf(userId),
    latestDeliveries(userId, SHOWN),
  ])
  const cards = await cardsOf(deliveries.map(({ bookId }) => bookId))
  return {
    kindle,
    sender: senderAddress(env().mailFrom),
    deliveries: deliveries.flatMap((row) => {
      const book = cards.find(({ id }) => id === row.bookId)
      if (!book) return []
      const at = row.sentAt ?? row.failedAt ?? row.requestedAt
      return [{ slug: book.slug, title: book.title, at: at.toISOString(), ...described(row) }]
    }),
  }
}

/** What happened when a reader sent a book; null: they never did. */
export async function deliveryOf(userId: number, bookId: number) {
  const [row] = await latestDeliveries(userId, 1, bookId)
  return row ? { ...described(row), address: row.address } : null
}

function described(row: Parameters<typeof deliveryState>[0]) {
  const state = deliveryState(row)
  return { state, text: STATE_TEXTS[state] }
}
