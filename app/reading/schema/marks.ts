import { z } from 'zod'
import { idFrom } from '../../catalogue/rules/public-id.ts'

/** The id of a book in the calls, as a number; 0 if it cannot be one. */
export const bookId = z
  .string({ error: 'bookId must be the id of a book.' })
  .min(1, { error: 'bookId must be the id of a book.' })
  .transform((id) => idFrom(id) ?? 0)
  .meta({ description: 'The `_id` of a book.', example: '00000000000000000000000a' })

export const bookIdInput = z.object({ bookId })

export const isoMoment = z.iso
  .datetime({ offset: true, error: 'must be a moment such as 2026-11-21T09:30:00Z' })
  .transform((text) => new Date(text))

/**
 * A form that sets or removes a mark. A device that was offline sends when the mark was changed and
 * what its clock says now.
 */
export const markForm = z.object({
  mark: z.enum(['saved', 'read']),
  on: z.enum(['true', 'false']).transform((on) => on === 'true'),
  markedAt: isoMoment.optional(),
  sentAt: isoMoment.optional(),
})

/** A number that forms send as text. An empty field and null are not numbers. */
const number = <T extends z.ZodType>(schema: T) =>
  z.preprocess((given) => (typeof given === 'string' && given ? Number(given) : given), schema)

const FROM_0_TO_1 = { error: 'must be from 0 to 1' }
const SECTION_ID = { error: 'must be the id of a section' }

/** When a reader got to a position. */
export const positionTimes = {
  placedAt: isoMoment.optional().meta({
    description:
      'When the reader got there, by the device’s clock; default: now. A later position wins.',
    override: { type: 'string', format: 'date-time' },
  }),
  sentAt: isoMoment.optional().meta({
    description: 'What the device’s clock says now, so that a wrong clock does no harm.',
    override: { type: 'string', format: 'date-time' },
  }),
}

export const positionInput = z.object({
  section: z
    .string({ error: 'must be text' })
    .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, SECTION_ID)
    .max(80, SECTION_ID)
    .meta({
      description: 'The section’s id, which is its fragment in the page’s address: `idea-3`.',
      example: 'idea-3',
    }),
  paragraph: number(
    z
      .int({ error: 'must be a whole number' })
      .min(0, { error: 'must be 0 or more' })
      .max(10_000, { error: 'must be 10000 or less' })
      .default(0),
  ).meta({
    description: 'The paragraph or list within the section, from 0.',
    override: { type: 'integer', minimum: 0, maximum: 10_000, default: 0 },
  }),
  offset: number(z.number(FROM_0_TO_1).min(0, FROM_0_TO_1).max(1, FROM_0_TO_1).default(0)).meta({
    description: 'The share of the paragraph above the line that is being read.',
    override: { type: 'number', minimum: 0, maximum: 1, default: 0 },
  }),
  share: number(z.number(FROM_0_TO_1).min(0, FROM_0_TO_1).max(1, FROM_0_TO_1)).meta({
    description: 'The share of the whole text before the position.',
    example: 0.4,
    override: { type: 'number', minimum: 0, maximum: 1 },
  }),
  ...positionTimes,
})

export type PositionInput = z.output<typeof positionInput>
