import { z } from 'zod'

const CHOOSE_FILES = 'Please choose at least one file.'

/** At least one file. */
export const importInput = z.object({
  files: z.union([z.instanceof(File), z.array(z.instanceof(File)).min(1)], {
    error: CHOOSE_FILES,
  }),
})
