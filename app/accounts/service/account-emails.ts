import {
  composeEmail,
  type EmailContent,
  type EmailPart,
  type EmailReader,
  emailGreeting,
} from '../../platform/email/layout.ts'
import type { AppKeyKind } from '../rules/app-keys.ts'
import { durationText } from '../rules/duration-text.ts'
import { MIN_ADMIN_PASSWORD_CHARS } from '../rules/password-advice.ts'
import {
  EMAIL_CODE_TTL_MS,
  RESET_LINK_TTL_MS,
  UNDO_EMAIL_CHANGE_TTL_MS,
} from '../rules/lifetimes.ts'

const p = (text: string) => ({ kind: 'paragraph' as const, text })

const button = (label: string, href: string) => ({ kind: 'button' as const, label, href })

const contactSupport = (support: string) => p(`If this was not you, email ${support} right away.`)

function codeParts(code: string, verifyUrl: string): EmailPart[] {
  return [
    p(
      `Enter this code to confirm your email address. It expires in ${durationText(EMAIL_CODE_TTL_MS)}.`,
    ),
    { kind: 'code', code },
    button('Confirm my email', verifyUrl),
  ]
}

/** Welcomes a new reader, with the code that verifies the address. */
export function welcomeEmail(code: string, verifyUrl: string): EmailContent {
  return composeEmail(`${code} is your Readr code`, [
    p('Welcome to Readr.'),
    ...codeParts(code, verifyUrl),
    p(
      'You can start reading right away. If you did not create an account, ignore this email, and we will not email you again.',
    ),
  ])
}

/** A new code for an address that is not verified yet. */
export function codeEmail(code: string, verifyUrl: string): EmailContent {
  return composeEmail(`${code} is your Readr code`, [
    ...codeParts(code, verifyUrl),
    p('If you did not ask for this code, you can ignore this email.'),
  ])
}

export function resetEmail(reader: EmailReader, resetUrl: string): EmailContent {
  return composeEmail('Set a new Readr password', [
    p(emailGreeting(reader)),
    p(
      `Someone asked to reset the password of your account. To set a new one, use this link. It works once and expires in ${durationText(RESET_LINK_TTL_MS)}.`,
    ),
    button('Set a new password', resetUrl),
    p('If this was not you, you can ignore this email. Your password stays the same.'),
  ])
}

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
  return composeEmail('Your Readr email address was changed', [
    p(emailGreeting(reader)),
    p(`Your account now uses ${other} instead of this address.`),
    ...(undoUrl === null
      ? [contactSupport(support)]
      : [
          p('If this was you, there is nothing to do.'),
          p(
            `If this was not you, change it back. This also signs out every device, and you then set a new password. The link works once and expires in ${durationText(UNDO_EMAIL_CHANGE_TTL_MS)}.`,
          ),
          button('This was not me', undoUrl),
          p(`If the link does not work, email ${support} right away.`),
        ]),
  ])
}

export function providerAddedEmail(
  reader: EmailReader,
  provider: string,
  passwordRemoved: boolean,
  support: string,
): EmailContent {
  return composeEmail(`You can now sign in to Readr with ${provider}`, [
    p(emailGreeting(reader)),
    p(`${provider} is now linked to your account, so you can use it to sign in.`),
    ...(passwordRemoved
      ? [
          p(
            'Your email address had not been confirmed before. For your safety, we removed the old password and signed out all other devices.',
          ),
        ]
      : []),
    contactSupport(support),
  ])
}

export function providerRemovedEmail(
  reader: EmailReader,
  provider: string,
  support: string,
): EmailContent {
  return composeEmail(`${provider} was removed from your Readr account`, [
    p(emailGreeting(reader)),
    p(`You can no longer sign in to your account with ${provider}.`),
    contactSupport(support),
  ])
}

/** Answers a request for a reset link on an account without a password. */
export function noPasswordEmail(
  reader: EmailReader,
  providers: string,
  loginUrl: string,
): EmailContent {
  return composeEmail('You sign in to Readr without a password', [
    p(emailGreeting(reader)),
    p(
      `Someone asked to reset the password of your account, but it has none. You sign in with ${providers}.`,
    ),
    button('Log in', loginUrl),
    p('If this was not you, you can ignore this email.'),
  ])
}

export function passwordChangedEmail(reader: EmailReader, resetUrl: string): EmailContent {
  return composeEmail('Your Readr password was changed', [
    p(emailGreeting(reader)),
    p('Your password was just changed, and your other devices were signed out.'),
    p('If this was not you, set a new password right away:'),
    button('Set a new password', resetUrl),
  ])
}

export interface NewDevice {
  at: Date
  /** Such as "Firefox on Windows"; null when unknown. */
  device: string | null
  /** The first part of the network address. */
  network: string
  settingsUrl: string
}

/** Reports a sign-in on a device that is not known to the account. */
export function newDeviceEmail(
  reader: EmailReader,
  { at, device, network, settingsUrl }: NewDevice,
): EmailContent {
  const moment = at.toLocaleString('en-US', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  })
  return composeEmail('New sign-in to your Readr account', [
    p(emailGreeting(reader)),
    p(
      `Someone signed in to your account from ${device ? `a new device (${device})` : 'an unknown device'} on ${moment} UTC, from a network address that starts with ${network}.`,
    ),
    p('If this was you, there is nothing to do.'),
    p('If this was not you, sign out that device and change your password:'),
    button('See where you are signed in', settingsUrl),
  ])
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
  const what = KEY_NAMES[kind]
  const named = reader.emailVerified ? `, “${name}”` : ''
  return composeEmail(`A new ${what} for your Readr account`, [
    p(emailGreeting(reader)),
    p(`Someone created a new ${what}${named}. With it, another app can use your account.`),
    p('If this was you, there is nothing to do.'),
    p('If this was not you, revoke it and change your password:'),
    button('See your apps', settingsUrl),
  ])
}

/** A podcast was used from many networks. It goes to verified addresses only. */
export function podcastNetworksEmail(
  reader: EmailReader,
  name: string,
  settingsUrl: string,
): EmailContent {
  const named = reader.emailVerified ? `, “${name}”,` : ''
  return composeEmail('Is someone else using your Readr podcast?', [
    p(emailGreeting(reader)),
    p(
      `Your private podcast${named} was used from many different networks this week. That can happen when you travel. If so, there is nothing to do.`,
    ),
    p(
      'If you gave the address to someone else, or didn’t use the podcast that much yourself, please revoke the address and create a new one. Each address is for one reader.',
    ),
    button('See your podcasts', settingsUrl),
  ])
}

export function twoFactorOnEmail(
  reader: EmailReader,
  resetUrl: string,
  support: string,
): EmailContent {
  return composeEmail('Two-factor sign-in is on', [
    p(emailGreeting(reader)),
    p(
      'Signing in to Readr with your password now also requires a code from your authenticator app. Keep your recovery codes somewhere you can reach without your phone.',
    ),
    p(`If this was not you, email ${support} right away and set a new password:`),
    button('Set a new password', resetUrl),
  ])
}

export function twoFactorOffEmail(reader: EmailReader, resetUrl: string): EmailContent {
  return composeEmail('Two-factor sign-in is off', [
    p(emailGreeting(reader)),
    p('You can now sign in to Readr with only your password. Your recovery codes no longer work.'),
    p('If this was not you, set a new password right away and turn two-factor sign-in back on:'),
    button('Set a new password', resetUrl),
  ])
}

/** An administrator suspended the account. */
export function suspendedEmail(reader: EmailReader, support: string): EmailContent {
  return composeEmail('Your Readr account is suspended', [
    p(emailGreeting(reader)),
    p('You cannot sign in for now, and you have been signed out on all devices.'),
    p(
      'This does not change your billing: a subscription renews as before until it is canceled. We can cancel it or refund a payment for you.',
    ),
    p(`If you think this is a mistake, or want us to cancel or refund, email ${support}.`),
  ])
}

/** The suspension is over. */
export function restoredEmail(reader: EmailReader, loginUrl: string): EmailContent {
  return composeEmail('You can use your Readr account again', [
    p(emailGreeting(reader)),
    p('Your account is no longer suspended. Your books and your settings are as you left them.'),
    button('Log in', loginUrl),
  ])
}

/**
 * A reader has become an administrator.
 * @param resetUrl where they set a new password; null: they sign in with a provider
 */
export function administratorEmail(reader: EmailReader, resetUrl: string | null): EmailContent {
  return composeEmail('You are now a Readr administrator', [
    p(emailGreeting(reader)),
    p('Your account can now open the administration of Readr. Please log in again.'),
    ...(resetUrl === null
      ? []
      : [
          p(
            `Your old password no longer works. Set a new one of at least ${MIN_ADMIN_PASSWORD_CHARS} characters:`,
          ),
          button('Set a new password', resetUrl),
        ]),
  ])
}

/** The last email of an account. */
export function accountDeletedEmail(reader: EmailReader, note?: string): EmailContent {
  return composeEmail('Your Readr account is deleted', [
    p(reader.emailVerified ? `Goodbye, ${reader.name}.` : 'Goodbye.'),
    p('Your account and your data have been deleted. Thank you for reading with us.'),
    ...(note ? [p(note)] : []),
  ])
}
