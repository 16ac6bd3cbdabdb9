import { z } from 'zod'
import { publicId } from '../../catalogue/rules/public-id.ts'
import { cardsOf } from '../../catalogue/service/book-cards.server.ts'
import { DomainError } from '../../platform/errors.ts'
import { HIGHLIGHT_COLORS, type Highlight } from '../../reading/rules/highlights/highlight.ts'
import { toHighlightJson } from '../../reading/rules/highlights/highlight-json.ts'
import { idJson } from './answers.server.ts'

const offset = z.int().min(0)
const moment = z.iso.datetime()

export const highlightJson = z
  .strictObject({
    id: z.string().meta({ description: 'A UUID.' }),
    bookId: idJson,
    slug: z.string().nullable().meta({ description: 'null: the book is withdrawn.' }),
    title: z.string().nullable(),
    author: z.string().nullable(),
    color: z.enum(HIGHLIGHT_COLORS),
    text: z.string().meta({ description: 'What the reader wrote.' }),
    tags: z.array(z.string()).meta({ description: 'The `#words` in it, in lower case.' }),
    position: z.strictObject({ start: offset, end: offset }).nullable().meta({
      description:
        'The range in the summary’s reading text, in UTF-16 units (TextPositionSelector); null: its words are from an earlier version.',
    }),
    quote: z
      .strictObject({ exact: z.string(), prefix: z.string(), suffix: z.string() })
      .meta({ description: 'The words as they were highlighted (TextQuoteSelector).' }),
    isOutdated: z.boolean().meta({
      description: 'Its words are no longer in the text: they are from an earlier version.',
    }),
    createdAt: moment,
    changedAt: moment,
    colorChangedAt: moment,
    textChangedAt: moment,
    deletedAt: moment.nullable(),
  })
  .meta({ id: 'Highlight' })

export const oneHighlightJson = z.strictObject({ note: highlightJson })

/** Highlights in an answer, with the books that are not withdrawn. */
export async function toHighlightsJson(
  notes: Highlight[],
): Promise<z.output<typeof highlightJson>[]> {
  const cards = await cardsOf([...new Set(notes.map(({ bookId }) => bookId))])
  const books = new Map(cards.map((book) => [book.id, book]))
  return notes.map((note) => toHighlightJson(note, books.get(note.bookId)))
}

/** Refuses what a device sends for another reader than the one who is signed in now. */
export function requireSender(reader: string | undefined, userId: number): void {
  if (reader !== undefined && reader !== publicId(userId)) {
    throw new DomainError('conflict', 'Another reader is signed in now.')
  }
}

/** What the OpenAPI document says about the errors of these calls. */
export const NO_HIGHLIGHT = 'Highlight not found.'
export const OTHER_READER = 'Another reader is signed in now.'
