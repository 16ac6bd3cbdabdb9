// This import comes first: it sets the database that the other modules open.
import '../setup/database.ts'
import fc from 'fast-check'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { RouterContextProvider } from 'react-router'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { SignedIn } from '#app/accounts/service/resume-session.server.ts'
import { publicId } from '#app/catalogue/rules/public-id.ts'
import { newRequestContext, requestContextKey } from '#app/middleware/request/context.server.ts'
import { emulatedProvider } from '#app/platform/identity-providers.server.ts'
import { editorIntent } from '#app/admin/schema/book-drafts.ts'
import { chargeRefundIntent } from '#app/admin/schema/readers.ts'
import { subscriptionIntent } from '#app/billing/schema/forms.ts'
import routes from '#app/routes.ts'
import { anyBody, behind, type HostileBody, worstBodies } from '#tests/setup/hostile-bodies.ts'

/** The most that a body of 64 KB may cost beyond an empty one. */
const MAX_CPU_MS = 50
/** Stores the files and starts a process that reads them (decision 129). */
const STARTS_PROCESS = '/admin/import'
const MAX_CPU_MS_WITH_PROCESS = 500
const MAX_MEMORY_BYTES = 10 * 2 ** 20
/** Garbage collection or a busy machine can spoil a measurement, but rarely three in a row. */
const TRIES = 3
const MOBILE_SECRET = 'demo-mobile-secret'

// Hashing a password costs much more than parsing.
vi.mock('#app/accounts/service/password-hash.server.ts', () => ({
  hashPassword: async () => 'no hash',
  verifyPassword: async () => false,
}))

// Only the build has the route table that it reads.
vi.mock('#app/api/description.server.ts', () => ({ openApiDocument: () => ({}) }))

interface RouteModule {
  action?: (args: unknown) => unknown
}
interface RouteEntry {
  path?: string
  file: string
}

const modules = import.meta.glob<RouteModule>([
  '../../app/web/*/*.{ts,tsx}',
  '../../app/api/**/*.ts',
])
const table = routes as RouteEntry[]
const actions: { path: string; file: string; action: NonNullable<RouteModule['action']> }[] = []

let signedIn: SignedIn
let publishableKey: string
/** The cookie of a browser that is asked whether to take over an account. */
let takeOver: string

beforeAll(async () => {
  const { startDemoStripe, demoStripe } = await import('#app/demo/run-stripe-emulator.server.ts')
  await startDemoStripe()
  publishableKey = demoStripe().publishableKey
  const { signTakeOver } = await import('#app/accounts/service/take-over-account.server.ts')
  takeOver = await signTakeOver({
    provider: 'google',
    subject: 'hostile-1',
    email: 'hostile@example.com',
    emailVerified: true,
    name: 'Ada',
  })
  for (const { path = '', file } of table) {
    const { action } = await modules[`../../app/${file}`]!()
    if (action) actions.push({ path, file, action })
  }
})

// One of the forms deletes the account.
beforeEach(async () => {
  const { newReader } = await import('#tests/store/readers.ts')
  const { beginWebSession } = await import('#app/accounts/service/begin-session.server.ts')
  const { resumeWebSession } = await import('#app/accounts/service/resume-session.server.ts')
  const session = { remember: false, device: 'test' }
  const reader = { ...(await newReader()), subscribedUntil: null }
  signedIn = (await resumeWebSession((await beginWebSession(reader, session)).secret))!
})

afterAll(async () => {
  const { stopDemoStripe } = await import('#app/demo/run-stripe-emulator.server.ts')
  await stopDemoStripe()
})

/** The query of an emulated provider's page. */
const authorization = () => ({
  client_id: emulatedProvider('google')!.clientId,
  redirect_uri: 'http://localhost/api/auth/google/callback',
  response_type: 'code',
  state: 's',
  code_challenge: 'c'.repeat(43),
  code_challenge_method: 'S256',
})

/** The values of `intent` on pages that do not call runIntent(). */
const INTENTS: Record<string, readonly string[]> = {
  verify: ['resend'],
  checkout: ['start', 'hosted', 'refused-card'],
  'settings/subscription': subscriptionIntent.options,
  'settings/change-plan': ['confirmed'],
  'admin/books/new': editorIntent.options,
  'admin/readers/:id/refund/:invoice': chargeRefundIntent.options,
}

/** The values of `intent` that a page's action passes to runIntent(), or those above. */
function intentsOf({ path, file }: { path: string; file: string }): readonly string[] {
  const [, actions = ''] = readFileSync(`app/${file}`, 'utf8').split('runIntent(form, {', 2)
  const names = actions.split('\n  })', 1)[0]!.matchAll(/^ {4,6}'?([\w-]+)'?: (?:async )?\(\) =>/gm)
  return INTENTS[path] ?? [...names].map(([, name]) => name!)
}

let requests = 0

/** Sends a body to the action of a route; says whether it was read. */
async function post(route: (typeof actions)[number], method: string, sent: HostileBody) {
  const path = `/${route.path}`.replace(':provider', 'google').replace('*', 'v1/customers')
  const url = new URL(path.replaceAll(/:\w+/g, 'x'), 'http://localhost')
  if (path.endsWith('/authorize')) url.search = String(new URLSearchParams(authorization()))
  const isForDemoStripe = path.startsWith('/dev/stripe')
  const request = new Request(url, {
    method,
    headers: {
      'Content-Type': sent.type,
      Authorization: isForDemoStripe ? `Bearer ${publishableKey}` : MOBILE_SECRET,
      Cookie: `readr_ticket=x; readr_take_over=${takeOver}`,
      'X-Refresh-Request': '1',
    },
    body: sent.bytes,
  })
  const context = new RouterContextProvider()
  // Each request has its own address, or rate limits would refuse it unread.
  const requestContext = newRequestContext(
    String(++requests),
    `198.51.${requests >> 8}.${requests & 255}`,
  )
  requestContext.signedIn = route.path === 'login/code' ? null : signedIn
  context.set(requestContextKey, requestContext)
  const params = {
    provider: 'google',
    '*': 'v1/customers',
    bookId: publicId(1),
    cardId: publicId(1),
    id: route.path?.startsWith('api/notes') ? randomUUID() : '1',
    invoice: 'in_1',
    change: 'suspend',
    slug: 'x',
    token: 'x',
  }
  const args = { request, url, params, context, pattern: route.path }
  const answer: unknown = await Promise.resolve()
    .then(() => route.action(args))
    .catch((thrown: unknown) => thrown)
  return { answer, wasRead: request.bodyUsed }
}

/** The CPU milliseconds and bytes of memory that an answer costs. */
async function costOf(route: (typeof actions)[number], method: string, sent: HostileBody) {
  const memory = () => {
    const { heapUsed, external } = process.memoryUsage()
    return heapUsed + external
  }
  const heldBefore = memory()
  const cpuBefore = process.cpuUsage()
  const { answer, wasRead } = await post(route, method, sent)
  const { user, system } = process.cpuUsage(cpuBefore)
  return { answer, wasRead, cpuMs: (user + system) / 1000, bytes: memory() - heldBefore }
}

/** The status that an action returned or threw; 500 for an unexpected error. */
function statusOf(answer: unknown): number {
  if (answer instanceof Response) return answer.status
  if (answer instanceof Error) return 500
  const { init } = answer as { init?: { status?: number } | null }
  return init?.status ?? 200
}

async function expectCheap(
  route: (typeof actions)[number],
  method: string,
  sent: HostileBody,
  empty: { cpuMs: number },
): Promise<void> {
  const what = `${method} /${route.path}: ${sent.what}`
  let cost = await costOf(route, method, sent)
  const status = statusOf(cost.answer)
  const said = cost.answer instanceof Response ? await cost.answer.text() : String(cost.answer)
  expect(status === 502 || status < 500, `${what}: ${status} ${said}`).toBe(true)
  const mostMs = what.includes(STARTS_PROCESS) ? MAX_CPU_MS_WITH_PROCESS : MAX_CPU_MS
  const isCheap = () => cost.cpuMs - empty.cpuMs <= mostMs && cost.bytes <= MAX_MEMORY_BYTES
  for (let tried = 1; tried < TRIES && !isCheap(); tried++) cost = await costOf(route, method, sent)
  expect(isCheap(), `${what} took ${cost.cpuMs} ms and ${cost.bytes} bytes`).toBe(true)
}

const METHODS = ['POST', 'PUT', 'DELETE']
const EMPTY: HostileBody = {
  what: 'nothing',
  type: 'application/x-www-form-urlencoded',
  bytes: Buffer.from(''),
}

describe('every form and call of the route table', () => {
  test.each(table.map(({ path = '', file }) => [`/${path}`, file]))(
    '%s reads hostile input at little cost',
    async (_path, file) => {
      const route = actions.find((one) => one.file === file)
      if (!route) return
      const source = readFileSync(`app/${file}`, 'utf8')
      // Only calls depend on the method.
      const isCall = file.startsWith('api/')
      if (!isCall) expect(source).not.toContain('request.method')
      const methods = isCall ? METHODS : ['POST']
      // The first request also pays for one-time work.
      for (const method of methods) await post(route, method, EMPTY)
      let wasRead = false
      for (const method of methods) {
        const empty = await costOf(route, method, EMPTY)
        if (statusOf(empty.answer) === 405) continue
        for (const sent of worstBodies) await expectCheap(route, method, sent, empty)
        await fc.assert(
          fc.asyncProperty(anyBody, (sent) => expectCheap(route, method, sent, empty)),
          { numRuns: 3 },
        )
        const { wasRead: isRead } = await post(route, method, worstBodies[0]!)
        wasRead ||= isRead
      }
      for (const intent of intentsOf(route)) {
        const fields = { intent, provider: 'google' }
        const empty = await costOf(route, 'POST', behind(fields, EMPTY)!)
        for (const sent of worstBodies) {
          const whole = behind(fields, sent)
          if (whole) await expectCheap(route, 'POST', whole, empty)
        }
      }
      const asksForBody =
        /\b(?:readForm|readWithTyped|readFiles|filesOrRefusal|readSentDraft|handle|form)\(|\bdefineCall\([\s\S]*(?:\bbody: |\btext\(\))/.test(
          source,
        )
      expect(intentsOf(route).length > 0, 'INTENTS has its forms').toBe(
        /get\('intent'\)|runIntent\(|checkoutInput/.test(source),
      )
      expect(wasRead, 'the body was read').toBe(asksForBody)
    },
  )
})
