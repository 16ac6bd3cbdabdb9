import { z } from 'zod'

/** The form that chooses the book of a day. Without a book, it is a book whose turn it is. */
export const bookOfTheDayInput = z.object({
  day: z.iso.date({ error: 'Please choose a day.' }),
  book: z.string().trim().max(200).default(''),
})
