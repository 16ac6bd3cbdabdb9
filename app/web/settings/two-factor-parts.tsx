import { Form } from 'react-router'
import type { Refused } from '../../middleware/form-action.server.ts'
import { Notice } from '../ui/notice.tsx'
import { AccountForm } from '../accounts/account-form.tsx'
import { SettingsSection } from './settings-sections.tsx'

const PASSWORD = {
  name: 'password',
  label: 'Password',
  type: 'password',
  autoComplete: 'current-password',
} as const

/** Comes to life with the shell's script, which can copy and print. */
function ScriptButton({ copies, children }: { copies?: string; children: React.ReactNode }) {
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

export function TwoFactorOff({
  isNews,
  refused,
}: {
  isNews: boolean
  refused: Refused | undefined
}) {
  return (
    <>
      {isNews && (
        <Notice className="mt-5">Two-factor sign-in is off. Your password alone signs in.</Notice>
      )}
      <p className="mt-4 mb-6 text-soft">
        Signing in then takes two things: your password, and a code of six digits from an
        authenticator app on your phone. Whoever learns your password cannot sign in with it alone.
      </p>
      <div className="max-w-lg">
        <AccountForm
          id="start"
          intent="start"
          submit="Set it up"
          refused={refused}
          fields={[PASSWORD]}
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
        <div className="grid gap-6 sm:grid-cols-[13rem_1fr]">
          <img
            src={qrCode}
            width={208}
            height={208}
            alt="QR code with the key for your authenticator app"
            className="size-52 rounded-xl border border-line bg-white"
          />
          <div>
            <p>Scan this code with your authenticator app.</p>
            <p className="mt-3">
              On this phone,{' '}
              <a href={appAddress} className="text-link inline-block py-1">
                open it in the app
              </a>
              . Or type this key, as a time-based one:
            </p>
            <p className="mt-3">
              <code id="app-key" className="block rounded-lg bg-sunk px-4 py-3 tracking-wide">
                {secret}
              </code>
            </p>
            <p className="mt-3">
              <ScriptButton copies="app-key">Copy the key</ScriptButton>
            </p>
          </div>
        </div>
      </SettingsSection>
      <SettingsSection id="confirm" title="2. Enter the code that it shows">
        <div className="max-w-lg">
          <AccountForm
            id="confirm-app"
            intent="confirm"
            submit="Turn on"
            refused={refused}
            fields={[
              { name: 'code', label: 'Code', autoComplete: 'one-time-code', inputMode: 'numeric' },
            ]}
          />
          <Form method="post" reloadDocument className="mt-3">
            <button type="submit" name="intent" value="cancel" className="text-link min-h-11">
              Cancel
            </button>
          </Form>
        </div>
      </SettingsSection>
    </>
  )
}

/** New recovery codes: shown in the answer that made them, and never again. */
export function RecoveryCodes({ codes }: { codes: string[] }) {
  return (
    <section aria-labelledby="codes" className="mt-6 rounded-xl bg-wash p-5">
      {/* The page was loaded to show them: it begins here. */}
      <h2 id="codes" tabIndex={-1} autoFocus className="text-2xl">
        Your recovery codes
      </h2>
      <p className="mt-3">
        Without your phone, each of these codes signs you in to Readr once. Keep them in a safe
        place now: they are not shown again.
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

const longDate = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

const BOTH_STEPS = [
  PASSWORD,
  { name: 'code', label: 'Code or recovery code', autoComplete: 'one-time-code' },
]

export function TwoFactorOn({
  since,
  left,
  isFew,
  isNew,
  refusedFor,
}: {
  since: Date
  left: number
  isFew: boolean
  /** The codes were made just now. */
  isNew: boolean
  refusedFor: (intent: string) => Refused | undefined
}) {
  return (
    <div className="no-print">
      <p className="mt-5">
        Two-factor sign-in is <strong>on</strong> since {longDate.format(since)}.
      </p>
      <SettingsSection id="new-codes-title" title="Recovery codes">
        {!isNew && (
          <p className={isFew ? 'mb-5 notice' : 'mb-5'}>
            {left === 1 ? '1 code is left.' : `${left} codes are left.`}
            {isFew && ' Make new ones before you need them.'}
          </p>
        )}
        <details open={refusedFor('new-codes') !== undefined}>
          <summary className="button button-quiet">New recovery codes</summary>
          <div className="mt-4 max-w-lg">
            <p className="mb-5 text-soft">Ten new codes. The earlier ones stop working.</p>
            <AccountForm
              id="new-codes"
              intent="new-codes"
              submit="Make new codes"
              refused={refusedFor('new-codes')}
              fields={BOTH_STEPS}
            />
          </div>
        </details>
      </SettingsSection>
      <SettingsSection id="turn-off-title" title="Turn it off">
        <details open={refusedFor('turn-off') !== undefined}>
          <summary className="button button-quiet">Turn off two-factor sign-in</summary>
          <div className="mt-4 max-w-lg">
            <p className="mb-5 text-soft">Your password alone will sign in again.</p>
            <AccountForm
              id="turn-off"
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
