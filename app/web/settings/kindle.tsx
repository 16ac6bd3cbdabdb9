import { LIMITS } from '../../accounts/rules/rate-limits.ts'
import { takeFlashMessage } from '../../accounts/service/flash-message.server.ts'
import { consumeAttempt } from '../../accounts/service/rate-limits.server.ts'
import { requireVerified } from '../../accounts/service/require-verified.server.ts'
import {
  formHeaders,
  readForm,
  redirectWithText,
  runIntent,
  submitForm,
} from '../../middleware/form-action.server.ts'
import { requireReader } from '../../middleware/require-reader.server.ts'
import { DomainError } from '../../platform/errors.ts'
import { KINDLE_PATH } from '../../reading/rules/kindle.ts'
import { kindleForm } from '../../reading/schema/kindle.ts'
import {
  kindleSettings,
  putKindle,
  removeKindle,
} from '../../reading/service/kindle-settings.server.ts'
import { sendWeek } from '../../reading/service/send-to-kindle.server.ts'
import { SettingsFrame } from '../billing/settings-frame.tsx'
import { KindleSection } from './kindle-section.tsx'
import type { Route } from './+types/kindle'

export const handle = { withoutScripts: true, bottomBar: true }

export const headers = formHeaders

export const meta: Route.MetaFunction = () => [{ title: 'Send to Kindle · Readr' }]

export async function loader({ url, context }: Route.LoaderArgs) {
  const { user, session } = requireReader(context, url)
  const [settings, flash] = await Promise.all([
    kindleSettings(user.id),
    takeFlashMessage(session.id),
  ])
  return { settings, flash, emailVerified: user.emailVerified, timeZone: user.timeZone }
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const { user, session } = requireReader(context, url)
  const form = await readForm(request)
  const done = (text: string, isProblem = false) =>
    redirectWithText(session.id, KINDLE_PATH, text, isProblem)
  return runIntent(form, {
    save: () =>
      submitForm(form, kindleForm, async (input) => {
        requireVerified(user)
        await putKindle(user.id, input, new Date())
        return done('Saved.')
      }),
    remove: async () => {
      await removeKindle(user.id)
      return done('Your Kindle was removed. We won’t send anything more to it.')
    },
    'send-week': async () => {
      try {
        await consumeAttempt([{ limit: LIMITS.kindle, by: String(user.id) }])
        const count = await sendWeek(user.id)
        return await done(count > 0 ? sentText(count) : NOTHING_NEW)
      } catch (error) {
        if (!(error instanceof DomainError)) throw error
        return done(error.message, true)
      }
    },
  })
}

const NOTHING_NEW =
  'There is nothing new to send: everything you saved in the last week was already sent.'

const sentText = (count: number) =>
  count === 1 ? 'One summary is on its way.' : `${count} summaries are on their way, in one file.`

export default function KindlePage({ loaderData, actionData }: Route.ComponentProps) {
  const { settings, flash, emailVerified, timeZone } = loaderData
  return (
    <SettingsFrame title="Kindle" flash={flash}>
      <KindleSection
        {...settings}
        emailVerified={emailVerified}
        timeZone={timeZone}
        refused={actionData}
      />
    </SettingsFrame>
  )
}
