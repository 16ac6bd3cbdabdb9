import { z } from 'zod'
import { MAX_BODY_CHARS } from '../../catalogue/schema/book.ts'

export const editorIntent = z.enum(['preview', 'draft', 'publish', 'discard', 'keep'])

export const draftInput = z.object({
  slug: z.string().max(200).default(''),
  since: z.string().max(100),
  version: z.coerce
    .number()
    .int()
    .min(0)
    .max(2 ** 30),
  /** What the change corrects, for readers. Too long is refused when it is published. */
  correction: z.string().max(2000).default(''),
})

/** The most characters in all fields of a draft together. */
export const MAX_DRAFT_CHARS = 2 * MAX_BODY_CHARS
