import { z } from 'zod'
import { idFrom } from '../../catalogue/rules/public-id.ts'
import { GRADES } from '../rules/review/schedule.ts'
import { timeZone } from './time-zone.ts'

/** The id of a card in the path, as a number; 0 if it cannot be one. */
export const cardIdInput = z.object({
  cardId: z
    .string()
    .transform((id) => idFrom(id) ?? 0)
    .meta({ description: 'The `_id` of a card.', example: '00000000000000000000000a' }),
})

const REPS = 'must be the `reps` that came with the card'

export const cardAnswerInput = z.object({
  grade: z.enum(GRADES, { error: `must be one of: ${GRADES.join(', ')}` }).meta({
    description: 'How well the reader remembered.',
  }),
  reps: z.int({ error: REPS }).min(0, { error: REPS }).optional().meta({
    description:
      'As it came with the card. If the card has been answered since, this answer does not count.',
  }),
})

export type CardAnswerInput = z.output<typeof cardAnswerInput>

export const cardAnswerForm = z.object({
  card: cardIdInput.shape.cardId,
  grade: cardAnswerInput.shape.grade,
  reps: z.coerce.number().pipe(z.int().min(0)),
  timeZone: timeZone.optional().catch(undefined),
})

export const questionsForm = z.object({
  asksQuestions: z.enum(['true', 'false']).transform((value) => value === 'true'),
})
