import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Access } from '../app/catalogue/rules/access.ts'
import { type Answer, askLibrary } from '../app/catalogue/service/ask-library.server.ts'
import { importFolder } from '../app/catalogue/service/import-folder.server.ts'
import { forgetCatalogueVersion } from '../app/catalogue/service/version.server.ts'

/** A judged question. */
export interface JudgedQuestion {
  q: string
  /** How well books answer it, from 1 to 3, by slug. */
  grades: Record<string, number>
  /** The numbers of the ideas with an answer, by slug. */
  ideas: Record<string, number[]>
  /** Nothing here answers it. */
  none: boolean
  /** Questions that are held out are not looked at one by one while answers are changed. */
  set: 'tune' | 'held-out'
}

/** Shares from 0 to 1. */
export interface AskFigures {
  questions: number
  /** The first passage answers it. */
  first: number
  /** One of the five does. */
  oneOfFive: number
  /** Of the questions that nothing answers, those that are declined. */
  declined: number
}

export const judgedQuestions = () =>
  JSON.parse(readFileSync(join(import.meta.dirname, 'questions.json'), 'utf8')) as JudgedQuestion[]

/** Whether an answer comes from an idea that was judged to answer the question. */
export const isRight = ({ ideas }: JudgedQuestion, { book, idea }: Answer): boolean =>
  idea === null ? ideas[book.slug] !== undefined : (ideas[book.slug]?.includes(idea) ?? false)

/** Measures answers in the books of a folder, which must be imported. */
export async function evaluateAsk(
  questions: JudgedQuestion[],
  access: Access,
  set: JudgedQuestion['set'],
  onWrong: (question: JudgedQuestion, answers: Answer[]) => void = () => {},
): Promise<AskFigures> {
  let [asked, first, oneOfFive, negatives, declined] = [0, 0, 0, 0, 0]
  for (const question of questions.filter((judged) => judged.set === set)) {
    const { answers } = await askLibrary(access, question.q)
    if (question.none) {
      negatives += 1
      if (answers.length === 0) declined += 1
      else onWrong(question, answers)
      continue
    }
    asked += 1
    const right = answers.map((answer) => isRight(question, answer))
    if (right[0]) first += 1
    else onWrong(question, answers)
    if (right.includes(true)) oneOfFive += 1
  }
  return {
    questions: asked,
    first: first / Math.max(1, asked),
    oneOfFive: oneOfFive / Math.max(1, asked),
    declined: negatives === 0 ? 1 : declined / negatives,
  }
}

const percent = (share: number) => `${(share * 100).toFixed(1)} %`.padStart(7)

/** Prints what `npm run eval -- ask` measures. */
export async function printAsk(): Promise<void> {
  await importFolder('content', () => {})
  forgetCatalogueVersion()
  const questions = judgedQuestions()
  console.log('| asked by | set | questions | first | one of five | declined |\n|-|-|-|-|-|-|')
  for (const access of ['visitor', 'full'] as const) {
    for (const set of ['tune', 'held-out'] as const) {
      const found = await evaluateAsk(questions, access, set, (question, answers) => {
        if (set === 'tune' && process.env['SHOW']) {
          console.log(
            question.none ? 'NEG' : 'MISS',
            question.q,
            '|',
            answers
              .slice(0, 3)
              .map(
                ({ book, idea, text, question: asked }) =>
                  `${book.slug} ${idea} ${(text ?? `Q: ${asked}`).slice(0, 90)}`,
              )
              .join(' || '),
            '| want',
            JSON.stringify(question.ideas),
          )
        }
      })
      console.log(
        `| ${access} | ${set} | ${found.questions} | ${percent(found.first)} | ${percent(found.oneOfFive)} | ${percent(found.declined)} |`,
      )
    }
  }
}
