import { randomUUID } from 'node:crypto'
import { type Access, readableExtent } from '../../../catalogue/rules/access.ts'
import { cardsOf } from '../../../catalogue/service/book-cards.server.ts'
import { loadReadingTexts } from '../../../catalogue/service/reading-text.server.ts'
import { DomainError } from '../../../platform/errors.ts'
import { serverTime } from '../../rules/marks.ts'
import { anchorFor } from '../../rules/highlights/anchor-for.ts'
import {
  MAX_HIGHLIGHTS,
  MAX_HIGHLIGHTS_IN_BOOK,
  MAX_PASSAGE_CHARS,
} from '../../rules/highlights/highlight.ts'
import type { HighlightInput } from '../../schema/highlights.ts'
import {
  addHighlight,
  countHighlights,
  findHighlight,
  updateHighlight,
} from '../../store/highlights/highlights.server.ts'
import { type ChangeResult, noticeOf } from './change-highlight.server.ts'
import { requireBookId, requireVisibleBook } from '../require-book.server.ts'

export interface HighlightReader {
  id: number
  access: Access
  freeBookId: number | null
}

/**
 * Saves a highlight in text that its reader may read now. The same id twice is one highlight.
 * @throws DomainError not-found (no such book), forbidden (a locked book), invalid-input (the passage
 * is not in the part that the reader may read), conflict (there are too many, or there is no room for
 * both texts of a note)
 */
export async function saveHighlight(
  reader: HighlightReader,
  input: Omit<HighlightInput, 'reader'>,
  now = new Date(),
): Promise<ChangeResult> {
  const at = serverTime(input.changedAt ?? now, input.sentAt ?? null, now)
  const { id = randomUUID(), color, text, textBefore, bookId } = input
  if (input.id !== undefined && (await findHighlight(reader.id, id))) {
    const change = { color, text, textBefore }
    const changed = (await updateHighlight(reader.id, id, change, at, now))!
    return { note: changed.after, notice: noticeOf(changed, change) }
  }
  const { anchor, textHash } = await findPassage(reader, input)
  await requireRoom(reader.id, bookId)
  const saved = await addHighlight(reader.id, {
    id,
    bookId,
    color,
    text,
    ...anchor,
    textHash,
    isOutdated: false,
    createdAt: at,
    changedAt: at,
    colorChangedAt: at,
    textChangedAt: at,
    deletionChangedAt: at,
    deletedAt: null,
    savedAt: now,
  })
  if (saved) return { note: saved, notice: undefined }
  await requireBookId(bookId)
  throw new DomainError('unauthenticated', 'Authentication required')
}

async function findPassage(
  { access, freeBookId }: HighlightReader,
  { bookId, position, quote }: Omit<HighlightInput, 'reader'>,
) {
  await requireVisibleBook(bookId)
  const [[card], texts] = await Promise.all([cardsOf([bookId]), loadReadingTexts([bookId])])
  const whole = texts.get(bookId)
  if (!card || !whole) throw new DomainError('not-found', 'Book not found.')
  const extent = readableExtent(access, card, freeBookId)
  if (!extent) throw new DomainError('forbidden', 'Subscription required')
  const readable = extent === 'whole' ? whole.text : whole.text.slice(0, whole.freeEnd)
  const anchor = anchorFor(readable, { position, quote })
  if (!anchor) {
    const most = MAX_PASSAGE_CHARS.toLocaleString('en-US')
    const problem = `This passage is not in the text you can read, or it is longer than ${most} characters. Select it again.`
    throw new DomainError('invalid-input', problem, {
      [position ? 'position' : 'quote']: [problem],
    })
  }
  return { anchor, textHash: whole.hash }
}

async function requireRoom(userId: number, bookId: number): Promise<void> {
  const full = (most: number, where: string) =>
    new DomainError(
      'conflict',
      `You have ${most.toLocaleString('en-US')} highlights${where}, which is the limit.`,
    )
  if ((await countHighlights(userId, bookId, MAX_HIGHLIGHTS_IN_BOOK)) >= MAX_HIGHLIGHTS_IN_BOOK)
    throw full(MAX_HIGHLIGHTS_IN_BOOK, ' in this book')
  if ((await countHighlights(userId, null, MAX_HIGHLIGHTS)) >= MAX_HIGHLIGHTS)
    throw full(MAX_HIGHLIGHTS, '')
}
