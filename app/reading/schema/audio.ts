import { z } from 'zod'
import { isoMoment } from './marks.ts'

/** Where a reader is listening. */
export const listeningInput = z.object({
  seconds: z
    .number({ error: 'must be a number' })
    .min(0, { error: 'must be 0 or more' })
    .max(86_400, { error: 'must be 86400 or less' })
    .meta({ description: 'From the beginning of the audio.', example: 93.5 }),
  placedAt: isoMoment.optional().meta({
    description:
      'When the reader got there, by the device’s clock; default: now. A later position wins.',
    override: { type: 'string', format: 'date-time' },
  }),
  sentAt: isoMoment.optional().meta({
    description: 'What the device’s clock says now, so that a wrong clock does no harm.',
    override: { type: 'string', format: 'date-time' },
  }),
})

export type ListeningInput = z.output<typeof listeningInput>
