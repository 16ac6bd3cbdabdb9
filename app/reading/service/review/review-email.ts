import {
  composeEmail,
  type EmailContent,
  type EmailReader,
  emailGreeting,
} from '../../../platform/email/layout.ts'
import { cardsText, promptOf } from '../../rules/review/words.ts'
import type { ReviewCard } from './list-review.server.ts'

interface ReviewEmail {
  reader: EmailReader
  /** The cards of the day. Their answers are on the page. */
  cards: (Pick<ReviewCard, 'kind' | 'question'> & { book: { title: string } })[]
  reviewUrl: string
  settingsUrl: string
  stopUrl: string
}

/** The cards of the day, by email. */
export function reviewEmail({
  reader,
  cards,
  reviewUrl,
  settingsUrl,
  stopUrl,
}: ReviewEmail): EmailContent {
  const [first] = cards
  const items = cards.map(({ kind, book, question }) => ({
    title: promptOf(kind, book.title),
    text: question,
  }))
  return {
    ...composeEmail(
      cards.length === 1
        ? `A card from ${first!.book.title} to review`
        : `${cardsText(cards.length)} to review, the first from ${first!.book.title}`,
      [
        { kind: 'paragraph', text: emailGreeting(reader) },
        { kind: 'paragraph', text: 'This is today’s review. It takes about two minutes.' },
        { kind: 'list', items },
        { kind: 'button', label: 'Start the review', href: reviewUrl },
        { kind: 'link', label: 'Change when these emails come', href: settingsUrl },
        { kind: 'link', label: 'Stop these emails', href: stopUrl },
      ],
    ),
    unsubscribeUrl: stopUrl,
  }
}
