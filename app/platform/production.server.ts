type Variables = Readonly<Record<string, unknown>>

/**
 * The variables that name a real service: with one of them set this is no demo. One that is sent
 * to a server of the operator's own (`unless`), as tests do, names none.
 */
const REAL_SERVICES: { name: string; unless?: string }[] = [
  { name: 'SMTP_URL' },
  { name: 'STRIPE_SECRET_KEY', unless: 'STRIPE_API_URL' },
  { name: 'GOOGLE_CLIENT_ID', unless: 'GOOGLE_ISSUER' },
  { name: 'APPLE_CLIENT_ID', unless: 'APPLE_ISSUER' },
  { name: 'FACEBOOK_CLIENT_ID', unless: 'FACEBOOK_DIALOG_URL' },
]

/** What is wrong with a value in production, as it stands behind the variable's name; or null. */
type Check = (value: unknown) => string | null

const MISSING = 'is required in production'

const required: Check = (value) =>
  value === undefined || (Array.isArray(value) && value.length === 0) ? MISSING : null

/** Names under .example belong to nobody: they stand in our texts and in the demo. */
const noExample: Check = (value) =>
  /[@./]example\b(?![-.]?\w)/i.test(String(value ?? ''))
    ? 'still names an example; production needs your own'
    : null

const LOOPBACK = /^http:\/\/(?:127\.0\.0\.1|\[::1\])(?::|\/|$)/

/** Cookies and reset links are for readers' eyes; a trial on one machine needs no certificate. */
const encrypted: Check = (value) =>
  String(value).startsWith('https://') || LOOPBACK.test(String(value))
    ? null
    : 'must begin with https:// in production'

/** What production needs, a variable a line; the first check that objects is said. */
const NEEDS: Record<string, Check[]> = {
  APP_URL: [required, noExample, encrypted],
  AUTH_SECRETS: [required],
  SMTP_URL: [required, noExample],
  SUPPORT_EMAIL: [required, noExample],
  MAIL_FROM: [noExample],
  STRIPE_SECRET_KEY: [required],
  STRIPE_PUBLISHABLE_KEY: [required],
  STRIPE_WEBHOOK_SECRET: [required],
  MOBILE_WEBHOOK_SECRET: [required],
  APP_RETURN_URL: [noExample],
}

/** The first variable that names a real service, or null: then this is the demo. */
export function realService(variables: Variables): string | null {
  const named = REAL_SERVICES.find(
    ({ name, unless }) =>
      variables[name] !== undefined && (unless === undefined || variables[unless] === undefined),
  )
  return named?.name ?? null
}

/** The demo's stand-ins for Stripe and the sign-in providers live in one process. */
export function refuseSeveralInDemo(
  variables: Variables,
  refuse: (name: string, message: string) => void,
): void {
  if (realService(variables) !== null || Number(variables['PROCESSES']) <= 1) return
  refuse('PROCESSES', 'must be 0 or 1 in the demo, which plays Stripe in one process')
}

/** Names every variable that production needs and does not have, or that is the demo's still. */
export function refuseUnready(
  variables: Variables,
  refuse: (name: string, message: string) => void,
): void {
  const because = realService(variables)
  if (because === null) return
  for (const [name, checks] of Object.entries(NEEDS)) {
    for (const check of checks) {
      const problem = check(variables[name])
      if (problem === null) continue
      refuse(name, problem === MISSING ? `${problem} (${because} is set)` : problem)
      break
    }
  }
}
