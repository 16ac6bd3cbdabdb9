type Variables = Readonly<Record<string, unknown>>

/**
 * The variables that name a real service. If one of them is set, this is production, unless another
 * variable (`unless`) leads to a server of the operator instead, as in tests.
 */
const REAL_SERVICES: { name: string; unless?: string }[] = [
  { name: 'SMTP_URL' },
  { name: 'STRIPE_SECRET_KEY', unless: 'STRIPE_API_URL' },
  { name: 'GOOGLE_CLIENT_ID', unless: 'GOOGLE_ISSUER' },
  { name: 'APPLE_CLIENT_ID', unless: 'APPLE_ISSUER' },
  { name: 'FACEBOOK_CLIENT_ID', unless: 'FACEBOOK_DIALOG_URL' },
]

/**
 * Variables that are set for readers on the internet although they name no real service. With them
 * the demo does not start on its own: a forgotten variable must not show everyone's emails.
 */
const SIGNS_OF_PRODUCTION: { name: string; isSign: (value: unknown) => boolean }[] = [
  { name: 'APP_URL', isSign: (value) => URL.parse(String(value ?? ''))?.protocol === 'https:' },
  { name: 'AUTH_SECRETS', isSign: (value) => Array.isArray(value) && value.length > 0 },
  { name: 'TRUST_PROXY', isSign: (value) => Number(value) > 0 },
]

/** Checks a value in production. Returns the error, which follows the variable's name, or null. */
type Check = (value: unknown) => string | null

const MISSING = 'is required in production'

const required: Check = (value) =>
  value === undefined || (Array.isArray(value) && value.length === 0) ? MISSING : null

/** Names under .example belong to nobody; our texts and the demo use them. */
const noExample: Check = (value) =>
  /[@./]example\b(?![-.]?\w)/i.test(String(value ?? ''))
    ? 'is still an example; production needs a real value'
    : null

const LOOPBACK = /^http:\/\/(?:127\.0\.0\.1|\[::1\])(?::|\/|$)/

/** Cookies and reset links must be encrypted, except when trying Readr on one machine. */
const encrypted: Check = (value) =>
  String(value).startsWith('https://') || LOOPBACK.test(String(value))
    ? null
    : 'must start with https:// in production'

/** The checks of each variable in production. */
const CHECKS: Record<string, Check[]> = {
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

/** The first variable that names a real service, or null. */
export function realService(variables: Variables): string | null {
  const named = REAL_SERVICES.find(
    ({ name, unless }) =>
      variables[name] !== undefined && (unless === undefined || variables[unless] === undefined),
  )
  return named?.name ?? null
}

/** The variables that point to production although they name no real service. */
const signsOfProduction = (variables: Variables): string[] =>
  SIGNS_OF_PRODUCTION.filter(({ name, isSign }) => isSign(variables[name])).map(({ name }) => name)

export const demoIsAskedFor = (variables: Variables): boolean => variables['DEMO'] === '1'

/** Whether this is the demo: it was asked for, or nothing points to production. */
export function isDemo(variables: Variables): boolean {
  if (realService(variables) !== null) return false
  return demoIsAskedFor(variables) || signsOfProduction(variables).length === 0
}

function problemsInProduction(variables: Variables): { name: string; problem: string }[] {
  return Object.entries(CHECKS).flatMap(([name, checks]) => {
    const problem = checks.map((check) => check(variables[name])).find((one) => one !== null)
    return problem ? [{ name, problem }] : []
  })
}

export const missingForProduction = (variables: Variables): string[] =>
  problemsInProduction(variables)
    .filter(({ problem }) => problem === MISSING)
    .map(({ name }) => name)

/** Says why the demo does not start, and what to do. */
export const demoRefusal = (because: string): string =>
  `${because}, so the demo does not start on its own: it would show everyone’s emails. Set the variables that production needs, or DEMO=1 to start the demo anyway`

/** Refuses several processes in the demo, whose emulated providers live in one process. */
export function refuseProcessesInDemo(
  variables: Variables,
  refuse: (name: string, message: string) => void,
): void {
  if (!isDemo(variables) || Number(variables['PROCESSES']) <= 1) return
  refuse('PROCESSES', 'must be 0 or 1 in the demo, which emulates Stripe in one process')
}

/** Refuses to guess between the demo and production when the variables point to both. */
export function refuseMixedMode(
  variables: Variables,
  refuse: (name: string, message: string) => void,
): void {
  const service = realService(variables)
  if (service !== null) {
    if (!demoIsAskedFor(variables)) return
    return refuse(
      'DEMO',
      `must not be 1, because ${service} names a real service; remove one of them`,
    )
  }
  const signs = signsOfProduction(variables)
  if (demoIsAskedFor(variables) || signs.length === 0) return
  const point = signs.length === 1 ? 'points' : 'point'
  refuse('DEMO', demoRefusal(`${signs.join(' and ')} ${point} to production`))
}

/** Refuses every variable that production needs and that is missing or still an example. */
export function refuseIncompleteProduction(
  variables: Variables,
  refuse: (name: string, message: string) => void,
): void {
  if (isDemo(variables)) return
  const sign = realService(variables) ?? signsOfProduction(variables)[0]
  for (const { name, problem } of problemsInProduction(variables)) {
    refuse(name, problem === MISSING ? `${problem} (${sign} is set)` : problem)
  }
}
