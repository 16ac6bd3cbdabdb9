import { data, type LoaderFunctionArgs } from 'react-router'
import { requestContextOf, admitPaymentProvider } from '../../middleware/request/context.server.ts'
import { cached } from '../../middleware/cache/caching.server.ts'
import { z } from 'zod'
import { takeFlashMessage } from '../../accounts/service/flash-message.server.ts'
import type { SignedIn } from '../../accounts/service/resume-session.server.ts'
import { guaranteeOf } from '../../billing/service/find-guarantee.server.ts'
import { subscriptionOf } from '../../billing/service/find-subscription.server.ts'
import { SHARES_PATH } from '../../reading/rules/sharing/address.ts'
import { TASTE_PATH } from '../../catalogue/rules/addresses.ts'
import { remindersPath } from '../../reading/rules/reminders/address.ts'
import { refusedIn } from '../accounts/account-form.tsx'
import { FlashMessage } from '../billing/flash-message.tsx'
import { GuaranteeLine } from '../billing/guarantee-line.tsx'
import { SubscriptionCard } from '../billing/subscription-card.tsx'
import {
  formHeaders,
  readForm,
  redirectWithText,
  runIntent,
  submitForm,
} from '../../middleware/form-action.server.ts'
import { deviceRequest, renewDevice } from '../../middleware/remember-device.server.ts'
import { requireReader, requireWholePage } from '../../middleware/require-reader.server.ts'
import { COMMON_PASSWORD_WARNING } from '../../accounts/rules/password-advice.ts'
import { socialSignInPath } from '../../accounts/rules/social-sign-in.ts'
import {
  changePasswordInput,
  updateEmailInput,
  updateNameInput,
} from '../../accounts/schema/settings.ts'
import { passwordInput } from '../../accounts/schema/two-factor.ts'
import { providerName } from '../../accounts/schema/social-sign-in.ts'
import { changeEmail } from '../../accounts/service/change-email.server.ts'
import { changeName } from '../../accounts/service/change-name.server.ts'
import { changePassword } from '../../accounts/service/change-password.server.ts'
import { isCommonPassword } from '../../accounts/service/common-passwords.server.ts'
import { providersOf, startAddingProvider } from '../../accounts/service/add-provider.server.ts'
import { removeProvider } from '../../accounts/service/remove-provider.server.ts'
import { signedInDevices } from '../../accounts/service/list-devices.server.ts'
import { offeredProviders } from '../../platform/identity-providers.server.ts'
import { hasTwoFactor } from '../../accounts/service/two-factor-status.server.ts'
import {
  AccountInformation,
  SettingsFold,
  SettingsLink,
  SettingsSection,
} from './settings-sections.tsx'
import { ContinueToProvider, SignInMethods } from './sign-in-methods.tsx'
import { problemTitle } from '../ui/page-meta.ts'
import { cachedPage } from '../../middleware/cache/cached-page.server.ts'
import { serialized } from '../../platform/reader-json.ts'
import { ReaderFragment, readerValue } from '../ui/reader-fragment.tsx'
import { BottomBar } from '../shell/bottom-bar.tsx'
import type { Route } from './+types/settings'
import { ButtonLink, LineLink } from '../ui/controls.tsx'

export const handle = { withoutScripts: true, bottomBar: true }

export const headers = formHeaders

const TITLE = 'Account Settings · Readr'

export const meta: Route.MetaFunction = ({ loaderData }) => {
  return [{ title: loaderData?.flash?.isProblem ? problemTitle(TITLE) : TITLE }]
}

const CHANGED = 'Your password has been changed, and your other devices have been signed out.'

type Flash = Awaited<ReturnType<typeof takeFlashMessage>>

type Layout = Awaited<ReturnType<typeof layoutFor>>

async function layoutFor({ user }: SignedIn) {
  const { emailVerified, hasPassword } = user
  const [linked, subscription, twoFactor] = await Promise.all([
    providersOf(user.id),
    subscriptionOf(user),
    hasPassword && hasTwoFactor(user.id),
  ])
  const hasCharges = subscription.source === null || subscription.subscriptionId !== null
  return { emailVerified, hasPassword, hasTwoFactor: twoFactor, hasCharges, linked }
}

const loadPage = cachedPage(
  {
    readersOnly: true,
    // A message is shown once, on a page that is this reader's alone.
    variant: async ({ signedIn }) =>
      signedIn && !signedIn.session.hasMessage ? JSON.stringify(await layoutFor(signedIn)) : null,
  },
  async ({ variant }) => {
    const layout = variant === null ? null : (JSON.parse(variant) as Layout)
    return { data: { offered: offeredProviders(), layout }, reader: settingsOf }
  },
)

export const loader = cached(loadPage.caching, async (args: LoaderFunctionArgs) => {
  const signedIn = requireReader(args.context, args.url)
  requireWholePage(args.request, args.url)
  admitPaymentProvider(args.context, 'forms')
  const { session } = signedIn
  const isShown = session.hasMessage && !requestContextOf(args.context).isHead
  const flash: Flash = isShown ? await takeFlashMessage(session.id) : null
  const page = await loadPage(args)
  return { ...page, layout: page.layout ?? (await layoutFor(signedIn)), flash }
})

async function settingsOf({ user }: SignedIn) {
  const { name, email, emailVerified, hasPassword } = user
  const [devices, subscription, guarantee] = await Promise.all([
    signedInDevices(user.id),
    subscriptionOf(user),
    guaranteeOf(user),
  ])
  return {
    account: { name, email, emailVerified, hasPassword },
    billing: serialized({ subscription, guarantee }),
    deviceCount: devices.length,
  }
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const { user, session } = requireReader(context, url)
  const form = await readForm(request)
  const doneWith = (text: string) => redirectWithText(session.id, '/settings', text)
  const chosenProvider = () => {
    const { data: provider } = providerName.safeParse(form.get('provider'))
    if (!provider) throw data(null, { status: 400 })
    return provider
  }
  return runIntent(form, {
    'update-name': () =>
      submitForm(form, updateNameInput, async ({ name }) => {
        await changeName(user.id, name)
        return doneWith('Your name has been changed.')
      }),
    'add-provider': async () => {
      const provider = chosenProvider()
      const answer = await submitForm(form, passwordInput, async ({ password }) => {
        const add = await startAddingProvider(user.id, session.id, provider, password)
        return { provider, href: socialSignInPath(provider, new URLSearchParams({ add })) }
      })
      return 'href' in answer
        ? answer
        : { ...answer, data: { ...answer.data, intent: `add-${provider}` } }
    },
    'remove-provider': () => {
      const provider = chosenProvider()
      return submitForm(form, z.object({}), async () => {
        await removeProvider(user.id, provider)
        return doneWith('The sign-in method was removed.')
      })
    },
    'update-email': () =>
      submitForm(form, updateEmailInput, async (input) => {
        await changeEmail(user.id, input, session.id)
        return doneWith('Your email address has been changed. We sent a code to the new one.')
      }),
    'change-password': () =>
      submitForm(form, changePasswordInput, async (input) => {
        const changed = await changePassword(user.id, input, session.id)
        if (!changed) return doneWith('That is already your password. Nothing was changed.')
        await renewDevice(deviceRequest(context, request), changed)
        const isCommon = await isCommonPassword(input.newPassword)
        return doneWith(isCommon ? `${CHANGED}\n${COMMON_PASSWORD_WARNING}` : CHANGED)
      }),
  })
}

export default function SettingsPage({ loaderData, actionData }: Route.ComponentProps) {
  const refusedFor = refusedIn(actionData)
  if (actionData && 'href' in actionData) return <ContinueToProvider {...actionData} />
  const { emailVerified, hasPassword, hasTwoFactor: isOn, linked, hasCharges } = loaderData.layout
  const reader = readerValue('page', loaderData.reader!)
  return (
    <div className="wrap max-w-3xl pt-10 pb-24">
      <h1 className="page-title">Account Settings</h1>
      <FlashMessage message={loaderData.flash} />
      <SettingsSection id="subscription" title="Subscription">
        <ReaderFragment value={reader.pick(({ billing }) => billing)}>
          {({ subscription, guarantee }) => (
            <>
              <SubscriptionCard subscription={subscription} />
              <GuaranteeLine guarantee={guarantee} />
            </>
          )}
        </ReaderFragment>
        {hasCharges && (
          <p className="mt-5">
            <LineLink href="/settings/subscription">Charges, receipts, and emails</LineLink>
          </p>
        )}
      </SettingsSection>
      <AccountInformation
        account={reader.pick(({ account }) => account)}
        hasPassword={hasPassword}
        hasTwoFactor={isOn}
        refusedFor={refusedFor}
      />
      <SettingsSection id="privacy" title="Security and privacy">
        <div className="panel settings-card">
          <SignInMethods
            hasPassword={hasPassword}
            emailVerified={emailVerified}
            linked={linked}
            addable={loaderData.offered.filter((provider) => !linked.includes(provider))}
            problem={refusedFor('remove-provider')?.result.error?.['']?.[0] ?? null}
            refusedFor={refusedFor}
          />
          {hasPassword && (
            <SettingsLink
              id="two-factor"
              to="/settings/two-factor"
              title="Two-factor sign-in"
              value={isOn ? 'On' : 'Off'}
            />
          )}
          <ReaderFragment value={reader.pick(({ deviceCount }) => deviceCount)}>
            {(count) => (
              <SettingsLink
                id="devices"
                to="/settings/devices"
                title="Where you are signed in"
                value={count === 1 ? 'This device only' : `${count} devices`}
              />
            )}
          </ReaderFragment>
          <SettingsLink
            id="reminders"
            to={remindersPath}
            title="Reminders"
            value="Digest, review, and notifications"
          />
          <SettingsLink
            id="sharing"
            to={SHARES_PATH}
            title="Shared summaries"
            value="Links for friends"
          />
          <SettingsLink id="apps" to="/settings/apps" title="Apps" value="E-readers and tokens" />
          <SettingsLink id="taste" to={TASTE_PATH} title="Your taste" value="Genres and books" />
          <SettingsLink id="data" to="/settings/data" title="Your data" value="Download a copy" />
          <SettingsFold anchor="delete" title="Account Deletion">
            <p>
              This ends your subscription, if you have one, and deletes your account with all its
              data. The next page shows what will be deleted and asks you to confirm.
            </p>
            <ButtonLink href="/settings/delete" look="danger" className="mt-4">
              Delete my account
            </ButtonLink>
          </SettingsFold>
        </div>
      </SettingsSection>
      <BottomBar />
    </div>
  )
}
