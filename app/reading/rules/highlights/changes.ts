/** Changes of highlights that a device makes. Its pages send one field at a time. */

export interface PageHighlight {
  id: string
  color: string
  /** The reader's note; empty: none. */
  text: string
  start: number
  end: number
  /** The words, if they are not in the text that the page shows. */
  exact?: string
  isOutdated: boolean
}

export type PackedHighlights = string

/** Between highlights. It, spaces, and line ends of Windows are written differently in texts. */
const SEPARATOR = '|'
const NOT_IN_TEXTS = /[%+| \r]/g
const packed = (text: string) =>
  text === ''
    ? ''
    : text
        .toWellFormed()
        .replace(NOT_IN_TEXTS, (sign) => (sign === ' ' ? '+' : encodeURIComponent(sign)))
const parsed = (text: string) => decodeURIComponent(text.replaceAll('+', ' '))

/**
 * The highlights as a page needs them: they are in its data and in an attribute, where JSON would need
 * twice the room. Their words are in the text of the page, unless it ends before them.
 * @param length of the text that the page shows
 */
export const packHighlights = (
  notes: (Omit<PageHighlight, 'exact'> & { exact: string })[],
  length: number,
): PackedHighlights =>
  notes
    .map(({ id, color, start, end, isOutdated, text, exact }) => {
      const words = isOutdated || end > length ? ` ${packed(exact)}` : ''
      return `${id} ${color} ${start} ${end} ${Number(isOutdated)} ${packed(text)}${words}`
    })
    .join(SEPARATOR)

let unpacked: { from: PackedHighlights; notes: PageHighlight[] } = { from: '', notes: [] }

/** The same array again for the text of the call before: a page asks for each of its lines. */
export function unpackHighlights(from: PackedHighlights): PageHighlight[] {
  if (unpacked.from !== from) unpacked = { from, notes: from === '' ? [] : parseNotes(from) }
  return unpacked.notes
}

const parseNotes = (text: PackedHighlights): PageHighlight[] =>
  text.split(SEPARATOR).map((one) => {
    const [id, color, start, end, isOutdated, words, exact] = one.split(' ') as string[]
    return {
      id: id!,
      color: color!,
      text: parsed(words!),
      start: Number(start),
      end: Number(end),
      ...(exact !== undefined && { exact: parsed(exact) }),
      isOutdated: isOutdated === '1',
    }
  })

/** What a change says about a highlight: all of a new one, or one field. */
export type HighlightFields = Partial<Pick<PageHighlight, 'color' | 'text' | 'start' | 'end'>> & {
  isDeleted?: boolean
}

export interface HighlightRequest {
  method: 'POST' | 'PUT' | 'DELETE'
  id: string
  body: {
    color?: string
    text?: string
    /** The versions of the note that the page knew (versions.ts). */
    textBefore?: string[]
    isDeleted?: boolean
    position?: { start: number; end: number }
    quote?: { exact: string; prefix: string; suffix: string }
    bookId?: string
  }
}

const NOTES_PATH = '/api/notes'

/** The address that a change is sent to. */
export const highlightCallPath = ({ method, id }: HighlightRequest) =>
  method === 'POST' ? NOTES_PATH : `${NOTES_PATH}/${id}`

export function highlightFields({ method, body }: HighlightRequest): HighlightFields {
  if (method === 'DELETE') return { isDeleted: true }
  const { color, text, isDeleted, position } = body
  return {
    ...(color !== undefined && { color }),
    ...(text !== undefined && { text }),
    ...(isDeleted !== undefined && { isDeleted }),
    ...position,
  }
}

export type HighlightsSince = Record<string, HighlightFields>

export const addChange = (since: HighlightsSince, request: HighlightRequest): HighlightsSince => ({
  ...since,
  [request.id]: { ...since[request.id], ...highlightFields(request) },
})

/** The highlights of a page with what has changed since it was made, in the order of the text. */
export function withChanges(notes: PageHighlight[], since: HighlightsSince): PageHighlight[] {
  const all = new Map(notes.map((note) => [note.id, note]))
  for (const [id, { isDeleted, ...fields }] of Object.entries(since)) {
    const before = all.get(id)
    if (isDeleted) all.delete(id)
    else if (before) all.set(id, { ...before, ...fields })
    else if (fields.start !== undefined && fields.end !== undefined) {
      const { start, end, color = 'yellow', text = '' } = fields
      all.set(id, { id, color, text, start, end, isOutdated: false })
    }
  }
  return inTextOrder([...all.values()])
}

/** In the order of the text; what is no longer in it comes last. */
export const inTextOrder = (notes: PageHighlight[]): PageHighlight[] =>
  notes.toSorted((a, b) => Number(a.isOutdated) - Number(b.isOutdated) || a.start - b.start)
