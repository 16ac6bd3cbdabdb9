import { z } from 'zod'
import { findGenre, type GenreSlug } from './rules/genres.ts'
import { SEARCH_MAX_CHARS, SORTS, QUOTE_MAX_CHARS, QUOTE_MIN_CHARS } from './rules.ts'

/** What a reader asks of the catalogue, after checking. */
export interface ListQuery {
  page: number
  search: string
  genre: GenreSlug | null
  /** null: by relevance when something is searched, else by title. */
  sort: (typeof SORTS)[number] | null
}

const genreName = z.string().transform((name, context) => {
  if (name === '' || name.toLowerCase() === 'all') return null
  const genre = findGenre(name)
  if (!genre) {
    context.addIssue({ code: 'custom', message: 'Unknown genre.' })
    return z.NEVER
  }
  return genre.slug
})

/** No catalogue has more pages; a larger number is past the end all the same. */
const LAST_PAGE = 9_999_999

/** The query string of the book calls. Strict: what cannot be meant is refused. */
export const listCallQuery = z.object({
  page: z
    .string()
    .default('1')
    .refine((v) => /^[1-9]\d{0,6}$/.test(v), {
      error: 'page must be a whole number from 1 to 9999999.',
    })
    .transform(Number)
    .meta({
      description: 'Page number, from 1; 20 books a page.',
      example: 1,
      override: { type: 'integer', minimum: 1, maximum: LAST_PAGE, default: 1 },
    }),
  search: z
    .string()
    .max(SEARCH_MAX_CHARS, { error: `search takes at most ${SEARCH_MAX_CHARS} characters.` })
    .default('')
    .meta({
      description:
        'Words of title, author, genre and blurb, or their beginnings; mends one or two typing errors.',
    }),
  subgenre: genreName
    .optional()
    .transform((v) => v ?? null)
    .meta({ description: 'A genre’s slug or label; empty or `all`: every genre.' }),
  sort: z
    .union([z.enum(SORTS), z.literal('')], { error: `sort must be one of ${SORTS.join(', ')}.` })
    .optional()
    .transform((v) => (v === '' ? null : (v ?? null)))
    .meta({ description: 'Default: title, or relevance when something is searched.' }),
})

/** The query string of the catalogue's pages. Forgiving: what cannot be meant is the default. */
export const listPageQuery = z.object({
  page: z
    .string()
    .regex(/^[1-9]\d*$/)
    .transform((v) => Math.min(Number(v), LAST_PAGE))
    .catch(1),
  search: z
    .string()
    .transform((v) => v.slice(0, SEARCH_MAX_CHARS).trim())
    .catch(''),
  genre: z
    .string()
    .transform((v) => findGenre(v)?.slug ?? null)
    .catch(null),
  sort: z.enum(SORTS).nullable().catch(null),
})

/** One field of a query string, absent fields as undefined. */
export function queryValues(params: URLSearchParams): Record<string, string> {
  return Object.fromEntries(params.entries())
}

const oneLine = (max: number) =>
  z
    .string({ error: 'must be text' })
    .trim()
    .min(1, { error: 'must not be empty' })
    .max(max, { error: `must have at most ${max} characters` })
    .regex(/^[^\p{Cc}]*$/u, { error: 'must be one line without control characters' })

/** Sources of a book, at most. */
const SOURCES_MAX = 100

/** The head of a book's file in content/. */
export const bookHead = z.strictObject(
  {
    title: oneLine(200),
    author: oneLine(200),
    year: z
      .int({ error: 'must be a whole number (negative for BCE)' })
      .min(-3000, { error: 'must be -3000 or later' })
      .max(2100, { error: 'must be 2100 or earlier' }),
    genre: z.string({ error: 'must be one of the nine genres' }).transform((name, context) => {
      const genre = findGenre(name)
      if (!genre) {
        context.addIssue({ code: 'custom', message: `"${name}" is not one of the nine genres` })
        return z.NEVER
      }
      return genre.slug
    }),
    blurb: oneLine(600),
    locked: z.boolean({ error: 'must be true or false' }),
    publishedAt: z
      .string({ error: 'must be a date such as 2026-09-14' })
      .refine(isDate, { error: 'must be a date such as 2026-09-14' })
      .transform((v) => new Date(v.length === 10 ? `${v}T00:00:00.000Z` : v)),
    withdrawn: z.boolean({ error: 'must be true or false' }).optional(),
    sources: z
      .array(z.unknown(), { error: 'must be a list' })
      .max(SOURCES_MAX, { error: `must be at most ${SOURCES_MAX}` })
      .pipe(z.array(oneLine(500)))
      .default([]),
    cover: z
      .string()
      .regex(/^[\w-][\w.-]{0,100}\.(?:jpe?g|png|webp|avif)$/i, {
        error: 'must name a .jpg, .png, .webp or .avif file beside the book',
      })
      .optional(),
  },
  { error: (issue) => (issue.code === 'unrecognized_keys' ? `unknown field` : undefined) },
)

/** A date, or a moment in UTC, that exists. */
function isDate(value: string): boolean {
  if (!/^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?Z)?$/.test(value)) return false
  const date = new Date(value)
  return !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === value.slice(0, 10)
}

/** Bytes of a cover's image, at most. */
export const COVER_MAX_BYTES = 10 * 2 ** 20

/** The body of a book's file. */
export const BODY_MAX_CHARS = 200_000

/** The slug that a file's name gives: small letters, digits and single hyphens. */
export const slugPattern = /^[a-z0-9]+(?:-[a-z0-9]+)*$/

/** Whether a text from outside can be a slug at all; PostgreSQL refuses to look for some that cannot. */
export function isSlug(text: string): boolean {
  return text.length <= 120 && slugPattern.test(text)
}

export const quoteQuery = z.object({
  text: z
    .string()
    .trim()
    .min(QUOTE_MIN_CHARS, { error: 'Select a whole sentence.' })
    .max(QUOTE_MAX_CHARS, { error: 'Select a shorter passage.' }),
})
