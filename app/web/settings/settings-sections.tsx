import type { Refused } from '../../middleware/form-action.server.ts'
import { AccountForm, CODE_OR_RECOVERY_FIELD, PASSWORD_FIELD } from '../accounts/account-form.tsx'
import { EMAIL_UNREACHABLE } from '../accounts/unreachable-messages.ts'
import { ChangePassword } from './change-password.tsx'
import { ReaderFragment, type ReaderValue } from '../ui/reader-fragment.tsx'
import './settings.css'
import { LineLink, TextLink } from '../ui/controls.tsx'

export function SettingsSection({
  id,
  title,
  children,
}: {
  id: string
  title: string
  children: React.ReactNode
}) {
  return (
    <section aria-labelledby={id} className="mt-10">
      <h2 id={id} className="mb-5 text-2xl">
        {title}
      </h2>
      {children}
    </section>
  )
}

/** A line of a card that opens. A link to its anchor opens it, too. */
export function SettingsFold({
  anchor,
  title,
  value,
  isOpen = false,
  children,
}: {
  anchor: string
  title: string
  value?: string
  isOpen?: boolean
  children: React.ReactNode
}) {
  return (
    <details open={isOpen}>
      <summary className="settings-line">
        {title}
        {value && <span className="settings-value">{value}</span>}
      </summary>
      <div id={anchor} className="settings-fold">
        {children}
      </div>
    </details>
  )
}

/** A line of a card that leads to a separate page. */
export function SettingsLink({
  id,
  to,
  title,
  value,
}: {
  id?: string
  to: string
  title: string
  value?: string
}) {
  return (
    <a id={id} href={to} className="settings-line">
      {title}
      {value && <span className="settings-value">{value}</span>}
    </a>
  )
}

interface Account {
  name: string
  email: string
  emailVerified: boolean
  hasPassword: boolean
}

/** Name, address, and the forms that change them. Without a password, only the name can be changed. */
export function AccountInformation({
  account,
  hasPassword,
  hasTwoFactor,
  refusedFor,
}: {
  account: ReaderValue<Account>
  hasPassword: boolean
  hasTwoFactor: boolean
  refusedFor(intent: string): Refused | undefined
}) {
  const isRefused = (intent: string) => refusedFor(intent) !== undefined
  return (
    <SettingsSection id="account" title="Account information">
      <div className="panel settings-card">
        <dl className="grid gap-x-8 sm:grid-cols-[8rem_1fr] sm:gap-y-2">
          <ReaderFragment value={account}>
            {({ name, email, emailVerified }) => (
              <>
                <dt className="text-soft">Name</dt>
                <dd className="break-words">{name}</dd>
                <dt className="text-soft">Email</dt>
                <dd className="wrap-anywhere">
                  {email}{' '}
                  {emailVerified ? (
                    <span className="text-soft">(confirmed)</span>
                  ) : (
                    <TextLink href="/verify">Confirm your email</TextLink>
                  )}
                </dd>
              </>
            )}
          </ReaderFragment>
        </dl>
        <SettingsFold anchor="name" title="Change your name" isOpen={isRefused('update-name')}>
          <ReaderFragment value={account.pick(({ name }) => name)}>
            {(name) => (
              <AccountForm
                intent="update-name"
                submit="Save name"
                refused={refusedFor('update-name')}
                fields={[{ name: 'name', label: 'Full name', autoComplete: 'name' }]}
                values={{ name }}
              />
            )}
          </ReaderFragment>
        </SettingsFold>
        {hasPassword && (
          <>
            <SettingsFold anchor="email" title="Update email" isOpen={isRefused('update-email')}>
              <UpdateEmail
                email={account.pick(({ email }) => email)}
                needsCode={hasTwoFactor}
                refused={refusedFor('update-email')}
              />
            </SettingsFold>
            <SettingsFold
              anchor="password"
              title="Change password"
              isOpen={isRefused('change-password')}
            >
              <ChangePassword refused={refusedFor('change-password')} />
            </SettingsFold>
          </>
        )}
      </div>
    </SettingsSection>
  )
}

/** @param needsCode two-factor sign-in is on */
function UpdateEmail({
  email,
  needsCode,
  refused,
}: {
  email: ReaderValue<string>
  needsCode: boolean
  refused: Refused | undefined
}) {
  return (
    <AccountForm
      intent="update-email"
      submit="Update email"
      unreachable={EMAIL_UNREACHABLE}
      refused={refused}
      before={
        <div className="min-w-0">
          <label htmlFor="current-email" className="mb-1 block font-semibold">
            Current email
          </label>
          <ReaderFragment value={email}>
            {(address) => (
              <input
                id="current-email"
                className="field opacity-70"
                type="email"
                disabled
                value={address}
                readOnly
              />
            )}
          </ReaderFragment>
        </div>
      }
      fields={[
        { name: 'newEmail', label: 'New email', type: 'email', autoComplete: 'email' },
        PASSWORD_FIELD,
        ...(needsCode ? [CODE_OR_RECOVERY_FIELD] : []),
      ]}
    />
  )
}

/** Shown instead of settings that require a verified address. */
export function ConfirmAddressFirst() {
  return (
    <p>
      Please confirm your email address first.{' '}
      <LineLink href="/verify">Confirm your email</LineLink>
    </p>
  )
}
