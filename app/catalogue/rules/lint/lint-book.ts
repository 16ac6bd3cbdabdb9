import { checkForm } from './check-form.ts'
import { checkHead } from './check-head.ts'
import { checkProse } from './check-prose.ts'
import { checkAnswers, checkQuestions } from './check-questions.ts'
import { checkReferences } from './check-references.ts'
import { type LintFinding, textLines, type TextLine } from './text-lines.ts'

export interface BookToLint {
  frontMatter: unknown
  body: string
  bodyLine: number
  lineOf: (field: readonly (string | number)[]) => number
}

/**
 * Checks a book by the rules of docs/catalogue.md that need no other book.
 * @param mayLack without the fields and sections that only our own books must have
 */
export function lintBook(
  { frontMatter, body, bodyLine, lineOf }: BookToLint,
  { mayLack = false } = {},
): { isFiction: boolean; lines: TextLine[]; findings: LintFinding[] } {
  const head = (frontMatter ?? {}) as Record<string, unknown>
  const isFiction = head['genre'] === 'Fiction'
  const lines = textLines(body, bodyLine)
  const findings = [
    ...checkHead(head, lineOf, mayLack),
    ...checkAnswers(head, lines, lineOf, mayLack),
    ...checkQuestions(head['questions'], lines, lineOf),
    ...checkForm(lines, { isFiction, mayLack }),
    ...checkReferences(lines),
    ...checkProse(lines),
  ]
  return { isFiction, lines, findings: findings.toSorted((a, b) => a.line - b.line) }
}
