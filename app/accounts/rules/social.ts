import { afterSignIn, withQuery } from './redirects.ts'

/** Where one can sign in besides here. */
export const PROVIDERS = ['apple', 'google', 'facebook'] as const
export type ProviderName = (typeof PROVIDERS)[number]

/** Time to sign in at a provider and come back. */
export const SOCIAL_SIGN_IN_MS = 10 * 60 * 1000

/** The providers as people know them. */
export const PROVIDER_LABELS: Record<ProviderName, string> = {
  apple: 'Apple',
  google: 'Google',
  facebook: 'Facebook',
}

/** What a provider has proved about a person. */
export interface ProvenIdentity {
  provider: ProviderName
  /** The provider's lasting name for the person. */
  subject: string
  email: string | null
  /** Whether the provider says that the address is the person's. Facebook never does. */
  emailVerified: boolean
  name: string | null
}

/** What a sign-in that came to nothing is told, on the page where it can be tried again. */
export const SOCIAL_PROBLEMS = {
  denied: (label: string) =>
    `You did not let ${label} sign you in. Try again, or log in with your email and password.`,
  expired: (label: string) =>
    `Signing in with ${label} took too long or was begun in another browser. Please try again.`,
  unreachable: (label: string) =>
    `${label} cannot be reached at the moment. Please try again later, or log in with your email and password.`,
  notBelieved: (label: string) =>
    `What ${label} answered could not be verified, so you are not signed in. Please try again.`,
  noAddress: (label: string) =>
    `${label} did not tell us your email address. Let it share the address, or create an account with a password.`,
  unverified: (label: string) =>
    `${label} does not say that your email address is confirmed, and it has an account here already. Log in the way you did before.`,
  tooLate: (label: string) => `Continuing with ${label} took too long. Please try again.`,
  unexpected: (label: string) => `Signing in with ${label} failed. Please try again.`,
}

/** Why a provider was not added to an account. */
export const NOT_ADDED = {
  unverified: (label: string) => `${label} was not added: please confirm your email address first.`,
  taken: (label: string) =>
    `${label} was not added: that ${label} account opens another Readr account. Log in with it to see which.`,
  expired: (label: string) =>
    `${label} was not added: it took too long, or was begun in another browser. Please try again.`,
  failed: (label: string) =>
    `${label} was not added: you were not signed in there. Please try again.`,
}
export type NotAddedReason = keyof typeof NOT_ADDED

/** Where the settings say that a provider was not added. */
export function notAdded(provider: ProviderName, why: NotAddedReason): string {
  return `/settings?${new URLSearchParams({ notAdded: provider, why })}`
}

/** What such an address says; null when it says nothing. */
export function whyNotAdded(query: URLSearchParams): string | null {
  const provider = PROVIDERS.find((name) => name === query.get('notAdded'))
  const why = query.get('why')
  if (!provider || !why || !Object.hasOwn(NOT_ADDED, why)) return null
  return NOT_ADDED[why as NotAddedReason](PROVIDER_LABELS[provider])
}

/** A name to greet somebody by whose provider tells none. */
export function nameFromAddress(email: string): string {
  const words = email
    .split('@', 1)[0]!
    .split(/[._+-]+/)
    .filter((word) => /\p{L}/u.test(word))
    .map((word) => word[0]!.toUpperCase() + word.slice(1))
  return words.join(' ').slice(0, 100) || 'Reader'
}

/** Where somebody goes who has signed in with a provider. */
export function afterSocialSignIn(onward: URLSearchParams): string {
  const path = afterSignIn(onward)
  return path === '/browse' ? '/browse?isSocial=true' : path
}

/** Where a provider sends the browser back. */
export function callbackPath(provider: ProviderName): string {
  return `/api/auth/${provider}/callback`
}

/** Where signing in at a provider begins. */
export function socialSignInPath(provider: ProviderName, onward: URLSearchParams): string {
  return withQuery(`/api/auth/${provider}`, onward)
}
