import { z } from 'zod'

/** What can be done with a reader. */
export const readerIntent = z.enum(['grant', 'revoke', 'sign-out', 'delete'])

export const grantInput = z.object({
  until: z.iso.date({ error: 'Please choose the last day of the gift.' }),
})

/** The address, typed again, so that nobody is deleted by a slip. */
export const deleteInput = z.object({
  confirm: z.string({ error: 'Please type the address of the account.' }).trim().toLowerCase(),
})
