import { readerDate } from '../../accounts/rules/reader-date.ts'
import { redirect } from 'react-router'
import {
  formHeaders,
  readForm,
  redirectWithText,
  runIntent,
  submitForm,
} from '../../middleware/form-action.server.ts'
import { requireReader } from '../../middleware/require-reader.server.ts'
import { FEW_RECOVERY_CODES, codeInGroups } from '../../accounts/rules/two-factor-codes.ts'
import {
  changeTwoFactorInput,
  confirmTwoFactorInput,
  passwordInput,
} from '../../accounts/schema/two-factor.ts'
import { qrCode } from '../../accounts/service/qr-code.server.ts'
import { mustSetUpTwoFactor } from '../../accounts/service/administrators.server.ts'
import {
  cancelTwoFactor,
  startTwoFactor,
  turnOnTwoFactor,
} from '../../accounts/service/set-up-two-factor.server.ts'
import { renewRecoveryCodes } from '../../accounts/service/renew-recovery-codes.server.ts'
import { turnOffTwoFactor } from '../../accounts/service/turn-off-two-factor.server.ts'
import { twoFactorState } from '../../accounts/service/two-factor-status.server.ts'
import { takeFlashMessage } from '../../accounts/service/flash-message.server.ts'
import { refusedIn } from '../accounts/account-form.tsx'
import { FlashMessage } from '../billing/flash-message.tsx'
import { SettingsFrame } from '../billing/settings-frame.tsx'
import { ConfirmAddressFirst } from './settings-sections.tsx'
import { RecoveryCodes, SettingUp, TwoFactorOff, TwoFactorOn } from './two-factor-sections.tsx'
import type { Route } from './+types/two-factor'
import { ButtonLink } from '../ui/controls.tsx'

export const handle = { withoutScripts: true, bottomBar: true }

export const headers = formHeaders

export const meta: Route.MetaFunction = ({ loaderData }) => {
  const isSetup = loaderData?.state === 'setting-up'
  return [{ title: `${isSetup ? 'Set up two-factor sign-in' : 'Two-factor sign-in'} · Readr` }]
}

const PATH = '/settings/two-factor'

const TURNED_OFF = 'Two-factor sign-in is off. You only need your password to sign in.'

/** Two-factor sign-in requires a password; other readers are sent back to the settings. */
function requirePasswordReader(context: Route.LoaderArgs['context'], url: URL) {
  const signedIn = requireReader(context, url)
  if (!signedIn.user.hasPassword) throw redirect('/settings')
  return signedIn
}

export async function loader({ url, context }: Route.LoaderArgs) {
  const { user, session } = requireReader(context, url)
  const isAdmin = user.role === 'admin'
  const isRequired = await mustSetUpTwoFactor(user)
  if (!user.hasPassword) {
    if (!isRequired) throw redirect('/settings')
    return { state: 'no-password' as const, isAdmin, isRequired }
  }
  const found = await twoFactorState(user, session.id)
  if (found.state === 'off') {
    const state = user.emailVerified ? ('off' as const) : ('unverified' as const)
    return { state, flash: await takeFlashMessage(session.id), isAdmin, isRequired }
  }
  if (found.state === 'on') {
    const { state, recoveryCodesLeft: left } = found
    const since = readerDate(found.since, user.timeZone)
    return { state, since, left, isFew: left <= FEW_RECOVERY_CODES, isAdmin, isRequired }
  }
  const { state, secret, appAddress } = found
  const shown = { secret: codeInGroups(secret, ' '), appAddress, qrCode: await qrCode(appAddress) }
  return { state, ...shown, isAdmin, isRequired }
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const { user, session } = requirePasswordReader(context, url)
  const form = await readForm(request)
  const shown = (codes: string[]) => ({ codes: codes.map((code) => codeInGroups(code, '-')) })
  return runIntent(form, {
    start: () =>
      submitForm(form, passwordInput, async ({ password }) => {
        await startTwoFactor(user.id, password, session.id)
        return redirect(PATH, 303)
      }),
    cancel: () => cancelTwoFactor(user.id).then(() => redirect(PATH, 303)),
    confirm: () =>
      submitForm(form, confirmTwoFactorInput, async ({ code }) =>
        shown(await turnOnTwoFactor(user, code, session.id)),
      ),
    'new-codes': () =>
      submitForm(form, changeTwoFactorInput, async (input) =>
        shown(await renewRecoveryCodes(user.id, input, session.id)),
      ),
    'turn-off': () =>
      submitForm(form, changeTwoFactorInput, async (input) => {
        await turnOffTwoFactor(user.id, input, session.id)
        return redirectWithText(session.id, PATH, TURNED_OFF)
      }),
  })
}

export default function TwoFactorPage({ loaderData, actionData }: Route.ComponentProps) {
  const codes = actionData && 'codes' in actionData ? actionData.codes : null
  const refusedFor = refusedIn(actionData)
  return (
    <SettingsFrame title="Two-factor sign-in">
      {codes && <RecoveryCodes codes={codes} />}
      {codes && loaderData.isAdmin && (
        <ButtonLink href="/admin" className="no-print mt-6">
          Go to Administration
        </ButtonLink>
      )}
      {loaderData.isRequired && (
        <p className="callout mt-5">
          Administrators need two-factor sign-in. Until you turn it on, you can use everything
          except Administration.
        </p>
      )}
      {loaderData.state === 'no-password' && (
        <p className="mt-5">
          Two-factor sign-in requires a password, and this account has none. Ask the operator to set
          one:{' '}
          <code>
            readr user promote {'<email>'} --password {'<password>'}
          </code>
        </p>
      )}
      {loaderData.state === 'unverified' && (
        <div className="mt-5">
          <ConfirmAddressFirst />
        </div>
      )}
      {loaderData.state === 'off' && (
        <>
          <FlashMessage message={loaderData.flash} />
          <TwoFactorOff refused={refusedFor('start')} />
        </>
      )}
      {loaderData.state === 'setting-up' && (
        <SettingUp
          secret={loaderData.secret}
          qrCode={loaderData.qrCode}
          appAddress={loaderData.appAddress}
          refused={refusedFor('confirm')}
        />
      )}
      {loaderData.state === 'on' && (
        <TwoFactorOn
          since={loaderData.since}
          left={loaderData.left}
          isFew={loaderData.isFew}
          isNew={codes !== null}
          refusedFor={refusedFor}
        />
      )}
    </SettingsFrame>
  )
}
