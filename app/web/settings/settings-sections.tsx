import { Form, Link } from 'react-router'
import type { Refused } from '../../middleware/form-action.server.ts'
import { AccountForm } from '../accounts/account-form.tsx'

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
    <section aria-labelledby={id} className="mt-10 border-t border-line pt-6">
      <h2 id={id} className="mb-5 text-2xl">
        {title}
      </h2>
      {children}
    </section>
  )
}

interface Account {
  name: string
  email: string
  emailVerified: boolean
}

export function AccountInformation({
  user,
  refused,
}: {
  user: Account
  refused: Refused | undefined
}) {
  return (
    <SettingsSection id="account" title="Account information">
      <dl className="grid gap-x-8 sm:grid-cols-[8rem_1fr] sm:gap-y-2 [&_dd]:max-sm:mb-3">
        <dt className="text-soft">Name</dt>
        <dd className="break-words">{user.name}</dd>
        <dt className="text-soft">Email</dt>
        <dd className="wrap-anywhere">
          {user.email}{' '}
          {user.emailVerified ? (
            <span className="text-soft">(confirmed)</span>
          ) : (
            <Link to="/verify" className="text-link">
              Confirm your email
            </Link>
          )}
        </dd>
      </dl>
      <details open={refused !== undefined} className="mt-4">
        <summary className="text-link inline-flex min-h-11 items-center">Change your name</summary>
        <div className="mt-2 max-w-lg">
          <AccountForm
            id="update-name"
            intent="update-name"
            submit="Save name"
            refused={refused}
            fields={[{ name: 'name', label: 'Full name', autoComplete: 'name' }]}
            values={{ name: user.name }}
          />
        </div>
      </details>
    </SettingsSection>
  )
}

/** Shown instead of settings that require a verified address. */
export function ConfirmAddressFirst() {
  return (
    <p>
      Please confirm your email address first.{' '}
      <Link to="/verify" className="text-link inline-flex min-h-11 items-center">
        Confirm your email
      </Link>
    </p>
  )
}

interface Device {
  id: number
  device: string
  kind: string
  createdAt: Date
  lastUsedAt: Date
  isCurrent: boolean
}

const longDate = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

export function DeviceList({ devices }: { devices: Device[] }) {
  return (
    <>
      <ul className="grid gap-3">
        {devices.map(({ id, device, isCurrent, createdAt, lastUsedAt }) => (
          <li
            key={id}
            className="flex flex-wrap items-center justify-between gap-3 rounded-xl bg-sunk px-4 py-3"
          >
            <span>
              <strong>{device}</strong>
              {isCurrent && <span className="text-accent"> · this device</span>}
              <br />
              <span className="text-sm text-soft">
                signed in {longDate.format(createdAt)}, last used {longDate.format(lastUsedAt)}
              </span>
            </span>
            {!isCurrent && (
              <Form method="post" reloadDocument>
                <input type="hidden" name="session" value={id} />
                <button
                  type="submit"
                  name="intent"
                  value="sign-out-device"
                  className="text-link min-h-11"
                >
                  Sign out<span className="sr-only"> {device}</span>
                </button>
              </Form>
            )}
          </li>
        ))}
      </ul>
      {devices.length > 1 && (
        <Form method="post" reloadDocument className="mt-4">
          <button
            type="submit"
            name="intent"
            value="sign-out-others"
            className="button button-quiet"
          >
            Sign out all other devices
          </button>
        </Form>
      )}
    </>
  )
}

export function YourData() {
  const files = [
    ['readr-data.json', 'Everything we store about you (JSON)'],
    ['my-list.csv', 'My List (CSV)'],
    ['read-books.csv', 'Books you marked as read (CSV)'],
  ] as const
  return (
    <div className="mb-8">
      <h3 className="text-xl">Your data</h3>
      <p className="mt-1 text-soft">
        Download a copy at any time. It does not include passwords or other secrets.
      </p>
      <ul className="mt-2">
        {files.map(([file, label]) => (
          <li key={file}>
            <a
              href={`/settings/download/${file}`}
              download
              className="text-link inline-flex min-h-11 items-center"
            >
              {label}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}
