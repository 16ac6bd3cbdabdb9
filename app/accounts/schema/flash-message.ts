import { z } from 'zod'

export const flashMessage = z.object({
  isProblem: z.boolean(),
  text: z.string(),
  /** Slug of the book whose summary shows it; otherwise any other page does. */
  book: z.string().optional(),
})
export type FlashMessage = z.output<typeof flashMessage>
