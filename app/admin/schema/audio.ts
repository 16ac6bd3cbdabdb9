import { z } from 'zod'
import { MIN_FREE_PART_MS } from '../../catalogue/rules/audio/timeline.ts'

const CHOOSE_FILE = 'Please choose an audio file.'
const ENTER_TIME = 'Please enter minutes and seconds, such as 4:30.'

export const audioInput = z.object({
  audio: z
    .instanceof(File, { error: CHOOSE_FILE })
    .refine(({ size }) => size > 0, { error: CHOOSE_FILE }),
  captions: z
    .instanceof(File)
    .optional()
    .transform((captions) => (captions && captions.size > 0 ? captions : null)),
  freeUntil: z
    .string()
    .trim()
    .regex(/^\d{1,3}:[0-5]\d$/, { error: ENTER_TIME })
    .transform((text) => {
      const [minutes, seconds] = text.split(':')
      return (Number(minutes) * 60 + Number(seconds)) * 1000
    })
    .refine((ms) => ms >= MIN_FREE_PART_MS, { error: ENTER_TIME })
    .optional()
    .transform((ms) => ms ?? null),
})
