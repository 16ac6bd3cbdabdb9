import { type LintFinding, isText, type TextLine } from './text-lines.ts'

const REFERENCES_PER_IDEA = 2

/**
 * A reference to a place in the book: (“Economy”), (Book II), (chapter 3), (IV.3), (2.1), (§ 7).
 */
const REFERENCE =
  /\((?:see )?(?:“[^“”()]+”|(?:Preface|Introduction|Prologue|Conclusion|Dedication|Appendix|Epilogue|Book|Books|Part|Parts|Volume|Canto|Letter|Letters|Chapter|Chapters|Section|Sections|Act|Scene|Essay|Lecture|Fragment|Meditation|Aphorism|Aphorisms|maxim|maxims|chapter|chapters|section|sections|ch\.|§|[IVXLC]+\b|\d)[^()]*)\)/g

/** Each idea has references to two places of the book, one of them for a paraphrase. */
export function checkReferences(lines: TextLine[]): LintFinding[] {
  const headings = lines.filter(({ kind, idea }) => kind === 'heading' && idea !== null)
  const texts = Map.groupBy(lines.filter(isText), ({ idea }) => idea)
  const advice = new Map(
    [...new Set(headings.map(({ idea }) => idea))].map((idea) => [
      idea,
      adviceOn(idea!, (texts.get(idea) ?? []).map(({ text }) => text).join('\n')),
    ]),
  )
  return headings.flatMap(({ line, idea }) => {
    const message = advice.get(idea)
    return message ? [{ line, rule: 'references', message }] : []
  })
}

/** Enough for a quotation mark, a comma, and the spaces before a reference. */
const BEFORE_CHARS = 10

/** What the references of an idea lack; null: nothing. */
function adviceOn(idea: number, text: string): string | null {
  const references = [...text.matchAll(REFERENCE)]
  if (references.length < REFERENCES_PER_IDEA) {
    return `idea ${idea} has ${references.length} references to chapters: give at least ${REFERENCES_PER_IDEA}, such as (Book II) or (“Economy”)`
  }
  const isForParaphrase = references.some(
    ({ index }) => !/”[,.]?\s*$/.test(text.slice(Math.max(0, index - BEFORE_CHARS), index)),
  )
  return isForParaphrase ? null : `idea ${idea}: give the place of a paraphrase too`
}
