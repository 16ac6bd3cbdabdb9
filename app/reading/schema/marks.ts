import { z } from 'zod'
import { idFrom } from '../../catalogue/rules/public-id.ts'

/** The id of a book as the calls write it; the number behind it, or 0 for what can be no book. */
const bookId = z
  .string({ error: 'bookId must be the id of a book.' })
  .min(1, { error: 'bookId must be the id of a book.' })
  .transform((id) => idFrom(id) ?? 0)
  .meta({ description: 'The `_id` of a book.', example: '00000000000000000000000a' })

/** The body of the call that saves a book, and the path of those that name one. */
export const bookIdInput = z.object({ bookId })

const moment = z.iso
  .datetime({ offset: true, error: 'must be a moment such as 2026-11-21T09:30:00Z' })
  .transform((text) => new Date(text))

/**
 * A form that sets or takes away a mark. A device that was offline says when it was, by its clock,
 * and what its clock says now.
 */
export const markForm = z.object({
  mark: z.enum(['saved', 'read']),
  on: z.enum(['true', 'false']).transform((on) => on === 'true'),
  markedAt: moment.optional(),
  sentAt: moment.optional(),
})

/** A number, in a form as text. Nothing else is one: not an empty field, not null. */
const number = <T extends z.ZodType>(schema: T) =>
  z.preprocess((given) => (typeof given === 'string' && given ? Number(given) : given), schema)

/** Where a reader is in a summary. */
export const placeInput = z.object({
  section: z
    .string({ error: 'must be text' })
    .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, { error: 'must be the id of a section' })
    .max(80, { error: 'must be the id of a section' })
    .meta({
      description: 'The section’s id, the fragment of its address on the page: `idea-3`.',
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
  share: number(
    z
      .number({ error: 'must be from 0 to 1' })
      .min(0, { error: 'must be from 0 to 1' })
      .max(1, { error: 'must be from 0 to 1' }),
  ).meta({
    description: 'How much of the whole text lies before the place.',
    example: 0.4,
    override: { type: 'number', minimum: 0, maximum: 1 },
  }),
  placedAt: moment.optional().meta({
    description:
      'When the reader got there, by the device’s clock; default: now. A later place wins.',
    override: { type: 'string', format: 'date-time' },
  }),
  sentAt: moment.optional().meta({
    description:
      'What the device’s clock says while it sends this, so that a wrong clock does no harm.',
    override: { type: 'string', format: 'date-time' },
  }),
})

export type PlaceInput = z.output<typeof placeInput>
