import type { Access } from '../rules/access.ts'
import { type ExcerptPart, excerptOf, markedIn } from '../rules/excerpts.ts'
import { stemsOf } from '../rules/query.ts'
import { topicsOf } from '../rules/topics.ts'
import { topicsOfBooks } from '../store/books.server.ts'
import { type BookCard, type BookList, withText } from './list-books.server.ts'

/** Why a book is a result: a question that it answers, a topic, or a sentence, with the words marked. */
export type Reason = ExcerptPart[]

/**
 * Why each book of a list is in it, by id, from what the reader may read; books without one are found by
 * their names.
 */
export async function reasonsOf(
  access: Access,
  { books, stems }: Pick<BookList<BookCard>, 'books' | 'stems'>,
): Promise<Map<number, Reason>> {
  if (!stems) return new Map()
  const [found, topics] = await Promise.all([
    withText(access, books),
    topicsOfBooks(books.map(({ id }) => id)),
  ])
  return new Map(
    found.flatMap((book): [number, Reason][] => {
      const labels = topicsOf(topics.get(book.id) ?? []).map(({ label }) => label)
      const questions = book.answers.map(({ question }) => question)
      const texts = [book.blurb, ...(book.text ? [book.text] : [])]
      const reason =
        lineFor(stems.own, questions, labels, texts) ?? lineFor(stems.all, questions, labels, texts)
      return reason ? [[book.id, reason]] : []
    }),
  )
}

function lineFor(
  stems: string[],
  questions: string[],
  topics: string[],
  texts: string[],
): Reason | null {
  const question = mostOf(stems, questions)
  const topic = mostOf(stems, topics)
  if (question && question.count >= (topic?.count ?? 0)) return markedIn(question.line, stems)
  if (topic) return markedIn(topic.line, stems)
  for (const text of texts) {
    const excerpt = excerptOf(text, stems)
    if (excerpt) return excerpt
  }
  return null
}

/** The line with the most of the stems. */
function mostOf(stems: string[], lines: string[]): { line: string; count: number } | null {
  const counted = lines.map((line) => {
    const words = new Set(stemsOf(line))
    return { line, count: stems.filter((stem) => words.has(stem)).length }
  })
  const most = Math.max(0, ...counted.map(({ count }) => count))
  return most === 0 ? null : counted.find(({ count }) => count === most)!
}
