import { z } from 'zod'
import { MAX_SEARCH_CHARS } from '../../catalogue/rules/search.ts'
import { CONTEXT_CHARS } from '../rules/highlights/anchor.ts'
import {
  HIGHLIGHT_COLORS,
  MAX_NOTE_CHARS,
  MAX_PASSAGE_CHARS,
} from '../rules/highlights/highlight.ts'
import { MAX_VERSIONS } from '../rules/highlights/versions.ts'
import { bookId, isoMoment } from './marks.ts'
import { tooLong } from './texts.ts'

const PLACE = { error: 'must be whole numbers from 0: the start and the end of the passage' }
const offset = z.int(PLACE).min(0, PLACE).max(100_000_000, PLACE)

const stored = (typed: string) => typed.replace(/\r\n?/g, '\n').replaceAll('\0', '').toWellFormed()

const context = (side: string, keep: (text: string) => string) =>
  z
    .string({ error: `${side} must be text` })
    .max(10_000, { error: `${side} is too long` })
    .overwrite((text) => keep(stored(text)))
    .default('')

const quote = z.strictObject({
  exact: z
    .string({ error: 'exact must be text' })
    .overwrite(stored)
    .min(1, { error: 'exact must not be empty' })
    .max(2 * MAX_PASSAGE_CHARS, { error: 'Please highlight a shorter passage.' })
    .meta({ description: 'The words of the passage.' }),
  prefix: context('prefix', (text) => text.slice(-CONTEXT_CHARS)).meta({
    description: 'What is before it; 32 characters are enough.',
    override: { type: 'string', default: '' },
  }),
  suffix: context('suffix', (text) => text.slice(0, CONTEXT_CHARS)).meta({
    description: 'What is after it.',
    override: { type: 'string', default: '' },
  }),
})

export const highlightColor = z.enum(HIGHLIGHT_COLORS, {
  error: `Please choose a color: ${HIGHLIGHT_COLORS.join(', ')}.`,
})

export const noteText = z
  .string({ error: 'text must be text' })
  .overwrite((typed) => stored(typed).trim())
  .max(MAX_NOTE_CHARS, tooLong(MAX_NOTE_CHARS))

export const highlightId = z
  .uuid({ error: 'id must be a UUID' })
  .overwrite((id) => id.toLowerCase())
  .meta({ example: '0b9e3f6e-2d3c-4f0a-9f58-2f1c5a1d7e90' })

const VERSIONS = { error: 'textBefore must be a list of versions' }
const version = z.string().regex(/^[\da-f]{8}$/, VERSIONS)

/** The version of the note that a page with a form shows. Pages of an earlier build do not say. */
export const shownVersion = version.transform((one) => [one]).optional()

const textBefore = z
  .array(version, VERSIONS)
  .max(MAX_VERSIONS, { error: `textBefore must have at most ${MAX_VERSIONS} versions` })
  .optional()
  .meta({
    description:
      'The version of the note that this changes, or several if a device does not know which of its changes have arrived: FNV-1a hashes of UTF-16 units, 32 bits, as eight hexadecimal digits. If the note says something else by now, both texts are kept, and a deleted highlight is restored; `message` says so. Without it, the later text wins.',
  })

/** When a device made a change. */
const when = {
  changedAt: isoMoment.optional().meta({
    description:
      'When the reader changed it, by the device’s clock; default: now. For each field, the later change wins.',
    override: { type: 'string', format: 'date-time' },
  }),
  sentAt: isoMoment.optional().meta({
    description: 'What the device’s clock says now, so that a wrong clock does no harm.',
    override: { type: 'string', format: 'date-time' },
  }),
  reader: z.string().max(100).optional().meta({
    description:
      'The `_id` of the reader who made the change. If somebody else is signed in now, it is refused.',
  }),
}

export const highlightInput = z
  .strictObject({
    id: highlightId.optional().meta({
      description:
        'A UUID that the device chooses. Sending the same id again means the same highlight.',
    }),
    bookId,
    color: highlightColor.default('yellow'),
    text: noteText.default(''),
    textBefore,
    position: z.strictObject({ start: offset, end: offset }).optional().meta({
      description: 'The range in the summary’s reading text, in UTF-16 units.',
    }),
    quote: quote.optional(),
    ...when,
  })
  .refine(({ position, quote }) => position || quote, {
    error: 'position or quote is required',
    path: ['position'],
  })
export type HighlightInput = z.output<typeof highlightInput>

export const highlightChangeInput = z.strictObject({
  color: highlightColor.optional(),
  text: noteText.optional(),
  textBefore,
  isDeleted: z.boolean().optional().meta({ description: '`false` restores a deleted highlight.' }),
  ...when,
})
export type HighlightChangeInput = z.output<typeof highlightChangeInput>

export const highlightDeletionQuery = z.object(when)

export const highlightIdInput = z.object({
  id: highlightId.meta({ description: 'The id of a highlight.' }),
})

/** A place in a list of highlights: a time and an id. */
const cursor = z
  .string()
  .regex(/^\d{1,15}_[0-9a-f-]{36}$/, { error: 'cursor must come from an earlier response' })
  .transform((text) => {
    const [at, id] = text.split('_') as [string, string]
    return { at: new Date(Number(at)), id }
  })

export const highlightsQuery = z.object({
  bookId: bookId.optional().meta({ description: 'The `_id` of a book.' }),
  color: highlightColor.optional().meta({ description: 'Only highlights of this color.' }),
  tag: z.string().max(100, { error: 'This tag is too long.' }).optional().meta({
    description: 'A tag in the note, with or without `#`.',
  }),
  query: z
    .string()
    .max(MAX_SEARCH_CHARS, { error: `Please use at most ${MAX_SEARCH_CHARS} characters.` })
    .optional()
    .meta({ description: 'Words in the passage or the note.' }),
  since: isoMoment.optional().meta({
    description: 'Only changes since then, oldest first, including deleted highlights.',
    override: { type: 'string', format: 'date-time' },
  }),
  cursor: cursor.optional().meta({
    description: '`nextCursor` of the previous page.',
    override: { type: 'string' },
  }),
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(200)
    .default(50)
    .meta({
      description: 'How many are on a page.',
      override: { type: 'integer', minimum: 1, maximum: 200, default: 50 },
    }),
})
export type HighlightsQuery = z.output<typeof highlightsQuery>
