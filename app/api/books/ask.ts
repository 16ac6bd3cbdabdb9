import { z } from 'zod'
import { publicId } from '../../catalogue/rules/public-id.ts'
import { bookPath, summaryPath } from '../../catalogue/rules/addresses.ts'
import { passagePath } from '../../catalogue/rules/passage-address.ts'
import { askCallQuery } from '../../catalogue/schema/ask.ts'
import { type Answer, askLibrary } from '../../catalogue/service/ask-library.server.ts'
import { countQuestion } from '../../catalogue/service/asked-questions.server.ts'
import { consumeBatchedAttempt } from '../../accounts/service/batched-attempts.server.ts'
import { LIMITS } from '../../accounts/rules/rate-limits.ts'
import { env } from '../../platform/env.server.ts'
import { defineCall, endpoint } from '../endpoint.server.ts'
import { idJson, INVALID_INPUT, TOO_MANY_ATTEMPTS } from '../schemas/answers.server.ts'

const answerJson = z.strictObject({
  book: z.strictObject({ _id: idJson, slug: z.string(), title: z.string(), author: z.string() }),
  idea: z.int().positive().nullable(),
  text: z.string().nullable().meta({
    description:
      'The passage, word for word; null: the idea is for subscribers, and `question` is what it answers.',
  }),
  question: z.string().nullable(),
  url: z.url().meta({ description: 'The page that shows it.' }),
})

const ask = defineCall({
  id: 'ask',
  tag: 'Books',
  summary: 'Ask the library a question',
  description:
    'Answers with up to five passages of summaries, word for word, at most two of a book, the best first. Without full access, they come from free parts, and of other ideas it has only the public question. Without a good answer the list is empty.',
  success: 'The passages.',
  errors: { 400: INVALID_INPUT, 429: TOO_MANY_ATTEMPTS },
  method: 'GET',
  auth: 'optional',
  scope: 'library:read',
  query: askCallQuery,
  output: z.strictObject({ answers: z.array(answerJson) }),
  async handler({ access, query: { question }, clientAddress }) {
    await consumeBatchedAttempt({ limit: LIMITS.searches, by: clientAddress })
    const { answers } = await askLibrary(access, question)
    void countQuestion(question, answers.length > 0)
    return { data: { answers: answers.map(toAnswerJson) } }
  },
})

function toAnswerJson({ book, section, idea, text, question }: Answer) {
  const { slug, title, author, locked } = book
  const path =
    text === null || section === null
      ? locked
        ? bookPath(slug)
        : summaryPath(slug)
      : passagePath(slug, section.id, text)
  return {
    book: { _id: publicId(book.id), slug, title, author },
    idea,
    text,
    question,
    url: env().appUrl + path,
  }
}

export const loader = endpoint(ask)

export { loader as action }
