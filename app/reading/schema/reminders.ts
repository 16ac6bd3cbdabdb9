import { z } from 'zod'
import { DIGEST_FREQUENCIES } from '../rules/reminders/digest.ts'
import { EMAIL_HOURS, FREQUENCIES } from '../rules/reminders/review-emails.ts'
import { timeZone } from './time-zone.ts'

const MAX_VERSION = 2 ** 31 - 1
const NO_VERSION = 'Please check your choice and save again.'

const checkbox = z
  .literal('on')
  .optional()
  .transform((value) => value === 'on')

const hour = z.coerce
  .number()
  .refine((value) => (EMAIL_HOURS as readonly number[]).includes(value), {
    error: 'Please choose an hour from the list.',
  })

const HOW_OFTEN = 'Please choose how often to send the emails.'

export const remindersForm = z.object({
  version: z.coerce.number({ error: NO_VERSION }).int().min(0).max(MAX_VERSION),
  digest: z.enum(['off', ...DIGEST_FREQUENCIES], { error: HOW_OFTEN }),
  newBooks: checkbox,
  todaysRead: checkbox,
  highlight: checkbox,
  frequency: z.enum(['off', ...FREQUENCIES], { error: HOW_OFTEN }),
  hour,
  asks: checkbox,
  timeZone,
})

export const remindersInput = z.object({
  digest: z
    .object({
      frequency: z.enum(['off', ...DIGEST_FREQUENCIES], { error: HOW_OFTEN }),
      newBooks: z.boolean(),
      todaysRead: z.boolean(),
      highlight: z.boolean(),
    })
    .partial()
    .optional(),
  review: z
    .object({
      frequency: z.enum(['off', ...FREQUENCIES], { error: HOW_OFTEN }),
      hour: z.literal(EMAIL_HOURS),
    })
    .partial()
    .optional(),
  asksQuestions: z.boolean().optional(),
  timeZone: timeZone.optional(),
})

export type RemindersInput = z.output<typeof remindersInput>

const NOT_A_SUBSCRIPTION = 'This browser did not say where to send notifications. Please try again.'

const subscription = z
  .string({ error: NOT_A_SUBSCRIPTION })
  .max(2000, { error: NOT_A_SUBSCRIPTION })
  .transform((text, context) => {
    try {
      return JSON.parse(text) as unknown
    } catch {
      context.addIssue({ code: 'custom', message: NOT_A_SUBSCRIPTION })
      return z.NEVER
    }
  })
  .pipe(
    z.object(
      {
        endpoint: z.url().max(1000),
        keys: z.object({
          p256dh: z.string().regex(/^[\w-]{87}=?$/),
          auth: z.string().regex(/^[\w-]{22}={0,2}$/),
        }),
      },
      { error: NOT_A_SUBSCRIPTION },
    ),
  )

export const pushForm = z.object({ subscription, hour, timeZone })

export type PushInput = z.output<typeof pushForm>
