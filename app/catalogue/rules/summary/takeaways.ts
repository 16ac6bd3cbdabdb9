import { type Line, linesIn, type Summary } from './parse.ts'

const TAKEAWAYS = 3

/** The first takeaways of the shown part of a summary, to keep at its end. */
export function takeawaysOf({ sections }: Summary): Line[] {
  const section = sections.find(({ heading }) => heading === 'Readr Takeaways')
  return section ? linesIn(section).slice(0, TAKEAWAYS) : []
}
