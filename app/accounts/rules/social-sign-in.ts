import { durationText } from './duration-text.ts'
import { UNDO_EMAIL_CHANGE_TTL_MS } from './lifetimes.ts'
import { withQuery } from './redirects.ts'

/** Identity providers, in the order in which they are offered. */
export const PROVIDERS = ['apple', 'google', 'facebook'] as const
export type ProviderName = (typeof PROVIDERS)[number]

export const PROVIDER_LABELS: Record<ProviderName, string> = {
  apple: 'Apple',
  google: 'Google',
  facebook: 'Facebook',
}

export interface ProviderIdentity {
  provider: ProviderName
  /** The provider's permanent id of the person. */
  subject: string
  email: string | null
  /** Whether the provider has verified the address. Facebook never says so. */
  emailVerified: boolean
  name: string | null
}

/** Why a sign-in at a provider failed, shown on the login page. */
export const SOCIAL_PROBLEMS = {
  denied: (label: string) =>
    `Sign-in with ${label} was canceled. Try again, or log in with your email and password.`,
  expired: (label: string) =>
    `Signing in with ${label} took too long or was started in another browser. Please try again.`,
  unreachable: (label: string) =>
    `${label} cannot be reached right now. Please try again later, or log in with your email and password.`,
  rejected: (label: string) =>
    `We could not verify the response from ${label}, so you are not logged in. Please try again.`,
  noAddress: (label: string) =>
    `${label} did not share your email address. Try again and allow it, or create an account with a password.`,
  unverified: (label: string) =>
    `An account with your email address already exists, and ${label} has not confirmed that the address is yours. Log in the way you did before.`,
  unconfirmed: (label: string) =>
    `An account with your email address already exists, but the address has not been confirmed there. Log in the way you did before or reset your password, and then add ${label} in your settings.`,
  changed: (label: string) =>
    `You cannot create an account with ${label} right now: the account with your email address was moved to another address less than ${durationText(UNDO_EMAIL_CHANGE_TTL_MS)} ago. If this was not you, use the link in our email about it.`,
  takeOverExpired: (label: string) => `Continuing with ${label} took too long. Please try again.`,
  unexpected: (label: string) => `Signing in with ${label} failed. Please try again.`,
}

/** What the settings say after a provider was added to an account, or was not. */
export const ADDING_RESULTS = {
  added: () => 'The new way to sign in was added.',
  unverified: (label: string) => `${label} was not added. Please confirm your email address first.`,
  taken: (label: string) =>
    `${label} was not added because that ${label} account is linked to another Readr account. To see which one, log out, then log in with ${label}.`,
  expired: (label: string) =>
    `${label} was not added because signing in took too long or was started in another browser. Please try again.`,
  failed: (label: string) =>
    `${label} was not added because you did not sign in there. Please try again.`,
}
export type AddingResult = keyof typeof ADDING_RESULTS

/** A name made from the email address, for people whose provider shares none. */
export function nameFromAddress(email: string): string {
  const words = email
    .split('@', 1)[0]!
    .split(/[._+-]+/)
    .filter((word) => /\p{L}/u.test(word))
    .map((word) => word[0]!.toUpperCase() + word.slice(1))
  return words.join(' ').slice(0, 100) || 'Reader'
}

export function callbackPath(provider: ProviderName): string {
  return `/api/auth/${provider}/callback`
}

export function socialSignInPath(provider: ProviderName, onward: URLSearchParams): string {
  return withQuery(`/api/auth/${provider}`, onward)
}
