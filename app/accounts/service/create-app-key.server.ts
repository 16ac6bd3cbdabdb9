import { readerEntry } from '../../platform/audit/audit-log.server.ts'
import { DomainError } from '../../platform/errors.ts'
import { sendEmail } from '../../platform/email/outbox.server.ts'
import { absoluteUrl } from '../../platform/site-address.server.ts'
import {
  APP_PASSWORD_CHARS,
  type AppKeyKind,
  appPasswordText,
  MAX_APP_KEYS,
  type Scope,
  tokenText,
} from '../rules/app-keys.ts'
import { RECOVERY_CODE_ALPHABET } from '../rules/two-factor-codes.ts'
import { NEVER_EXPIRES, RECENT_SIGN_IN_MS } from '../rules/lifetimes.ts'
import { type PodcastSelection, podcastSecret } from '../rules/podcast-feed-keys.ts'
import { insertAppKey } from '../store/app-keys.server.ts'
import type { SignedIn } from '../store/sessions.server.ts'
import { appKeyEmail } from './account-emails.ts'
import { requirePassword } from './require-password.server.ts'
import { refusalReason, requireVerified } from './require-verified.server.ts'
import { appKeyHash, newSecret, randomText } from './tokens.server.ts'
import { DAY_MS } from '../../platform/durations.ts'

const FULL = `You have ${MAX_APP_KEYS} app passwords, tokens, and podcasts, which is the limit. Please revoke one first.`
const TAKEN = 'You already have one with this name.'
const NO_PASSWORD = 'Please enter your password.'
const SIGN_IN_AGAIN = 'For your security, please log in again before you create one.'

/** Whether a session's sign-in is recent enough to create something without a password. */
export function isRecentSignIn({ session }: SignedIn, now = new Date()): boolean {
  return now.getTime() - session.createdAt.getTime() < RECENT_SIGN_IN_MS
}

interface Wanted {
  name: string
  password?: string | undefined
}

/**
 * Creates an app password.
 * @returns the password, which cannot be shown again
 * @throws DomainError invalid-input, conflict (too many, or the name is taken), forbidden (the address
 * is not verified, or the sign-in too long ago), too-many-requests
 */
export async function createAppPassword(signedIn: SignedIn, wanted: Wanted): Promise<string> {
  const characters = randomText(RECOVERY_CODE_ALPHABET, APP_PASSWORD_CHARS)
  await create(signedIn, wanted, { kind: 'app-password', secret: characters, scopes: null })
  return appPasswordText(characters)
}

/**
 * Creates a personal access token.
 * @returns the token, which cannot be shown again
 * @throws DomainError as createAppPassword()
 */
export async function createToken(
  signedIn: SignedIn,
  { scopes, lifetime, ...wanted }: Wanted & { scopes: Scope[]; lifetime: number | null },
): Promise<string> {
  const token = tokenText(newSecret())
  const stored = [...new Set(scopes)].join(' ')
  await create(signedIn, wanted, { kind: 'token', secret: token, scopes: stored }, lifetime)
  return token
}

/**
 * Creates a podcast.
 * @returns the secret of its address, which cannot be shown again
 * @throws DomainError as createAppPassword()
 */
export async function createPodcastKey(
  signedIn: SignedIn,
  { selection, ...wanted }: Wanted & { selection: PodcastSelection },
): Promise<string> {
  const secret = podcastSecret(newSecret())
  await create(signedIn, wanted, { kind: 'podcast', secret, scopes: selection })
  return secret
}

async function create(
  signedIn: SignedIn,
  { name, password }: Wanted,
  { secret, ...key }: { kind: AppKeyKind; secret: string; scopes: string | null },
  lifetime: number | null = null,
): Promise<void> {
  const { user, session } = signedIn
  if (user.hasPassword) {
    if (!password?.trim()) {
      throw new DomainError('invalid-input', NO_PASSWORD, { password: [NO_PASSWORD] })
    }
    await requirePassword(user.id, password, 'password', session.id)
  } else if (!isRecentSignIn(signedIn)) throw new DomainError('forbidden', SIGN_IN_AGAIN)
  requireVerified(user)
  const createdAt = new Date()
  const expiresAt =
    lifetime === null ? NEVER_EXPIRES : new Date(createdAt.getTime() + lifetime * DAY_MS)
  const { kind } = key
  const secretHash = appKeyHash(kind, secret)
  const entry =
    user.role === 'admin' ? readerEntry(user.id, user.id, 'admin.app-key', kind) : undefined
  const saved = await insertAppKey(
    { ...key, userId: user.id, name, secretHash, createdAt, expiresAt },
    session.id,
    entry,
  )
  if (saved === 'refused') throw await refusalReason(user.id)
  if (saved === 'full') throw new DomainError('conflict', FULL)
  if (saved === 'taken') throw new DomainError('conflict', TAKEN, { name: [TAKEN] })
  await sendEmail(user.email, appKeyEmail(user, kind, name, absoluteUrl('/settings/apps')))
}
