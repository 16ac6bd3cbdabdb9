import type { PublicQuestion } from './questions.ts'
import { minutesToRead } from './reading-time.ts'
import { parseSummary, type Section, type Summary, summaryText } from './summary/parse.ts'

/** What may be shown of an idea behind the cut: not its heading, but the first question that it answers. */
export interface LockedIdea {
  number: number
  minutes: number
  question: string | null
}

const minutesOf = (sections: Section[]) => minutesToRead(summaryText({ sections, cut: false }))
const ideasOf = ({ sections }: Summary) => sections.filter(({ kind }) => kind === 'idea')

/**
 * The ideas of a text that come after the shown part.
 * @param shown null: nothing
 */
export function lockedIdeas(
  text: string,
  shown: Summary | null,
  answers: readonly PublicQuestion[],
): LockedIdea[] {
  if (shown && !shown.cut) return []
  return ideasOf(parseSummary(text, 'whole'))
    .slice(shown ? ideasOf(shown).length : 0)
    .map((section) => ({
      number: section.number!,
      minutes: minutesOf([section]),
      question: answers.find(({ idea }) => idea === section.number)?.question ?? null,
    }))
}

/** Minutes to read the shown part. */
export const shownMinutes = (shown: Summary) => minutesOf(shown.sections)
