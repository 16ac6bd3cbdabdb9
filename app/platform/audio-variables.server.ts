import { isAbsolute } from 'node:path'
import { z } from 'zod'

/** Where audio is, and what narrates summaries. */
export const audioVariables = {
  AUDIO_DIR: z.string().min(1).optional(),
  NARRATION_COMMAND: z
    .string()
    .refine((v) => isAbsolute(v), {
      error:
        'must be the absolute path of a program, with its arguments after it, separated by spaces',
    })
    .optional(),
}
