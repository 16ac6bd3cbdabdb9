import { z } from 'zod'
import { findGenre, GENRES } from '../rules/genres.ts'
import {
  ANSWER_LIMITS,
  type PublicQuestion,
  type Question,
  QUESTION_LIMITS,
} from '../rules/questions.ts'
import { topicBySlug, TOPICS_PER_BOOK } from '../rules/topics.ts'

export const oneLine = (max: number) =>
  z
    .string({ error: 'must be text' })
    .trim()
    .min(1, { error: 'must not be empty' })
    .max(max, { error: `must have at most ${max} characters` })
    .regex(/^[^\p{Cc}]*$/u, { error: 'must be one line without control characters' })

const MAX_SOURCES = 100

const GENRE_LABELS = GENRES.map(({ label }) => label).join(', ')

const topic = z.string({ error: 'must be text' }).transform((name, context) => {
  const found = topicBySlug(name)
  if (!found) {
    context.addIssue({ code: 'custom', message: `"${name}" is not in the list of topics` })
    return z.NEVER
  }
  return found.slug
})

const day = z
  .string({ error: 'must be a day such as 2026-09-14' })
  .refine((value) => value.length === 10 && isDate(value), {
    error: 'must be a day such as 2026-09-14',
  })

const idea = z
  .int({ error: 'must be the number of an idea' })
  .min(1, { error: 'must be 1 or more' })
  .max(QUESTION_LIMITS.idea, { error: `must be ${QUESTION_LIMITS.idea} or less` })

/** @param entry what an entry of the list must have */
const listed = (entry: string) => ({
  error: ({ code }: { code?: string }) =>
    code === 'unrecognized_keys' ? 'unknown field' : `must have ${entry}`,
})

const question = z.strictObject(
  {
    question: oneLine(QUESTION_LIMITS.question),
    answer: oneLine(QUESTION_LIMITS.answer),
    idea,
  },
  listed('a question, its answer, and the number of its idea'),
) satisfies z.ZodType<Question>

const publicQuestion = z.strictObject(
  {
    question: oneLine(ANSWER_LIMITS.question).endsWith('?', { error: 'must end with "?"' }),
    idea,
  },
  listed('a question and the number of the idea that answers it'),
) satisfies z.ZodType<PublicQuestion>

export const bookHead = z.strictObject(
  {
    title: oneLine(200),
    author: oneLine(200),
    year: z
      .int({ error: 'must be a whole number (negative for BCE)' })
      .min(-3000, { error: 'must be -3000 or later' })
      .max(2100, { error: 'must be 2100 or earlier' }),
    genre: z.string({ error: `must be one of: ${GENRE_LABELS}` }).transform((name, context) => {
      const genre = findGenre(name)
      if (!genre) {
        context.addIssue({ code: 'custom', message: `"${name}" is not one of: ${GENRE_LABELS}` })
        return z.NEVER
      }
      return genre.slug
    }),
    blurb: oneLine(600),
    topics: z
      .array(z.unknown(), { error: 'must be a list' })
      .max(TOPICS_PER_BOOK.max, { error: `must have at most ${TOPICS_PER_BOOK.max} entries` })
      .pipe(z.array(topic))
      .refine((topics) => new Set(topics).size === topics.length, {
        error: 'must name each topic once',
      })
      .default([]),
    locked: z.boolean({ error: 'must be true or false' }),
    publishedAt: z
      .string({ error: 'must be a date such as 2026-09-14' })
      .refine(isDate, { error: 'must be a date such as 2026-09-14' })
      .transform((v) => new Date(v.length === 10 ? `${v}T00:00:00.000Z` : v)),
    edition: oneLine(500).optional(),
    written: day.optional(),
    checked: day.optional(),
    withdrawn: z.boolean({ error: 'must be true or false' }).optional(),
    sources: z
      .array(z.unknown(), { error: 'must be a list' })
      .max(MAX_SOURCES, { error: `must have at most ${MAX_SOURCES} entries` })
      .pipe(z.array(oneLine(500)))
      .default([]),
    answers: z
      .array(z.unknown(), { error: 'must be a list' })
      .max(ANSWER_LIMITS.stored, { error: `must have at most ${ANSWER_LIMITS.stored} entries` })
      .pipe(z.array(publicQuestion))
      .optional(),
    questions: z
      .array(z.unknown(), { error: 'must be a list' })
      .max(QUESTION_LIMITS.stored, {
        error: `must have at most ${QUESTION_LIMITS.stored} entries`,
      })
      .pipe(z.array(question))
      .optional(),
    cover: z
      .string()
      .regex(/^[\w-][\w.-]{0,100}\.(?:jpe?g|png|webp|avif)$/i, {
        error: 'must name a .jpg, .png, .webp, or .avif file in the same folder',
      })
      .optional(),
  },
  { error: (issue) => (issue.code === 'unrecognized_keys' ? `unknown field` : undefined) },
)

/** A valid date, or a valid date and time in UTC. */
function isDate(value: string): boolean {
  if (!/^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?Z)?$/.test(value)) return false
  const date = new Date(value)
  return !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === value.slice(0, 10)
}

/** Maximum size of an uploaded cover. */
export const MAX_COVER_BYTES = 10 * 2 ** 20

/** Maximum length of a book's text. */
export const MAX_BODY_CHARS = 200_000

const slugPattern = /^[a-z0-9]+(?:-[a-z0-9]+)*$/

/** What a slug is, for messages. The page of a new book is at /admin/books/new. */
export const SLUG_RULE =
  'lowercase letters, digits, and single hyphens, 120 characters at most, and not "new"'

/** Whether a text can be a slug. Check first: PostgreSQL refuses texts with NUL characters. */
export function isSlug(text: string): boolean {
  return text.length <= 120 && slugPattern.test(text) && text !== 'new'
}

/** Maximum length of the sentence about a correction. */
export const MAX_CORRECTION_CHARS = 300

/** What a change corrects, in a sentence for readers; empty: it is no correction. */
export const correctionText = z
  .string()
  .default('')
  .transform((text) => text.replace(/[\s\p{Cc}]+/gu, ' ').trim() || null)
  .refine((text) => text === null || text.length <= MAX_CORRECTION_CHARS, {
    error: `Please use at most ${MAX_CORRECTION_CHARS} characters.`,
  })

/** What the file of a book says about where its summary comes from; null: not stated. */
export interface FileProvenance {
  sources: string[]
  edition: string | null
  written: string | null
  checked: string | null
}

export interface Correction {
  day: string
  text: string
}

/** Where a summary comes from. Days are texts such as 2026-09-14. */
export interface Provenance extends FileProvenance {
  /** Latest first. */
  corrections: Correction[]
}
