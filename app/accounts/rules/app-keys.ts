import { codeInGroups, normalizeCode, RECOVERY_CODE_ALPHABET } from './two-factor-codes.ts'

/**
 * What a reader creates for another program: an app password opens feeds and files over HTTP Basic, a
 * personal access token makes JSON calls, and the address of a podcast contains its secret.
 */
export const APP_KEY_KINDS = ['app-password', 'token', 'podcast'] as const

export type AppKeyKind = (typeof APP_KEY_KINDS)[number]

/** What a personal access token may do. Nothing else: no account, no billing, no administration. */
export const SCOPES = {
  'library:read': 'See books, your list, read marks, reading positions, and reminders',
  'library:write':
    'Change your list, read marks, reading positions, and reminders, request books, and share summaries',
  'notes:read': 'See your highlights, notes, and review cards',
  'notes:write': 'Change your highlights, notes, and review cards',
} as const

export type Scope = keyof typeof SCOPES

export const SCOPE_NAMES = Object.keys(SCOPES) as [Scope, ...Scope[]]

/** App passwords, tokens, and podcasts of one reader. */
export const MAX_APP_KEYS = 20

/** Secret scanners recognize leaked secrets by this prefix. */
const PREFIX = 'readr_'
const TOKEN_PREFIX = `${PREFIX}pat_`

/** 100 bits, enough for a plain hash in the database; people type it on e-readers. */
export const APP_PASSWORD_CHARS = 20

const APP_PASSWORD = new RegExp(
  `^(?:readr_?)?([${RECOVERY_CODE_ALPHABET}]{${APP_PASSWORD_CHARS}})$`,
)

export const appPasswordText = (characters: string) => PREFIX + codeInGroups(characters, '-')

/** The characters of an app password that somebody typed; null: it cannot be one. */
export function typedAppPassword(typed: string): string | null {
  if (typed.length > 100) return null
  return APP_PASSWORD.exec(normalizeCode(typed))?.[1] ?? null
}

export const tokenText = (secret: string) => TOKEN_PREFIX + secret

/** Whether a bearer token is a personal access token rather than an app's. */
export const isPersonalToken = (bearer: string) => bearer.startsWith(TOKEN_PREFIX)

/** The scopes in their stored form; unknown ones are left out. */
export function readScopes(stored: string | null): Scope[] {
  const names = stored?.split(' ') ?? []
  return SCOPE_NAMES.filter((scope) => names.includes(scope))
}

/** Why a call refuses a session; null: it does not. Browsers and apps need no scope. */
export function scopeProblem(
  session: { kind: string; scopes: readonly Scope[] },
  needed: Scope | undefined,
): string | null {
  if (session.kind === 'web' || session.kind === 'app') return null
  if (!needed) return 'Personal access tokens cannot make this call.'
  return session.scopes.includes(needed) ? null : `The token does not have the scope ${needed}.`
}
