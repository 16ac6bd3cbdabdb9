import { z } from 'zod'
import { KINDLE_ADDRESS } from '../rules/kindle.ts'

export const kindleForm = z.object({
  address: z
    .string({ error: 'Please enter the address of your Kindle.' })
    .max(200, { error: 'This address is too long.' })
    .transform((typed) => typed.trim().toLowerCase())
    .pipe(
      z.string().regex(KINDLE_ADDRESS, {
        error: 'This is not a Send-to-Kindle address. It ends in @kindle.com or @free.kindle.com.',
      }),
    ),
  sendsSaved: z.boolean().default(false),
})
export type KindleInput = z.output<typeof kindleForm>
