import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { type Product, startProduct } from '#tests/setup/product.ts'
import { Browser } from './browser.ts'
import { type Person, Provider, providerEnvironment } from './providers.ts'

export const PASSWORD = 'a password'

interface SocialProduct {
  /** Emulates Google and Apple. */
  openId: Provider
  facebook: Provider
  product: Product
  browser(): Browser
  serverOf(provider: string): Provider
  /** Registers in a new browser. */
  register(email: string): Promise<Browser>
  /** The code in the newest email to an address. */
  codeSentTo(email: string): Promise<string>
}

/** A person without an account. */
export function newPerson() {
  const id = randomUUID()
  return {
    sub: id,
    email: `${id}@example.com`,
    email_verified: true,
    name: 'Ada Lovelace',
  } satisfies Person
}

/** A product for the tests of a file, with real authorization servers that are reset before each test. */
export function withProviders(): SocialProduct {
  const shared = {
    browser: () => new Browser(shared.product.origin),
    serverOf: (provider) => (provider === 'facebook' ? shared.facebook : shared.openId),
    async register(email) {
      const its = shared.browser()
      const form = { name: 'Owner', email, password: PASSWORD, terms: 'on' }
      expect((await its.post('/register', form)).status).toBe(303)
      return its
    },
    async codeSentTo(email) {
      const page = await (await shared.browser().get('/dev/mail')).text()
      const emails = page.split('<article').filter((part) => part.includes('is your Readr code'))
      const html = emails.find((part) => part.includes(email)) ?? ''
      return /(\d{6}) is your Readr code/.exec(html)![1]!
    },
  } as SocialProduct

  beforeAll(async () => {
    shared.openId = await new Provider().start()
    const paths = { token: '/oauth/access_token', userinfo: '/me' }
    shared.facebook = await new Provider(paths).start()
    shared.product = await startProduct('content', {
      ...providerEnvironment(shared.openId, shared.facebook),
      RATE_LIMIT_FACTOR: '1000',
    })
  })

  afterAll(async () => {
    await shared.product.stop()
    await Promise.all([shared.openId.server.stop(), shared.facebook.server.stop()])
  })

  beforeEach(() => {
    shared.openId.reset()
    shared.facebook.reset()
    shared.openId.person = newPerson()
    shared.facebook.person = shared.openId.person
  })

  return shared
}
