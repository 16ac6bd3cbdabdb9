import { z } from 'zod'
import { cardAnswerInput, cardIdInput } from '../../reading/schema/review.ts'
import { answerCard } from '../../reading/service/review/answer-card.server.ts'
import { defineCall, endpoint } from '../endpoint.server.ts'
import { INVALID_INPUT } from '../schemas/answers.server.ts'

export const loader = endpoint(
  defineCall({
    id: 'answerReviewCard',
    tag: 'Reading',
    summary: 'Answer a card of the review',
    description:
      'The grade says how well the reader remembered, and decides when the card comes again. Only one answer a day counts: another one, such as from a second device, changes nothing.',
    success: 'When the card comes again.',
    errors: {
      400: INVALID_INPUT,
      404: 'The reader has no such card, or may not read what it asks now.',
    },
    method: 'POST',
    auth: 'session',
    scope: 'notes:write',
    params: cardIdInput,
    body: cardAnswerInput,
    output: z.strictObject({
      counts: z.boolean().meta({ description: 'false: an earlier answer today counts.' }),
      dueAt: z.iso.datetime(),
    }),
    async handler({ signedIn: { user }, access, params: { cardId }, body }) {
      const { due, counts } = await answerCard({ ...user, access }, cardId, await body())
      return { data: { counts, dueAt: due.toISOString() } }
    },
  }),
)

export { loader as action }
