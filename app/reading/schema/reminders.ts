import { z } from 'zod'
import { DIGEST_FREQUENCIES } from '../rules/reminders/digest.ts'
import { EMAIL_HOURS, FREQUENCIES, isTimeZone } from '../rules/review/day.ts'

/** A checkbox. */
const checkbox = z
  .literal('on')
  .optional()
  .transform((value) => value === 'on')

const hour = z.coerce
  .number()
  .refine((value) => (EMAIL_HOURS as readonly number[]).includes(value), {
    error: 'Please choose an hour from the list.',
  })

const timeZone = z
  .string()
  .refine(isTimeZone, { error: 'Please choose a time zone from the list.' })

const HOW_OFTEN = 'Please choose how often to send the emails.'

/** The form with all reminders by email. */
export const remindersForm = z
  .object({
    digest: z.enum(['off', ...DIGEST_FREQUENCIES], { error: HOW_OFTEN }),
    newBooks: checkbox,
    todaysRead: checkbox,
    highlight: checkbox,
    frequency: z.enum(['off', ...FREQUENCIES], { error: HOW_OFTEN }),
    hour,
    asks: checkbox,
    timeZone,
  })
  .refine((v) => v.digest === 'off' || v.newBooks || v.todaysRead || v.highlight, {
    error: 'Please choose what to include in the digest, or turn it off.',
    path: ['digest'],
  })

const NOT_A_SUBSCRIPTION = 'This browser did not say where to send notifications. Please try again.'

/** What the browser knows about itself, as PushSubscription.toJSON() writes it. */
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

/** The form that turns notifications on in this browser. */
export const pushForm = z.object({ subscription, hour, timeZone })

export type PushInput = z.output<typeof pushForm>

export const remindersIntent = z.enum(['save', 'push', 'push-off'])
