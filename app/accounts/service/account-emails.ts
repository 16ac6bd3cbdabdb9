import {
  composeEmail,
  type EmailContent,
  type EmailReader,
  type EmailValues,
} from '../../platform/email/layout.ts'
import type { AppKeyKind } from '../rules/app-keys.ts'
import { durationText } from '../rules/duration-text.ts'
import {
  EMAIL_CODE_TTL_MS,
  RESET_LINK_TTL_MS,
  UNDO_EMAIL_CHANGE_TTL_MS,
} from '../rules/lifetimes.ts'
import { MIN_ADMIN_PASSWORD_CHARS } from '../rules/password-advice.ts'

const TEXTS = import.meta.glob<string>('./emails/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
})

const write = (name: string, reader: EmailReader | null, values: EmailValues): EmailContent =>
  composeEmail(TEXTS[`./emails/${name}.md`]!, reader, values)

export const welcomeEmail = (code: string, verifyUrl: string) =>
  write('welcome', null, { code, verifyUrl, lifetime: durationText(EMAIL_CODE_TTL_MS) })

/** A new code for an address that is not verified yet. */
export const codeEmail = (code: string, verifyUrl: string) =>
  write('code', null, { code, verifyUrl, lifetime: durationText(EMAIL_CODE_TTL_MS) })

export const resetEmail = (reader: EmailReader, resetUrl: string) =>
  write('reset', reader, { resetUrl, lifetime: durationText(RESET_LINK_TTL_MS) })

/**
 * Notifies the old address of a change. It names the new address only if the old one was verified:
 * otherwise a stranger may have entered both.
 * @param undoUrl where its owner changes it back; null: it cannot be changed back
 */
export function addressChangedEmail(
  reader: EmailReader,
  newEmail: string,
  support: string,
  undoUrl: string | null,
): EmailContent {
  const other = reader.emailVerified ? newEmail : 'another address'
  if (undoUrl === null) return write('address-changed-back', reader, { other, support })
  const lifetime = durationText(UNDO_EMAIL_CHANGE_TTL_MS)
  return write('address-changed', reader, { other, support, undoUrl, lifetime })
}

export const providerAddedEmail = (
  reader: EmailReader,
  provider: string,
  passwordRemoved: boolean,
  support: string,
) => write('provider-added', reader, { provider, passwordRemoved, support })

export const providerRemovedEmail = (reader: EmailReader, provider: string, support: string) =>
  write('provider-removed', reader, { provider, support })

/** Answers a request for a reset link on an account without a password. */
export const noPasswordEmail = (reader: EmailReader, providers: string, loginUrl: string) =>
  write('no-password', reader, { providers, loginUrl })

export const passwordChangedEmail = (reader: EmailReader, resetUrl: string) =>
  write('password-changed', reader, { resetUrl })

export interface NewDevice {
  at: Date
  /** Such as "Firefox on Windows"; null when unknown. */
  device: string | null
  network: string
  settingsUrl: string
}

/** Reports a sign-in on a device that is not known to the account. */
export function newDeviceEmail(
  reader: EmailReader,
  { at, device, network, settingsUrl }: NewDevice,
): EmailContent {
  return write('new-device', reader, {
    moment: at.toLocaleString('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }),
    device: device ? `a new device (${device})` : 'an unknown device',
    network,
    settingsUrl,
  })
}

const KEY_NAMES: Record<AppKeyKind, string> = {
  'app-password': 'app password',
  token: 'personal access token',
  podcast: 'private podcast',
}

/** Reports a new app password, token, or podcast. It goes to verified addresses only. */
export function appKeyEmail(
  reader: EmailReader,
  kind: AppKeyKind,
  name: string,
  settingsUrl: string,
): EmailContent {
  const named = reader.emailVerified ? `, “${name}”` : ''
  return write('app-key', reader, { what: KEY_NAMES[kind], named, settingsUrl })
}

/** A podcast was used from many networks. It goes to verified addresses only. */
export function podcastNetworksEmail(
  reader: EmailReader,
  name: string,
  settingsUrl: string,
): EmailContent {
  const named = reader.emailVerified ? `, “${name}”,` : ''
  return write('podcast-networks', reader, { named, settingsUrl })
}

export const twoFactorOnEmail = (reader: EmailReader, resetUrl: string, support: string) =>
  write('two-factor-on', reader, { resetUrl, support })

export const twoFactorOffEmail = (reader: EmailReader, resetUrl: string) =>
  write('two-factor-off', reader, { resetUrl })

export const suspendedEmail = (reader: EmailReader, support: string) =>
  write('suspended', reader, { support })

/** The suspension is over. */
export const restoredEmail = (reader: EmailReader, loginUrl: string) =>
  write('restored', reader, { loginUrl })

/**
 * A reader has become an administrator.
 * @param resetUrl where they set a new password; null: they sign in with a provider
 */
export const administratorEmail = (reader: EmailReader, resetUrl: string | null) =>
  write('administrator', reader, {
    hasPassword: resetUrl !== null,
    minChars: String(MIN_ADMIN_PASSWORD_CHARS),
    resetUrl,
  })

/** The last email of an account. */
export const accountDeletedEmail = (reader: EmailReader, note: string | null = null) =>
  write('account-deleted', reader, {
    goodbye: reader.emailVerified ? `Goodbye, ${reader.name}.` : 'Goodbye.',
    note,
  })
