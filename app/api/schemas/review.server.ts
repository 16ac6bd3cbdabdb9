import { z } from 'zod'
import { publicId } from '../../catalogue/rules/public-id.ts'
import { CARD_KINDS } from '../../reading/rules/review/cards.ts'
import type { ReviewCard } from '../../reading/service/review/list-review.server.ts'
import { idJson } from './answers.server.ts'

const days = z.int().min(1)

export const reviewCardJson = z
  .strictObject({
    _id: idJson,
    kind: z.enum(CARD_KINDS),
    bookId: idJson,
    title: z.string(),
    author: z.string(),
    slug: z.string(),
    question: z.string().meta({
      description: 'A question, the name of a takeaway, or how the passage begins.',
    }),
    answer: z.string(),
    note: z.string().meta({ description: 'What the reader wrote about it; may be empty.' }),
    idea: z.int().nullable().meta({ description: 'The number of its idea in the summary.' }),
    reps: z.int().min(0).meta({ description: 'How many times the reader has answered it.' }),
    days: z
      .strictObject({ again: days, hard: days, good: days, easy: days })
      .meta({ description: 'In how many days the card would come back after each answer.' }),
  })
  .meta({ id: 'ReviewCard' })

export function toReviewCardJson(card: ReviewCard): z.output<typeof reviewCardJson> {
  const { id, kind, book, question, answer, note, idea, reps, days: after } = card
  return {
    _id: publicId(id),
    kind,
    bookId: publicId(book.id),
    title: book.title,
    author: book.author,
    slug: book.slug,
    question,
    answer,
    note,
    idea,
    reps,
    days: after,
  }
}
