import { z } from 'zod'
import { positionTimes } from './marks.ts'

export const listeningInput = z.object({
  seconds: z
    .number({ error: 'must be a number' })
    .min(0, { error: 'must be 0 or more' })
    .max(86_400, { error: 'must be 86400 or less' })
    .meta({ description: 'From the beginning of the audio.', example: 93.5 }),
  ...positionTimes,
})

export type ListeningInput = z.output<typeof listeningInput>
