import type { Refused } from '../../middleware/form-action.server.ts'
import {
  CODE_FIELD,
  CODE_OR_RECOVERY_FIELD,
  PASSWORD_FIELD,
  AccountForm,
} from '../accounts/account-form.tsx'
import { SettingsSection } from './settings-sections.tsx'
import { SubmitButton } from '../ui/controls.tsx'
import { PostForm } from '../ui/post-form.tsx'

/** Hidden until the page's script, which copies and prints, is ready. */
export function ScriptButton({ copies, children }: { copies?: string; children: React.ReactNode }) {
  return (
    <button
      type="button"
      hidden
      data-copies={copies}
      data-prints={copies === undefined ? '' : undefined}
      aria-live="polite"
      className="button button-quiet no-print"
    >
      {children}
    </button>
  )
}

export function TwoFactorOff({ refused }: { refused: Refused | undefined }) {
  return (
    <>
      <p className="mt-4 mb-6 text-soft">
        With two-factor sign-in, you need your password and a six-digit code from an authenticator
        app on your phone. Someone who learns your password cannot sign in with it alone.
      </p>
      <div className="max-w-lg">
        <AccountForm
          intent="start"
          submit="Set up two-factor sign-in"
          refused={refused}
          fields={[PASSWORD_FIELD]}
        />
      </div>
    </>
  )
}

export function SettingUp({
  secret,
  qrCode,
  appAddress,
  refused,
}: {
  secret: string
  qrCode: string
  appAddress: string
  refused: Refused | undefined
}) {
  return (
    <>
      <SettingsSection id="scan" title="1. Add Readr to your app">
        <div className="app-setup grid gap-6">
          <img
            src={qrCode}
            width={208}
            height={208}
            alt="QR code with the key for your authenticator app"
            className="qr-code rounded-xl border border-line bg-white"
          />
          <div>
            {/* Focused, because the page has changed to this step. */}
            <p tabIndex={-1} autoFocus={!refused} className="outline-none">
              Scan this code with your authenticator app.
            </p>
            <p className="mt-3">
              Or, on this phone,{' '}
              <a href={appAddress} className="text-link inline-block py-1">
                open your authenticator app
              </a>
              . Or enter this key as a time-based key:
            </p>
            <p className="mt-3">
              <code id="app-key" className="block rounded-lg bg-sunk px-4 py-3">
                {secret}
              </code>
            </p>
            <p className="mt-3">
              <ScriptButton copies="app-key">Copy the key</ScriptButton>
            </p>
          </div>
        </div>
      </SettingsSection>
      <SettingsSection id="confirm" title="2. Enter the code from your app">
        <div className="max-w-lg">
          <AccountForm
            id="confirm-app"
            intent="confirm"
            submit="Turn on"
            refused={refused}
            fields={[CODE_FIELD]}
          />
          <PostForm className="mt-3">
            <SubmitButton intent="cancel" look="link">
              Cancel
            </SubmitButton>
          </PostForm>
        </div>
      </SettingsSection>
    </>
  )
}

/** New recovery codes, which are shown only once. */
export function RecoveryCodes({ codes }: { codes: string[] }) {
  return (
    <section aria-labelledby="codes" className="mt-6 rounded-xl bg-wash p-5">
      {/* Focused, so that screen readers start with the codes. */}
      <h2 id="codes" tabIndex={-1} autoFocus className="text-2xl">
        Your recovery codes
      </h2>
      <p className="mt-3">
        If you lose your phone, use one of these codes to sign in. Each code works once. Save them
        in a safe place now, because we will not show them again.
      </p>
      <ul id="recovery-codes" className="mt-4 grid gap-x-8 gap-y-1 sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>
            <code className="text-lg">{code}</code>
          </li>
        ))}
      </ul>
      <p className="mt-5 flex flex-wrap gap-3">
        <ScriptButton copies="recovery-codes">Copy</ScriptButton>
        <ScriptButton>Print</ScriptButton>
      </p>
    </section>
  )
}

const BOTH_STEPS = [PASSWORD_FIELD, CODE_OR_RECOVERY_FIELD]

export function TwoFactorOn({
  since,
  left,
  isFew,
  isNew,
  refusedFor,
}: {
  since: string
  left: number
  isFew: boolean
  isNew: boolean
  refusedFor: (intent: string) => Refused | undefined
}) {
  return (
    <div className="no-print">
      <p className="mt-5">
        Two-factor sign-in has been <strong>on</strong> since {since}.
      </p>
      <SettingsSection id="new-codes-title" title="Recovery codes">
        {!isNew && (
          <p className={isFew ? 'mb-5 callout' : 'mb-5'}>
            {left === 1 ? '1 code is left.' : `${left} codes are left.`}
            {isFew && ' Create new ones before you run out.'}
          </p>
        )}
        <details open={refusedFor('new-codes') !== undefined}>
          <summary className="button button-quiet">New recovery codes</summary>
          <div className="mt-4 max-w-lg">
            <p className="mb-5 text-soft">Your current codes will stop working.</p>
            <AccountForm
              intent="new-codes"
              submit="Create new codes"
              refused={refusedFor('new-codes')}
              fields={BOTH_STEPS}
            />
          </div>
        </details>
      </SettingsSection>
      <SettingsSection id="turn-off-title" title="Turn off two-factor sign-in">
        <details open={refusedFor('turn-off') !== undefined}>
          <summary className="button button-quiet">
            Turn off<span className="sr-only"> two-factor sign-in</span>
          </summary>
          <div className="mt-4 max-w-lg">
            <p className="mb-5 text-soft">You will only need your password to sign in.</p>
            <AccountForm
              intent="turn-off"
              submit="Turn off"
              refused={refusedFor('turn-off')}
              fields={BOTH_STEPS}
            />
          </div>
        </details>
      </SettingsSection>
    </div>
  )
}
