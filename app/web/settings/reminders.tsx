import { sessionChoice } from '../../accounts/schema/settings.ts'
import { isAddressRefused } from '../../accounts/service/find-recipient.server.ts'
import { takeFlashMessage } from '../../accounts/service/flash-message.server.ts'
import {
  formHeaders,
  readForm,
  redirectWithText,
  runIntent,
  submitForm,
} from '../../middleware/form-action.server.ts'
import { readerOfForm, requireReader } from '../../middleware/require-reader.server.ts'
import { remindersPath } from '../../reading/rules/reminders/address.ts'
import { pushForm, remindersForm } from '../../reading/schema/reminders.ts'
import {
  pushBrowsers,
  turnOffPush,
  turnOnPush,
} from '../../reading/service/reminders/push-browsers.server.ts'
import { pushKeys } from '../../reading/service/reminders/push-keys.server.ts'
import { chooseReminders, reminderChoice } from '../../reading/service/reminder-choice.server.ts'
import { SettingsFrame } from '../billing/settings-frame.tsx'
import { Callout } from '../ui/callout.tsx'
import { PushSection } from './push-section.tsx'
import { AddressProblem, EmailReminders } from './reminder-sections.tsx'
import type { Route } from './+types/reminders'

export const handle = { withoutScripts: true, bottomBar: true }

export const headers = formHeaders

export const meta: Route.MetaFunction = () => [{ title: 'Reminders · Readr' }]

export async function loader({ url, context }: Route.LoaderArgs) {
  const { user, session } = requireReader(context, url)
  const [{ choice, version }, browsers, flash, isRefused] = await Promise.all([
    reminderChoice(user.id),
    pushBrowsers(user.id),
    takeFlashMessage(session.id),
    isAddressRefused(user.id),
  ])
  const { digest, review, asksQuestions, timeZone } = choice
  return {
    flash,
    email: user.email,
    address: isRefused ? ('refused' as const) : user.emailVerified ? null : ('new' as const),
    chosen: {
      ...digest,
      ...review,
      digest: digest.frequency,
      asks: asksQuestions,
      timeZone,
      version,
    },
    isZoneKnown: user.timeZone !== null,
    timeZones: ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')],
    here: browsers.find(({ sessionId }) => sessionId === session.id) ?? null,
    elsewhere: browsers.filter(({ sessionId }) => sessionId !== session.id),
    serverKey: pushKeys()[0].publicKey,
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const { user, session } = readerOfForm(context, remindersPath)
  const form = await readForm(request)
  const done = (text: string) => redirectWithText(session.id, remindersPath, text)
  return runIntent(form, {
    save: () =>
      submitForm(form, remindersForm, async (input) => {
        const { version, digest, newBooks, todaysRead, highlight, ...rest } = input
        const { frequency, hour, asks, timeZone } = rest
        const choice = {
          digest: { frequency: digest, newBooks, todaysRead, highlight },
          review: { frequency, hour },
          asksQuestions: asks,
          timeZone,
        }
        await chooseReminders(user, choice, version)
        return done('Your settings have been saved.')
      }),
    push: () =>
      submitForm(form, pushForm, async (input) => {
        await turnOnPush(user, session.id, input)
        return done('Notifications are on in this browser.')
      }),
    'push-off': () =>
      submitForm(form, sessionChoice, async (choice) => {
        await turnOffPush(user.id, choice.session)
        return done('Notifications are off in that browser.')
      }),
  })
}

export default function RemindersPage({ loaderData, actionData }: Route.ComponentProps) {
  const { flash, address, email } = loaderData
  const problem = Object.values(actionData?.result.error ?? {}).flat()[0]
  return (
    <SettingsFrame title="Reminders">
      <p className="lead">
        We send nothing until you turn it on here, and every email has a link that stops it.
      </p>
      {(problem || (flash && !actionData)) && (
        <Callout isProblem={Boolean(problem ?? flash?.isProblem)} className="mt-6">
          {problem ?? flash?.text}
        </Callout>
      )}
      {address && <AddressProblem address={address} email={email} />}
      <EmailReminders {...loaderData} refused={actionData} />
      <PushSection {...loaderData} />
    </SettingsFrame>
  )
}
