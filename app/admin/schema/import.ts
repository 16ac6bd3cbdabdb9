import { z } from 'zod'

const CHOOSE_FILES = 'Please choose at least one file.'

/** At least one file. */
export const importInput = z.object({
  files: z.union([z.instanceof(File), z.array(z.instanceof(File)).min(1)], {
    error: CHOOSE_FILES,
  }),
})

const count = z.coerce.number().int().min(0).max(9_999_999)

/** What an import did, from the address of its page; null: nothing was imported. */
export const importReport = z
  .object({ added: count, changed: count, unchanged: count })
  .nullable()
  .catch(null)
