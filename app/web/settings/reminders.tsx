import { data, redirect } from 'react-router'
import { sessionChoice } from '../../accounts/schema/settings.ts'
import { isAddressRefused } from '../../accounts/service/find-recipient.server.ts'
import { saveFlashMessage, takeFlashMessage } from '../../accounts/service/flash-message.server.ts'
import { saveAsksQuestions } from '../../accounts/service/save-preferences.server.ts'
import { formHeaders, readForm, submitForm } from '../../middleware/form-action.server.ts'
import { readerOfForm, requireReader } from '../../middleware/guards.server.ts'
import { remindersPath } from '../../reading/rules/reminders/address.ts'
import { pushForm, remindersForm, remindersIntent } from '../../reading/schema/reminders.ts'
import { chooseDigest, digestChoice } from '../../reading/service/reminders/digest-choice.server.ts'
import {
  followTimeZone,
  pushBrowsers,
  turnOffPush,
  turnOnPush,
} from '../../reading/service/reminders/push-browsers.server.ts'
import { pushKeys } from '../../reading/service/reminders/push-keys.server.ts'
import {
  chooseEmails,
  emailChoice,
} from '../../reading/service/review/review-email-choice.server.ts'
import { SettingsFrame } from '../billing/settings-frame.tsx'
import { Notice } from '../ui/notice.tsx'
import { PushSection } from './push-section.tsx'
import { AddressProblem, EmailReminders } from './reminder-sections.tsx'
import type { Route } from './+types/reminders'

export const handle = { withoutScripts: true, bottomBar: true }

export const headers = formHeaders

export const meta: Route.MetaFunction = () => [{ title: 'Reminders · Readr' }]

const MORNING = 8

export async function loader({ url, context }: Route.LoaderArgs) {
  const { user, session } = requireReader(context, url)
  const [digest, review, browsers, flash, isRefused] = await Promise.all([
    digestChoice(user.id),
    emailChoice(user.id),
    pushBrowsers(user.id),
    takeFlashMessage(session.id),
    isAddressRefused(user.id),
  ])
  return {
    flash,
    email: user.email,
    address: isRefused ? ('refused' as const) : user.emailVerified ? null : ('new' as const),
    chosen: {
      digest: digest?.frequency ?? ('off' as const),
      newBooks: digest?.newBooks ?? true,
      todaysRead: digest?.todaysRead ?? true,
      highlight: digest?.highlight ?? true,
      frequency: review?.frequency ?? ('off' as const),
      hour: review?.hour ?? MORNING,
      asks: user.asksQuestions,
      timeZone: user.timeZone ?? 'UTC',
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
  const { data: intent } = remindersIntent.safeParse(form.get('intent'))
  if (!intent) throw data(null, { status: 400 })
  const done = async (text: string) => {
    await saveFlashMessage(session.id, text)
    return redirect(remindersPath, 303)
  }
  switch (intent) {
    case 'save':
      return submitForm(form, remindersForm, async (input) => {
        const { digest, newBooks, todaysRead, highlight, frequency, hour, asks, timeZone } = input
        await saveAsksQuestions(user.id, asks)
        await chooseEmails(user, { frequency, hour, timeZone })
        const parts = { newBooks, todaysRead, highlight }
        await chooseDigest(user.id, { ...parts, frequency: digest, timeZone })
        if (timeZone !== user.timeZone) await followTimeZone(user.id, timeZone)
        return done('Your settings have been saved.')
      })
    case 'push':
      return submitForm(form, pushForm, async (input) => {
        await turnOnPush(user, session.id, input)
        return done('Notifications are on in this browser.')
      })
    case 'push-off':
      return submitForm(form, sessionChoice, async (choice) => {
        await turnOffPush(user.id, choice.session)
        return done('Notifications are off in that browser.')
      })
  }
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
        <Notice isProblem={Boolean(problem ?? flash?.isProblem)} className="mt-6">
          {problem ?? flash?.text}
        </Notice>
      )}
      {address && <AddressProblem address={address} email={email} />}
      <EmailReminders {...loaderData} refused={actionData} />
      <PushSection {...loaderData} />
    </SettingsFrame>
  )
}
