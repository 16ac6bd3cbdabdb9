import {
  composeMail,
  greeting,
  type MailReader,
  type MailText,
} from '../../platform/email/layout.ts'

const p = (text: string) => ({ kind: 'paragraph' as const, text })

/** Greets a new reader, with the code that proves the address. */
export function welcomeMail(code: string, verifyUrl: string): MailText {
  return composeMail(`${code} is your Readr code`, [
    p('Welcome to Readr.'),
    p('Enter this code to confirm that this address is yours. It works for ten minutes.'),
    { kind: 'code', code },
    { kind: 'button', label: 'Confirm my address', href: verifyUrl },
    p('You can read meanwhile. If you did not open an account, nothing more will come from us.'),
  ])
}

/** A new code for an address that is not proved yet. */
export function codeMail(code: string, verifyUrl: string): MailText {
  return composeMail(`${code} is your Readr code`, [
    p('Enter this code to confirm that this address is yours. It works for ten minutes.'),
    { kind: 'code', code },
    { kind: 'button', label: 'Confirm my address', href: verifyUrl },
    p('If you did not ask for it, you can ignore this mail.'),
  ])
}

/** The link that sets a new password. */
export function resetMail(reader: MailReader, resetUrl: string): MailText {
  return composeMail('Set a new Readr password', [
    p(greeting(reader)),
    p(
      'Someone asked to set a new password for your account. This link does it, once, within an hour.',
    ),
    { kind: 'button', label: 'Set a new password', href: resetUrl },
    p('If that was not you, you can ignore this mail. Your password stays as it is.'),
  ])
}

/**
 * Tells the old address that it is no longer the account's. The new one is named only where the old
 * one was proved: somebody else may have typed both.
 */
export function addressLeftMail(reader: MailReader, newEmail: string, support: string): MailText {
  const other = reader.emailVerified ? newEmail : 'another address'
  return composeMail('Your Readr address was changed', [
    p(greeting(reader)),
    p(`Your account now uses ${other} instead of this address.`),
    p(`If that was not you, write to ${support} at once.`),
  ])
}

/** Tells a reader that a provider opens the account now. */
export function providerAddedMail(
  reader: MailReader,
  provider: string,
  passwordTaken: boolean,
  support: string,
): MailText {
  return composeMail(`${provider} now opens your Readr account`, [
    p(greeting(reader)),
    p(`You can sign in to your account with ${provider} from now on.`),
    ...(passwordTaken
      ? [
          p(
            'Your address had not been confirmed before, so the password that the account had was removed and other devices were signed out.',
          ),
        ]
      : []),
    p(`If that was not you, write to ${support} at once.`),
  ])
}

/** Tells a reader that a provider no longer opens the account. */
export function providerRemovedMail(
  reader: MailReader,
  provider: string,
  support: string,
): MailText {
  return composeMail(`${provider} no longer opens your Readr account`, [
    p(greeting(reader)),
    p(`Signing in with ${provider} no longer leads to your account.`),
    p(`If that was not you, write to ${support} at once.`),
  ])
}

/** Answers the question for a reset link where there is no password to reset. */
export function noPasswordMail(reader: MailReader, providers: string, loginUrl: string): MailText {
  return composeMail('You sign in to Readr without a password', [
    p(greeting(reader)),
    p(
      `Someone asked to set a new password for your account. It has none: you sign in with ${providers}.`,
    ),
    { kind: 'button', label: 'Log in', href: loginUrl },
    p('If that was not you, you can ignore this mail.'),
  ])
}

/** Tells a reader that the password is another one. */
export function passwordChangedMail(reader: MailReader, resetUrl: string): MailText {
  return composeMail('Your Readr password was changed', [
    p(greeting(reader)),
    p('Your password was changed just now, and your other devices were signed out.'),
    p('If that was not you, set a new password at once:'),
    { kind: 'button', label: 'Set a new password', href: resetUrl },
  ])
}

/** What the mail about a sign-in on a new device says of it. */
export interface NewDevice {
  at: Date
  /** Such as 'Firefox on Windows'; null: nothing that we recognize. */
  device: string | null
  /** Only the beginning of the network address. */
  network: string
  settingsUrl: string
}

/** Tells a reader of a sign-in on a device that the account does not know. */
export function newDeviceMail(
  reader: MailReader,
  { at, device, network, settingsUrl }: NewDevice,
): MailText {
  const moment = at.toLocaleString('en-US', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  })
  return composeMail('New sign-in to your Readr account', [
    p(greeting(reader)),
    p(
      `Someone signed in to your account on a new device: ${device ?? 'an unknown device'}, on ${moment} UTC, from a network address that starts like ${network}.`,
    ),
    p('If that was you, there is nothing to do.'),
    p('If that was not you, sign that device out and change your password:'),
    { kind: 'button', label: 'See where you are signed in', href: settingsUrl },
  ])
}

/** Tells a reader that signing in asks for a code from now on. */
export function twoFactorOnMail(reader: MailReader, resetUrl: string, support: string): MailText {
  return composeMail('Two-factor sign-in is on', [
    p(greeting(reader)),
    p(
      'From now on, signing in to Readr with your password also asks for a code from your authenticator app. Keep your recovery codes where you find them without your phone.',
    ),
    p(`If that was not you, write to ${support} at once, and set a new password:`),
    { kind: 'button', label: 'Set a new password', href: resetUrl },
  ])
}

/** Tells a reader that the password alone signs in again. */
export function twoFactorOffMail(reader: MailReader, resetUrl: string): MailText {
  return composeMail('Two-factor sign-in is off', [
    p(greeting(reader)),
    p('Your password alone signs in to Readr again. Your recovery codes no longer work.'),
    p('If that was not you, set a new password at once, and turn two-factor sign-in on again:'),
    { kind: 'button', label: 'Set a new password', href: resetUrl },
  ])
}

/** The last mail of an account. */
export function accountDeletedMail(reader: MailReader): MailText {
  return composeMail('Your Readr account is deleted', [
    p(reader.emailVerified ? `Goodbye, ${reader.name}.` : 'Goodbye.'),
    p(
      'Your account and everything that was stored with it are deleted. Thank you for reading with us.',
    ),
  ])
}
