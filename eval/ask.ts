import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Access } from '../app/catalogue/rules/access.ts'
import { type Answer, askLibrary } from '../app/catalogue/service/ask-library.server.ts'
import { importFolder } from '../app/catalogue/service/import-folder.server.ts'
import { forgetCatalogueVersion } from '../app/catalogue/service/version.server.ts'
import { type Figures, percent } from './search.ts'

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

export const judgedQuestions = () =>
  JSON.parse(readFileSync(join(import.meta.dirname, 'questions.json'), 'utf8')) as JudgedQuestion[]

/** Whether an answer comes from an idea that was judged to answer the question. */
export const isRight = ({ ideas }: JudgedQuestion, { book, idea }: Answer): boolean =>
  idea === null ? ideas[book.slug] !== undefined : (ideas[book.slug]?.includes(idea) ?? false)

/** Measures answers in the books of content/, which must be imported. */
async function evaluateAsk(
  questions: JudgedQuestion[],
  access: Access,
  set: JudgedQuestion['set'],
): Promise<Record<string, number>> {
  let [asked, first, oneOfFive, negatives, declined] = [0, 0, 0, 0, 0]
  for (const question of questions.filter((judged) => judged.set === set)) {
    const { answers } = await askLibrary(access, question.q)
    if (question.none) {
      negatives += 1
      if (answers.length === 0) declined += 1
      continue
    }
    asked += 1
    const right = answers.map((answer) => isRight(question, answer))
    if (right[0]) first += 1
    if (right.includes(true)) oneOfFive += 1
  }
  return {
    questions: asked,
    'first answers': percent(first / Math.max(1, asked)),
    'one of five answers': percent(oneOfFive / Math.max(1, asked)),
    'declined of those that nothing answers': percent(declined / Math.max(1, negatives)),
  }
}

/** The figures for visitors and subscribers, in percent. */
export async function askFigures(): Promise<Figures> {
  const questions = judgedQuestions()
  const figures: Figures = {}
  for (const access of ['visitor', 'full'] as const) {
    for (const set of ['tune', 'held-out'] as const) {
      figures[`${access}, ${set}`] = await evaluateAsk(questions, access, set)
    }
  }
  return figures
}

export const ASK_FIGURES_FILE = join(import.meta.dirname, 'ask-figures.json')

/** Prints what `npm run eval -- ask` measures. */
export async function printAsk(save: boolean): Promise<void> {
  await importFolder('content', () => {})
  forgetCatalogueVersion()
  const figures = await askFigures()
  console.table(figures)
  if (save) writeFileSync(ASK_FIGURES_FILE, `${JSON.stringify(figures, null, 2)}\n`)
}
