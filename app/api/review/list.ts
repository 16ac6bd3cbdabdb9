import { z } from 'zod'
import { listReview } from '../../reading/service/review/list-review.server.ts'
import { defineCall, endpoint } from '../endpoint.server.ts'
import { reviewCardJson, toReviewCardJson } from '../schemas/review.server.ts'

export const loader = endpoint(
  defineCall({
    id: 'dailyReview',
    tag: 'Reading',
    summary: 'The cards of today’s review, up to five',
    description:
      'Cards ask about what the reader has read: a question about an idea, a takeaway, or a passage that the reader highlighted. A card comes back when the reader is about to forget it, according to the FSRS algorithm. Only text that the reader may read now is returned. The day follows the reader’s time zone, which they choose in their settings or which their browser reports.',
    success: 'The remaining cards, in the order to show them.',
    method: 'GET',
    auth: 'session',
    scope: 'notes:read',
    output: z.strictObject({
      cards: z.array(reviewCardJson),
      answered: z.int().min(0).meta({ description: 'How many answers the reader gave today.' }),
      tomorrow: z
        .int()
        .min(0)
        .nullable()
        .meta({ description: 'How many cards are due tomorrow; null: some remain today.' }),
    }),
    async handler({ signedIn: { user }, access }) {
      const { cards, ...review } = await listReview({ ...user, access })
      return { data: { cards: cards.map(toReviewCardJson), ...review } }
    },
  }),
)

export { loader as action }
