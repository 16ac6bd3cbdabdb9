import { ASKED_QUESTION_TTL_MS } from '../rules/asked-questions.ts'
import { HOUR_MS } from '../../platform/durations.ts'
import { inBackground } from '../../platform/database-work.server.ts'
import { log } from '../../platform/log.server.ts'
import { defineJob } from '../../platform/jobs/define-job.server.ts'
import { ifWritable } from '../../platform/unavailable.server.ts'
import { searchWords } from '../rules/search.ts'
import {
  addOpening,
  addQuestion,
  deleteOldQuestions,
  unansweredQuestions,
} from '../store/asked-questions.server.ts'

/** More would only be what programs ask. */
const MOST_KEPT = 10_000

/** The same words are the same question. */
const keyOf = (question: string) => searchWords(question).join(' ')

/** Counts a question, without who asked it. Nobody needs to wait for it: it never fails. */
export async function countQuestion(question: string, isAnswered: boolean): Promise<void> {
  const key = keyOf(question)
  if (key === '') return
  try {
    await inBackground(() => ifWritable(addQuestion(key, question, isAnswered, new Date())))
  } catch (error) {
    log.error({ err: error }, 'a question was not counted')
  }
}

/** Counts that somebody opened a book from the answer to a question. */
export const countOpening = (question: string): Promise<void> => addOpening(keyOf(question))

/** The questions that nothing answered, for administrators: the books to write next. */
export const listUnanswered = (take: number) => unansweredQuestions(take)

export const deleteQuestions = defineJob({
  name: 'asked-questions',
  every: HOUR_MS,
  run: () => deleteOldQuestions(new Date(Date.now() - ASKED_QUESTION_TTL_MS), MOST_KEPT),
})
