import type { HighlightColor } from '../../../reading/rules/highlights/highlight.ts'
import { pageReader } from '../page-reader.ts'
import { readStored, writeStored } from '../stored.ts'
import { DRAFTS_KEY } from '../summary/open-highlights.ts'

export interface Draft {
  slug: string
  start: number
  end: number
  color: HighlightColor
  text: string
}

interface StoredDraft extends Draft {
  reader: string
  at: number
}

/** How many drafts are kept, of any books: those of the last notes. */
const MOST = 10
const MAX_AGE_MS = 30 * 24 * 60 * 60 * 1000

function drafts(): StoredDraft[] {
  const all = JSON.parse(readStored(DRAFTS_KEY) || '[]') as StoredDraft[]
  return all.filter(({ at }) => Math.abs(Date.now() - at) < MAX_AGE_MS)
}

const isAt = (one: StoredDraft, { slug, start, end }: Omit<Draft, 'color' | 'text'>) =>
  one.reader === pageReader() && one.slug === slug && one.start === start && one.end === end

export const draftAt = (place: Omit<Draft, 'color' | 'text'>): Draft | undefined =>
  drafts().find((one) => isAt(one, place))

/** The last unfinished note on a text. */
export const draftIn = (slug: string): Draft | undefined =>
  drafts().find((one) => one.reader === pageReader() && one.slug === slug)

/** Keeps an unfinished note in place of an earlier one on the same part; an empty one is none. */
export function keepDraft(draft: Draft): void {
  const others = drafts().filter((one) => !isAt(one, draft))
  const own = draft.text ? [{ ...draft, reader: pageReader(), at: Date.now() }] : []
  const all = [...own, ...others].slice(0, MOST)
  writeStored(DRAFTS_KEY, all.length > 0 ? JSON.stringify(all) : '')
}
