import {
  composeEmail,
  type EmailContent,
  type EmailReader,
} from '../../../platform/email/layout.ts'
import { cardsText, promptOf } from '../../rules/review/words.ts'
import type { ReviewCard } from './list-review.server.ts'
import text from './review-email.md?raw'

interface ReviewEmail {
  reader: EmailReader
  /** The cards of the day. Their answers are on the page. */
  cards: (Pick<ReviewCard, 'kind' | 'question'> & { book: { title: string } })[]
  reviewUrl: string
  settingsUrl: string
  stopUrl: string
}

export function reviewEmail({ reader, cards, ...urls }: ReviewEmail): EmailContent {
  const { title } = cards[0]!.book
  return composeEmail(text, reader, {
    ...urls,
    onlyTitle: cards.length === 1 ? title : null,
    firstTitle: title,
    cardsText: cardsText(cards.length),
    cards: cards.map(({ kind, book, question }) => ({
      title: promptOf(kind, book.title),
      text: question,
    })),
  })
}
