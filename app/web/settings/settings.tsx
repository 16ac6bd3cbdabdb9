import { data, redirect } from 'react-router'
import { z } from 'zod'
import { saveFlashMessage, takeFlashMessage } from '../../accounts/service/flash-message.server.ts'
import { guaranteeOf } from '../../billing/service/find-guarantee.server.ts'
import { subscriptionOf } from '../../billing/service/find-subscription.server.ts'
import { TASTE_PATH } from '../../catalogue/rules/addresses.ts'
import { FlashMessage } from '../billing/flash-message.tsx'
import { MoneyBackLine } from '../billing/money-back-line.tsx'
import { SubscriptionCard } from '../billing/subscription-card.tsx'
import { admitPaymentProvider } from '../../middleware/context.server.ts'
import {
  formHeaders,
  readForm,
  type Refused,
  submitForm,
} from '../../middleware/form-action.server.ts'
import { deviceRequest, renewDevice } from '../../middleware/remember-device.server.ts'
import { requireReader, requireWholePage } from '../../middleware/guards.server.ts'
import { COMMON_PASSWORD_WARNING } from '../../accounts/rules/password-advice.ts'
import { socialSignInPath } from '../../accounts/rules/social.ts'
import {
  changePasswordInput,
  settingsIntent,
  updateEmailInput,
  updateNameInput,
} from '../../accounts/schema/settings.ts'
import { passwordInput } from '../../accounts/schema/two-factor.ts'
import { providerName } from '../../accounts/schema/social.ts'
import { changeEmail } from '../../accounts/service/change-email.server.ts'
import { changeName } from '../../accounts/service/change-name.server.ts'
import { changePassword } from '../../accounts/service/change-password.server.ts'
import { isCommonPassword } from '../../accounts/service/common-passwords.server.ts'
import { providersOf, startAddingProvider } from '../../accounts/service/add-provider.server.ts'
import { removeProvider } from '../../accounts/service/remove-provider.server.ts'
import { signedInDevices } from '../../accounts/service/list-devices.server.ts'
import { offeredProviders } from '../../accounts/service/sign-in-with-provider.server.ts'
import { hasTwoFactor } from '../../accounts/service/two-factor-status.server.ts'
import {
  AccountInformation,
  SettingsFold,
  SettingsLink,
  SettingsSection,
} from './settings-sections.tsx'
import { ContinueToProvider, SignInMethods } from './sign-in-methods.tsx'
import { problemTitle } from '../ui/page-meta.ts'
import { BottomBar } from '../shell/bottom-bar.tsx'
import type { Route } from './+types/settings'

export const handle = { withoutScripts: true, bottomBar: true }

export const headers = formHeaders

const TITLE = 'Account Settings · Readr'

export const meta: Route.MetaFunction = ({ loaderData }) => {
  return [{ title: loaderData?.flash?.isProblem ? problemTitle(TITLE) : TITLE }]
}

const CHANGED = 'Your password has been changed, and your other devices have been signed out.'

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const { user, session } = requireReader(context, url)
  requireWholePage(request, url)
  admitPaymentProvider(context, 'forms')
  const [devices, linked, subscription, guarantee, flash] = await Promise.all([
    signedInDevices(user.id),
    providersOf(user.id),
    subscriptionOf(user),
    guaranteeOf(user),
    takeFlashMessage(session.id),
  ])
  const { name, email, emailVerified, hasPassword } = user
  return {
    user: { name, email, emailVerified, hasPassword },
    subscription,
    guarantee,
    flash,
    linked,
    addable: offeredProviders().filter((provider) => !linked.includes(provider)),
    hasTwoFactor: hasPassword && (await hasTwoFactor(user.id)),
    deviceCount: devices.length,
  }
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const { user, session } = requireReader(context, url)
  const form = await readForm(request)
  const { data: intent } = settingsIntent.safeParse(form.get('intent'))
  if (!intent) throw data(null, { status: 400 })
  const doneWith = async (text: string) => {
    await saveFlashMessage(session.id, text)
    return redirect('/settings', 303)
  }
  const answer = await runIntent(intent)
  if (answer instanceof Response || 'href' in answer) return answer
  const refused = intent === 'add-provider' ? `add-${String(form.get('provider'))}` : intent
  return { ...answer, data: { ...answer.data, refused } }

  function chosenProvider() {
    const { data: provider } = providerName.safeParse(form.get('provider'))
    if (!provider) throw data(null, { status: 400 })
    return provider
  }

  function runIntent(chosen: z.output<typeof settingsIntent>) {
    switch (chosen) {
      case 'update-name':
        return submitForm(form, updateNameInput, async ({ name }) => {
          await changeName(user.id, name)
          return doneWith('Your name has been changed.')
        })
      case 'add-provider': {
        const provider = chosenProvider()
        return submitForm(form, passwordInput, async ({ password }) => {
          const add = await startAddingProvider(user.id, session.id, provider, password)
          return { provider, href: socialSignInPath(provider, new URLSearchParams({ add })) }
        })
      }
      case 'remove-provider': {
        const provider = chosenProvider()
        return submitForm(form, z.object({}), async () => {
          await removeProvider(user.id, provider)
          return doneWith('The sign-in method was removed.')
        })
      }
      case 'update-email':
        return submitForm(form, updateEmailInput, async (input) => {
          await changeEmail(user.id, input, session.id)
          return doneWith('Your email address has been changed. We sent a code to the new one.')
        })
      case 'change-password':
        return submitForm(form, changePasswordInput, async (input) => {
          const changed = await changePassword(user.id, input, session.id)
          if (!changed) return doneWith('That is already your password. Nothing was changed.')
          await renewDevice(deviceRequest(context, request), changed)
          const isCommon = await isCommonPassword(input.newPassword)
          return doneWith(isCommon ? `${CHANGED}\n${COMMON_PASSWORD_WARNING}` : CHANGED)
        })
    }
  }
}

export default function SettingsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { user, deviceCount } = loaderData
  const { source, subscriptionId } = loaderData.subscription
  const refusedFor = (intent: string): Refused | undefined =>
    actionData && 'refused' in actionData && actionData.refused === intent ? actionData : undefined
  if (actionData && 'href' in actionData) return <ContinueToProvider {...actionData} />
  return (
    <div className="wrap max-w-3xl pt-10 pb-24">
      <h1 className="page-title">Account Settings</h1>
      <FlashMessage message={loaderData.flash} />
      <SettingsSection id="subscription" title="Subscription">
        <SubscriptionCard subscription={loaderData.subscription} />
        <MoneyBackLine guarantee={loaderData.guarantee} />
        {(source === null || subscriptionId !== null) && (
          <p className="mt-5">
            <a
              href="/settings/subscription"
              className="text-link inline-flex min-h-11 items-center"
            >
              Charges, receipts, and emails
            </a>
          </p>
        )}
      </SettingsSection>
      <AccountInformation user={user} refusedFor={refusedFor} />
      <SettingsSection id="privacy" title="Security and privacy">
        <div className="panel settings-card">
          <SignInMethods
            hasPassword={user.hasPassword}
            emailVerified={user.emailVerified}
            linked={loaderData.linked}
            addable={loaderData.addable}
            problem={refusedFor('remove-provider')?.result.error?.['']?.[0] ?? null}
            refusedFor={refusedFor}
          />
          {user.hasPassword && (
            <SettingsLink
              id="two-factor"
              to="/settings/two-factor"
              title="Two-factor sign-in"
              value={loaderData.hasTwoFactor ? 'On' : 'Off'}
            />
          )}
          <SettingsLink
            id="devices"
            to="/settings/devices"
            title="Where you are signed in"
            value={deviceCount === 1 ? 'This device only' : `${deviceCount} devices`}
          />
          <SettingsLink id="taste" to={TASTE_PATH} title="Your taste" value="Genres and books" />
          <SettingsLink id="data" to="/settings/data" title="Your data" value="Download a copy" />
          <SettingsFold anchor="delete" title="Account Deletion">
            <p>
              This ends your subscription, if you have one, and deletes your account with all its
              data. The next page shows what will be deleted and asks you to confirm.
            </p>
            <a href="/settings/delete" className="button button-danger mt-4">
              Delete my account
            </a>
          </SettingsFold>
        </div>
      </SettingsSection>
      <BottomBar />
    </div>
  )
}
