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

/**
 * Variables that somebody sets for readers on the internet, though none of them names a real
 * service: one that is forgotten or misspelled must not open everybody's mail to them.
 */
const SIGNS_OF_PRODUCTION: { name: string; isSign: (value: unknown) => boolean }[] = [
  { name: 'APP_URL', isSign: (value) => URL.parse(String(value ?? ''))?.protocol === 'https:' },
  { name: 'AUTH_SECRETS', isSign: (value) => Array.isArray(value) && value.length > 0 },
  { name: 'TRUST_PROXY', isSign: (value) => Number(value) > 0 },
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

/** What production needs, a variable a line. */
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

/** The first variable that names a real service, or null. */
export function realService(variables: Variables): string | null {
  const named = REAL_SERVICES.find(
    ({ name, unless }) =>
      variables[name] !== undefined && (unless === undefined || variables[unless] === undefined),
  )
  return named?.name ?? null
}

/** Which variables point to production, though none of them names a real service. */
const signsOfProduction = (variables: Variables): string[] =>
  SIGNS_OF_PRODUCTION.filter(({ name, isSign }) => isSign(variables[name])).map(({ name }) => name)

/** Whether the operator has asked for the demo, whatever points to production. */
export const demoIsAskedFor = (variables: Variables): boolean => variables['DEMO'] === '1'

/** Whether this is the demo: where nothing points to production, and where it was asked for. */
export function isDemo(variables: Variables): boolean {
  if (realService(variables) !== null) return false
  return demoIsAskedFor(variables) || signsOfProduction(variables).length === 0
}

/** What is wrong with each variable that production needs; the first check that objects is said. */
function problemsInProduction(variables: Variables): { name: string; problem: string }[] {
  return Object.entries(NEEDS).flatMap(([name, checks]) => {
    const problem = checks.map((check) => check(variables[name])).find((one) => one !== null)
    return problem ? [{ name, problem }] : []
  })
}

/** The variables that production needs and that are not set. */
export const missingForProduction = (variables: Variables): string[] =>
  problemsInProduction(variables)
    .filter(({ problem }) => problem === MISSING)
    .map(({ name }) => name)

/** What an operator is told whose configuration points to production by halves. */
export const demoNotByItself = (because: string): string =>
  `${because}, so the demo does not start by itself: it would show everybody’s mail. Set what production needs, or DEMO=1 to start the demo all the same`

/** The demo's stand-ins for Stripe and the sign-in providers live in one process. */
export function refuseSeveralInDemo(
  variables: Variables,
  refuse: (name: string, message: string) => void,
): void {
  if (!isDemo(variables) || Number(variables['PROCESSES']) <= 1) return
  refuse('PROCESSES', 'must be 0 or 1 in the demo, which plays Stripe in one process')
}

/** Refuses the demo where it was not asked for and something points to production, or both. */
export function refuseUncertain(
  variables: Variables,
  refuse: (name: string, message: string) => void,
): void {
  const service = realService(variables)
  if (service !== null) {
    if (!demoIsAskedFor(variables)) return
    return refuse('DEMO', `must not be 1 where ${service} names a real service; leave one out`)
  }
  const signs = signsOfProduction(variables)
  if (demoIsAskedFor(variables) || signs.length === 0) return
  const point = signs.length === 1 ? 'points' : 'point'
  refuse('DEMO', demoNotByItself(`${signs.join(' and ')} ${point} to production`))
}

/** Names every variable that production needs and does not have, or that is the demo's still. */
export function refuseUnready(
  variables: Variables,
  refuse: (name: string, message: string) => void,
): void {
  if (isDemo(variables)) return
  const because = realService(variables) ?? signsOfProduction(variables)[0]
  for (const { name, problem } of problemsInProduction(variables)) {
    refuse(name, problem === MISSING ? `${problem} (${because} is set)` : problem)
  }
}
