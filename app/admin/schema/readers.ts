import { z } from 'zod'

/** The buttons on a reader's page. */
export const readerIntent = z.enum(['grant', 'revoke', 'sign-out', 'delete'])

export const grantInput = z.object({
  until: z.iso.date({ error: 'Please choose the last day of access.' }),
})

/** Entering the email address again prevents accidental deletion. */
export const deleteInput = z.object({
  confirm: z.string({ error: 'Please enter the account’s email address.' }).trim().toLowerCase(),
})
