import { safeRedirect } from '../rules.ts'

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
  unexpected: (label: string) => `Signing in with ${label} failed. Please try again.`,
}

/** The part of a query that says where to go after signing in, made safe. */
export function onwardQuery(query: URLSearchParams): URLSearchParams {
  const redirectTo = safeRedirect(query.get('redirectTo'))
  return new URLSearchParams([
    ...(redirectTo === null ? [] : [['redirectTo', redirectTo]]),
    ...(query.has('toSubscribe') ? [['toSubscribe', query.get('toSubscribe')!.slice(0, 20)]] : []),
  ])
}

/** A query of words, as it stands behind an address; nothing when there are none. */
export function withQuery(path: string, query: URLSearchParams): string {
  return query.size === 0 ? path : `${path}?${query}`
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

/** Where a provider sends the browser back. */
export function callbackPath(provider: ProviderName): string {
  return `/api/auth/${provider}/callback`
}

/** Where signing in at a provider begins. */
export function socialSignInPath(provider: ProviderName, onward: URLSearchParams): string {
  return withQuery(`/api/auth/${provider}`, onward)
}
