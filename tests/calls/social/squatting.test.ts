import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { codeNow } from '#app/accounts/service/two-factor-codes.server.ts'
import '#tests/setup/random.ts'
import { type Browser, departAndReturn, locationOf, signIn } from './browser.ts'
import { newPerson, PASSWORD, withProviders } from './product.ts'

/**
 * A squatter registers somebody else's address and sets up every kind of access, in generated
 * orders. Then the owner verifies the address while the squatter acts concurrently.
 */
const social = withProviders()
const { browser, codeSentTo, register } = social

const OWNERS_PASSWORD = 'of the owner'
const RUNS = 12

const textOf = async (its: Browser, path: string) => (await its.get(path)).text()

interface Squatter {
  its: Browser
  /** The squatter's identity at Google. */
  person: ReturnType<typeof newPerson>
  victim: string
  apps: string[]
  /** Callback URLs that the squatter has not opened yet. */
  pending: string[]
}

async function callApp(path: string, refresh: string): Promise<Response> {
  return fetch(social.product.origin + path, {
    method: 'POST',
    headers: { 'X-Refresh-Request': '1', Cookie: `readr_refresh=${refresh}` },
  })
}

const emailOf = async (its: Browser) => (await its.reader())?.email

async function addQuery({ its }: Squatter): Promise<string | null> {
  const add = { intent: 'add-provider', provider: 'google', password: PASSWORD }
  const page = await (await its.post('/settings', add)).text()
  return /href="\/api\/auth\/google(\?add=[^"]+)"/.exec(page)?.[1] ?? null
}

const moveTo = (its: Browser, newEmail: string) =>
  its.post('/settings', { intent: 'update-email', newEmail, password: PASSWORD })

const STEPS: Record<string, (squatter: Squatter) => Promise<unknown>> = {
  async app(squatter) {
    const email = await emailOf(squatter.its)
    const answer = await fetch(`${social.product.origin}/api/auth/login`, {
      method: 'POST',
      body: JSON.stringify({ email, password: PASSWORD }),
    })
    const cookie = answer.headers.getSetCookie().find((one) => one.startsWith('readr_refresh='))
    if (cookie) squatter.apps.push(/=([^;]+)/.exec(cookie)![1]!)
  },
  async link(squatter) {
    social.openId.person = squatter.person
    const query = await addQuery(squatter)
    if (query !== null) await signIn(squatter.its, 'google', { query })
  },
  async depart(squatter) {
    social.openId.person = squatter.person
    const query = await addQuery(squatter)
    if (query !== null) {
      squatter.pending.push((await departAndReturn(squatter.its, 'google', query)).href)
    }
  },
  async factor({ its }) {
    await its.post('/settings/two-factor', { intent: 'start', password: PASSWORD })
    const page = await textOf(its, '/settings/two-factor')
    const [, key] = /<code id="app-key"[^>]*>([A-Z2-7 ]+)</.exec(page) ?? []
    if (key === undefined) return
    const code = await codeNow(key.replaceAll(' ', ''))
    await its.post('/settings/two-factor', { intent: 'confirm', code })
  },
  async reset({ victim }) {
    await browser().post('/reset-password', { email: victim })
  },
  /** Verifies another address, sets up more, and changes the address back, before that needs a code. */
  async detour(squatter) {
    const { its, victim } = squatter
    const own = newPerson().email
    if ((await moveTo(its, own)).status !== 303) return
    await its.post('/verify', { code: await codeSentTo(own) })
    await STEPS['link']!(squatter)
    await STEPS['depart']!(squatter)
    await moveTo(its, victim)
  },
}

/** A reset link that was sent to an address and still works, requested if there is none. */
async function resetLink(email: string): Promise<string> {
  const find = async () => {
    const emails = (await textOf(browser(), '/dev/mail')).split('<article')
    const own = emails.filter((html) => html.includes(email)).join('')
    for (const [link] of own.matchAll(/\/reset-password\/[\w-]{43}/g)) {
      if ((await browser().get(link)).status === 200) return link
    }
    return ''
  }
  const known = await find()
  if (known !== '') return known
  // Differs from an earlier request of the same address, so that it is not taken for a repeat.
  await browser().post('/reset-password', { email, request: randomUUID() })
  await expect.poll(find, { interval: 20, timeout: 20_000 }).not.toBe('')
  return find()
}

/** How the owner verifies the address; wasMoved: the account's first address was verified. */
const VERIFICATIONS: Record<
  string,
  (victim: string, wasMoved: boolean) => Promise<() => Promise<unknown>>
> = {
  async reset(victim) {
    const link = await resetLink(victim)
    const form = { newPassword: OWNERS_PASSWORD, confirmNewPassword: OWNERS_PASSWORD }
    return () => browser().post(link, form)
  },
  async provider(victim, wasMoved) {
    const owner = browser()
    social.openId.person = { ...newPerson(), email: victim }
    const end = locationOf(await signIn(owner, 'google'))
    if (wasMoved) {
      // Only accounts that were never verified are taken over.
      expect(end).toMatch(/^\/login\?error=An\+account/)
      return VERIFICATIONS['reset']!(victim, wasMoved)
    }
    expect(end).toBe('/login/take-over')
    return () => owner.post('/login/take-over', { agree: 'yes' })
  },
}

/** Actions of the squatter during the verification. */
const CONCURRENT: Record<string, (squatter: Squatter) => Promise<unknown>> = {
  finish: ({ its, pending }) => Promise.all(pending.map((href) => its.get(href))),
  refresh: ({ apps }) => Promise.all(apps.map((one) => callApp('/api/auth/refresh-token', one))),
  password: ({ its }) =>
    its.post('/settings', {
      intent: 'change-password',
      oldPassword: PASSWORD,
      newPassword: 'of the squatter',
      confirmNewPassword: 'of the squatter',
    }),
  factor: (squatter) => STEPS['factor']!(squatter),
  link: async (squatter) => {
    const query = await addQuery(squatter)
    if (query !== null) await squatter.its.get(`/api/auth/google${query}`)
  },
  login: ({ its, victim }) => its.post('/login', { email: victim, password: PASSWORD }),
}

/** How the squatter can still sign in to an account with the victim's address. */
async function remainingAccess({
  its,
  person,
  victim,
  apps,
  pending,
}: Squatter): Promise<string[]> {
  const access: string[] = []
  for (const href of pending) await its.get(href)
  if ((await emailOf(its)) === victim) access.push('session')
  social.openId.person = person
  const elsewhere = browser()
  const end = locationOf(await signIn(elsewhere, 'google'))
  if (end.startsWith('/login/code')) access.push('provider, before a code')
  if ((await emailOf(elsewhere)) === victim) access.push('provider')
  for (const refresh of apps) {
    const { status } = await callApp('/api/auth/refresh-token', refresh)
    if (status === 200) access.push('refresh token')
  }
  for (const password of [PASSWORD, 'of the squatter']) {
    const again = browser()
    const { status } = await again.post('/login', { email: victim, password })
    if (status === 303) access.push(`password ${password}`)
  }
  return access
}

const runs = fc.sample(
  fc.record({
    steps: fc.array(fc.constantFrom(...Object.keys(STEPS)), { minLength: 2, maxLength: 4 }),
    concurrent: fc.array(fc.constantFrom(...Object.keys(CONCURRENT)), {
      minLength: 3,
      maxLength: 4,
    }),
    isFirst: fc.boolean(),
  }),
  RUNS,
)

test.each(
  runs.flatMap((run) =>
    Object.keys(VERIFICATIONS).map((verification) => ({ ...run, verification })),
  ),
)(
  'only the owner gets the account: $steps, then $verification during $concurrent',
  async ({ steps, concurrent, isFirst, verification }) => {
    const victim = newPerson().email
    const its = await register(victim)
    const squatter: Squatter = { its, person: newPerson(), victim, apps: [], pending: [] }
    for (const step of steps) await STEPS[step]!(squatter)
    const wasMoved = steps.includes('detour')
    const verify = await VERIFICATIONS[verification]!(victim, wasMoved)
    const attempts = concurrent.map((one) => () => CONCURRENT[one]!(squatter))
    const all = isFirst ? [verify, ...attempts] : [...attempts, verify]
    await Promise.all(all.map((attempt) => attempt()))

    const owner = browser()
    const form = { email: victim, password: OWNERS_PASSWORD }
    if (verification === 'provider' && !wasMoved) await signIn(owner, 'google')
    else await owner.post('/login', form)
    if ((await emailOf(owner)) !== victim) {
      // If the password changed first, the link was invalid, and the owner requests another.
      expect(concurrent).toContain('password')
      await (
        await VERIFICATIONS['reset']!(victim, wasMoved)
      )()
      await owner.post('/login', form)
    }
    expect(await emailOf(owner)).toBe(victim)
    expect(await remainingAccess(squatter)).toEqual([])
  },
)
