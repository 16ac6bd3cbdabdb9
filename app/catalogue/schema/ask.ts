import { z } from 'zod'
import { MAX_SEARCH_CHARS } from '../rules/search.ts'

/** The query string of the call. Strict: longer questions are refused. */
export const askCallQuery = z.object({
  question: z
    .string({ error: 'Please send question.' })
    .trim()
    .min(1, { error: 'Please send question.' })
    .max(MAX_SEARCH_CHARS, { error: `question takes at most ${MAX_SEARCH_CHARS} characters.` })
    .meta({
      description: 'A question, in plain words.',
      example: 'How do I stop putting things off?',
    }),
})

/** The query string of the page. Lenient: longer questions are shortened. */
export const askPageQuery = z.object({
  question: z
    .string()
    .transform((text) => text.replace(/\s+/g, ' ').trim().slice(0, MAX_SEARCH_CHARS))
    .catch(''),
})
