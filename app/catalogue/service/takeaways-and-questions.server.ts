import { type Access, readableExtent } from '../rules/access.ts'
import { type Question, readableQuestions } from '../rules/questions.ts'
import { type Line, linesIn, parseSummary } from '../rules/summary/parse.ts'
import { questionedTexts } from '../store/books.server.ts'
import type { BookCard } from './list-books.server.ts'

export interface TakeawaysAndQuestions {
  takeaways: { line: Line; isPaid: boolean }[]
  questions: (Question & { isPaid: boolean })[]
  /** Whether the reader may read all of the text. */
  isWhole: boolean
}

/** The takeaways and questions of books in the parts that a reader may read, by the books' ids. */
export async function takeawaysAndQuestions(
  books: BookCard[],
  access: Access,
  freeBookId: number | null,
): Promise<Map<number, TakeawaysAndQuestions>> {
  const texts = await questionedTexts(books.map(({ id }) => id))
  return new Map(
    books.flatMap((book): [number, TakeawaysAndQuestions][] => {
      const found = texts.get(book.id)
      const extent = readableExtent(access, book, freeBookId)
      if (!found || extent === null) return []
      const { text, questions } = found
      const takeawaysIn = (part: 'free' | 'whole') =>
        parseSummary(text, part)
          .sections.filter(({ heading }) => heading === 'Readr Takeaways')
          .flatMap(linesIn)
      const free = readableQuestions(questions, text, 'free')
      const freeTakeaways = takeawaysIn('free').length
      return [
        [
          book.id,
          {
            takeaways: takeawaysIn(extent).map((line, i) => ({ line, isPaid: i >= freeTakeaways })),
            questions: readableQuestions(questions, text, extent).map((question) => ({
              ...question,
              isPaid: !free.includes(question),
            })),
            isWhole: extent === 'whole',
          },
        ],
      ]
    }),
  )
}
