import { z } from 'zod'
import { findGenre, type GenreSlug } from '../rules/genres.ts'
import { MAX_SEARCH_CHARS } from '../rules/search.ts'
import { SORTS } from '../rules/lists.ts'
import { MAX_QUOTE_CHARS, MIN_QUOTE_CHARS } from '../rules/quotes.ts'

export interface ListQuery {
  page: number
  /** The first page of those to list; default: only `page`. */
  from?: number | null
  search: string
  genre: GenreSlug | null
  /** null: best match for a search, otherwise title. */
  sort: (typeof SORTS)[number] | null
}

const isEveryGenre = (name: string) => name === '' || name.toLowerCase() === 'all'

const genreName = z.string().transform((name, context) => {
  if (isEveryGenre(name)) return null
  const genre = findGenre(name)
  if (!genre) {
    context.addIssue({ code: 'custom', message: 'Unknown genre.' })
    return z.NEVER
  }
  return genre.slug
})

/** Beyond the end of any catalogue. */
const LAST_PAGE = 9_999_999

/** The query string of the book calls. Strict: invalid values are refused. */
export const listCallQuery = z.object({
  page: z
    .string()
    .default('1')
    .refine((v) => /^[1-9]\d{0,6}$/.test(v), {
      error: 'page must be a whole number from 1 to 9999999.',
    })
    .transform(Number)
    .meta({
      description: 'Page number, from 1; 20 per page.',
      example: 1,
      override: { type: 'integer', minimum: 1, maximum: LAST_PAGE, default: 1 },
    }),
  search: z
    .string()
    .max(MAX_SEARCH_CHARS, { error: `search takes at most ${MAX_SEARCH_CHARS} characters.` })
    .default('')
    .meta({
      description:
        'Words, or beginnings of words, of the title, author, genre, topics, and blurb, and words of the text that the caller may read. Tolerates one or two typos.',
    }),
  subgenre: genreName
    .optional()
    .transform((v) => v ?? null)
    .meta({ description: 'Slug or label of a genre; all genres if empty or `all`.' }),
  sort: z
    .union([z.enum(SORTS), z.literal('')], { error: `sort must be one of ${SORTS.join(', ')}.` })
    .optional()
    .transform((v) => (v === '' ? null : (v ?? null)))
    .meta({ description: 'Default: `title`, or best match for a search.' }),
})

export const pageNumber = z
  .string()
  .regex(/^[1-9]\d*$/)
  .transform((v) => Math.min(Number(v), LAST_PAGE))

/** The query string of the catalogue's pages. Lenient: other invalid values become the default. */
export const listPageQuery = z.object({
  page: pageNumber.catch(1),
  /** The first page that is shown; null: only one page is. */
  from: pageNumber.nullable().catch(null),
  search: z
    .string()
    .transform((v) => v.slice(0, MAX_SEARCH_CHARS).trim())
    .catch(''),
  /** undefined: an unknown genre, for which there is no page. */
  genre: z
    .string()
    .default('')
    .transform((v) => (isEveryGenre(v) ? null : findGenre(v)?.slug)),
  sort: z.enum(SORTS).nullable().catch(null),
})

/** A query string as an object; the last value of a repeated field counts. */
export function queryValues(params: URLSearchParams): Record<string, string> {
  return Object.fromEntries(params.entries())
}

export const quoteQuery = z.object({
  text: z
    .string()
    .trim()
    .min(MIN_QUOTE_CHARS, { error: 'Select a whole sentence.' })
    .max(MAX_QUOTE_CHARS, { error: 'Select a shorter passage.' }),
})
