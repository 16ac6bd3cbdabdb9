/** How many cards a day has. */
export const CARDS_PER_DAY = 5
/** How many questions follow a summary. */
export const QUESTIONS_PER_BOOK = 3

export const CARD_KINDS = ['question', 'highlight', 'takeaway'] as const
export type CardKind = (typeof CARD_KINDS)[number]

export interface CardSource {
  bookId: number
  kind: CardKind
  /** Unique for the reader among those of a book and kind. */
  source: string
  /** Whether it is behind the cut of the book's text. */
  isPaid: boolean
  /** What the card asks: a question, the name of a takeaway, or how a passage begins. */
  question: string
  answer: string
  /** What the reader wrote about it. */
  note: string
  /** The number of its idea; null: it belongs to none. */
  idea: number | null
  /** Where it is in the summary. */
  fragment: string
}

/** The same for a card and for what it is made from. */
export const sourceKey = ({
  bookId,
  kind,
  source,
}: Pick<CardSource, 'bookId' | 'kind' | 'source'>) => `${bookId} ${kind} ${source}`

const CUE_WORDS = { least: 3, most: 10 }

/** How a passage begins: enough to remember the rest by. Null: it is too short to be asked for. */
export function cueOf(passage: string): string | null {
  const words = passage.split(/\s+/).filter(Boolean)
  const count = Math.min(CUE_WORDS.most, Math.ceil(words.length / 3))
  if (count < CUE_WORDS.least) return null
  return `${words
    .slice(0, count)
    .join(' ')
    .replace(/(?<![,;:.–—-])[,;:.–—-]+$/, '')} …`
}

/** The card of a takeaway: its name and what it says, or how it begins and the whole. */
export function takeawayCard({
  label,
  text,
}: {
  label: string | null
  text: string
}): Pick<CardSource, 'question' | 'answer'> | null {
  if (label !== null) return { question: label, answer: text }
  const cue = cueOf(text)
  return cue === null ? null : { question: cue, answer: text }
}

/** The card of a highlight: how it begins and the whole, or a few words and what is around them. */
export function highlightCard({
  prefix,
  exact,
  suffix,
}: {
  prefix: string
  exact: string
  suffix: string
}): Pick<CardSource, 'question' | 'answer'> {
  const cue = cueOf(exact)
  if (cue !== null) return { question: cue, answer: exact.replace(/\s+/g, ' ') }
  const around = `…${prefix}${exact}${suffix}…`.replace(/\s+/g, ' ')
  return { question: `“${exact.trim()}”`, answer: around }
}

/**
 * Chooses new cards: from each book in turn, the kinds in turn.
 * @param candidates the books in the order of their importance
 */
export function chooseNew<C extends { bookId: number; kind: CardKind }>(
  candidates: readonly C[],
  count: number,
): C[] {
  const left = [...candidates]
  const chosen: C[] = []
  const times = (has: (one: C) => boolean) => chosen.filter(has).length
  while (chosen.length < count && left.length > 0) {
    const rank = (one: C) =>
      times(({ bookId }) => bookId === one.bookId) * CARD_KINDS.length * count +
      times(({ kind }) => kind === one.kind) * CARD_KINDS.length +
      CARD_KINDS.indexOf(one.kind)
    const best = left.reduce((a, b) => (rank(b) < rank(a) ? b : a))
    left.splice(left.indexOf(best), 1)
    chosen.push(best)
  }
  return chosen
}
