import { minutesToRead } from './reading-time.ts'
import { parseSummary, type Section, type Summary, summaryText } from './summary/parse.ts'

/** What may be shown of an idea behind the cut: not its heading. */
export interface LockedIdea {
  number: number
  minutes: number
}

const minutesOf = (sections: Section[]) => minutesToRead(summaryText({ sections, cut: false }))
const ideasOf = ({ sections }: Summary) => sections.filter(({ kind }) => kind === 'idea')

/**
 * The ideas of a text that come after the shown part.
 * @param shown null: nothing
 */
export function lockedIdeas(text: string, shown: Summary | null): LockedIdea[] {
  if (shown && !shown.cut) return []
  return ideasOf(parseSummary(text, 'whole'))
    .slice(shown ? ideasOf(shown).length : 0)
    .map((idea) => ({ number: idea.number!, minutes: minutesOf([idea]) }))
}

/** Minutes to read the shown part. */
export const shownMinutes = (shown: Summary) => minutesOf(shown.sections)
