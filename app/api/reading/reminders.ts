import { z } from 'zod'
import { DIGEST_FREQUENCIES } from '../../reading/rules/reminders/digest.ts'
import { FREQUENCIES } from '../../reading/rules/reminders/review-emails.ts'
import { remindersInput } from '../../reading/schema/reminders.ts'
import {
  changeReminders,
  notifiedBrowsers,
  reminderChoice,
} from '../../reading/service/reminder-choice.server.ts'
import { defineCall, endpoint } from '../endpoint.server.ts'
import { INVALID_INPUT } from '../schemas/answers.server.ts'

const hour = z.int().min(0).max(23).meta({ description: 'By the reader’s clock.' })

const output = z.strictObject({
  digest: z
    .strictObject({
      frequency: z.enum(['off', ...DIGEST_FREQUENCIES]),
      newBooks: z.boolean().meta({ description: 'New summaries in the reader’s genres.' }),
      todaysRead: z.boolean(),
      highlight: z.boolean().meta({ description: 'One of the reader’s highlights.' }),
    })
    .meta({ description: 'An email on a Friday morning.' }),
  review: z
    .strictObject({ frequency: z.enum(['off', ...FREQUENCIES]), hour })
    .meta({ description: 'An email when cards of the daily review are due.' }),
  asksQuestions: z
    .boolean()
    .meta({ description: 'Whether the end of a summary offers questions about it.' }),
  timeZone: z.string().meta({ description: 'A name of the IANA database, or UTC.' }),
  browsers: z
    .array(z.strictObject({ device: z.string().nullable(), hour }))
    .meta({ description: 'The browsers that show today’s read as a notification.' }),
})

const BROWSERS =
  'Notifications can be turned on only in the browser that shows them, at `/settings/reminders`.'

const get = defineCall({
  id: 'reminders',
  tag: 'Reading',
  summary: 'What Readr sends the reader',
  description: `Everything is off until the reader turns it on. ${BROWSERS}`,
  success: 'What the reader has chosen.',
  method: 'GET',
  auth: 'session',
  scope: 'library:read',
  output,
  async handler({ signedIn: { user } }) {
    const { choice } = await reminderChoice(user.id)
    return { data: { ...choice, browsers: await notifiedBrowsers(user.id) } }
  },
})

const put = defineCall({
  id: 'changeReminders',
  tag: 'Reading',
  summary: 'Change what Readr sends the reader',
  description: `What is left out stays as it is. Reminders go only to a confirmed email address. ${BROWSERS}`,
  success: 'What the reader has chosen now.',
  errors: { 400: INVALID_INPUT, 409: 'The reminders were changed at the same moment.' },
  method: 'PUT',
  auth: 'session',
  scope: 'library:write',
  body: remindersInput,
  output,
  async handler({ signedIn: { user }, body }) {
    const choice = await changeReminders(user, await body())
    return { data: { ...choice, browsers: await notifiedBrowsers(user.id) } }
  },
})

export const loader = endpoint(get, put)

export { loader as action }
