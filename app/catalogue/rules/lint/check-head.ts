import { z } from 'zod'
import { TOPICS_PER_BOOK } from '../topics.ts'
import type { LintFinding } from './text-lines.ts'

const MARKS = ['Consulted: ', 'Further reading: ']

const day = z
  .string({ error: 'must be a day such as 2026-09-14' })
  .regex(/^\d{4}-\d\d-\d\d$/, { error: 'must be a day such as 2026-09-14' })

/** What a header needs beyond a book that can be imported. */
const careful = z.looseObject({
  topics: z.array(z.string(), { error: 'list the topics' }).min(TOPICS_PER_BOOK.min, {
    error: `list at least ${TOPICS_PER_BOOK.min} topics`,
  }),
  edition: z
    .string({ error: 'name the edition whose text the quotations match' })
    .regex(/\b\d{4}\b/, { error: 'give the year of this text or translation' })
    .regex(/https:\/\//, { error: 'say where the text can be found: https://…' }),
  written: day,
  checked: day,
  sources: z
    .array(
      z.string().refine((source) => MARKS.some((mark) => source.startsWith(mark)), {
        error: 'start the source with "Consulted: " or "Further reading: "',
      }),
      { error: 'list the sources' },
    )
    .refine((sources) => sources.some((source) => source.startsWith(MARKS[0]!)), {
      error: 'name at least one source that was consulted',
    }),
})

/**
 * Checks the header of a book file.
 * @param lineOf the line of a field
 * @param mayLack ignore fields that are missing
 */
export function checkHead(
  values: Record<string, unknown>,
  lineOf: (path: readonly (string | number)[]) => number,
  mayLack: boolean,
): LintFinding[] {
  const parsed = careful.safeParse(values)
  const issues = parsed.error?.issues ?? []
  return issues
    .filter(({ path }) => !mayLack || values[String(path[0])] !== undefined)
    .map(({ path, message }) => ({
      line: lineOf(path as (string | number)[]),
      rule: 'header',
      message: `${path.join('.')}: ${message}`,
    }))
}
