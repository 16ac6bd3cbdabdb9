import { describe, expect, test } from 'vitest'
import { EnvError, readEnv } from '#app/platform/env.server.ts'
import { PRODUCTION } from '#tests/setup/product.ts'

const READY = {
  SMTP_URL: 'smtp://mail.readr.test:587',
  APP_URL: 'https://readr.test',
  AUTH_SECRETS: PRODUCTION.AUTH_SECRETS,
  SUPPORT_EMAIL: 'help@readr.test',
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  MOBILE_WEBHOOK_SECRET: PRODUCTION.MOBILE_WEBHOOK_SECRET,
}
const GOOGLE = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' }
const FACEBOOK = { FACEBOOK_CLIENT_ID: 'id', FACEBOOK_CLIENT_SECRET: 'secret' }

/** The variables that the error names. */
function named(source: Record<string, string | undefined>): string[] {
  try {
    readEnv(source)
    return []
  } catch (error) {
    if (!(error instanceof EnvError)) throw error
    return error.message.split('\n').map((line) => line.split(':')[0]!)
  }
}

describe('the demo', () => {
  const SIGNS = [
    { APP_URL: 'https://readr.test' },
    { APP_URL: 'HTTPS://readr.test' },
    { AUTH_SECRETS: PRODUCTION.AUTH_SECRETS },
    { TRUST_PROXY: '1' },
  ]

  test.each([
    {},
    { TRUST_PROXY: '0' },
    { APP_URL: 'http://192.168.1.5:3000' },
    { HOST: '0.0.0.0' },
  ])('starts on its own if nothing points to production (%j)', (source) => {
    expect(readEnv(source)).toMatchObject({ isDemo: true, demoIsAskedFor: false })
  })

  test.each(SIGNS)('does not start on its own with %j, and says what to do', (sign) => {
    const [name] = Object.keys(sign)
    const missing = Object.keys(READY).filter((one) => !(one in sign))
    expect(named(sign)).toEqual(expect.arrayContaining(['DEMO', ...missing]))
    expect(() => readEnv(sign)).toThrow(
      new RegExp(`^DEMO: ${name} points to production, .* DEMO=1 to start the demo anyway$`, 'm'),
    )
    expect(() => readEnv({ ...sign, DEMO: '0' })).toThrow(EnvError)
  })

  test.each(SIGNS)('starts with %j and DEMO=1', (sign) => {
    expect(readEnv({ ...sign, DEMO: '1' })).toMatchObject({ isDemo: true, demoIsAskedFor: true })
  })

  test('names everything that points to production', () => {
    const { APP_URL, AUTH_SECRETS } = READY
    const source = { APP_URL, AUTH_SECRETS, TRUST_PROXY: '1', HOST: '0.0.0.0' }
    expect(() => readEnv(source)).toThrow(
      'DEMO: APP_URL and AUTH_SECRETS and TRUST_PROXY point to production',
    )
  })

  test('does not start with a real service', () => {
    expect(named({ ...READY, DEMO: '1' })).toEqual(['DEMO'])
  })
})

describe('production', () => {
  test('starts with the required variables', () => {
    expect(readEnv(READY)).toMatchObject({
      isDemo: false,
      missingForProduction: [],
      mailFrom: 'Readr <help@readr.test>',
    })
  })

  test.each(Object.keys(READY))('does not start without %s', (name) => {
    expect(named({ ...READY, ...GOOGLE, [name]: undefined })).toEqual([name])
    expect(named({ ...READY, ...GOOGLE, [name]: '' })).toEqual([name])
  })

  test.each([
    { SMTP_URL: READY.SMTP_URL },
    { STRIPE_SECRET_KEY: READY.STRIPE_SECRET_KEY },
    GOOGLE,
    FACEBOOK,
  ])('is chosen by one real service: all other variables are named (%#)', (service) => {
    const missing = Object.keys(READY).filter((name) => !(name in service))
    expect(named(service).toSorted()).toEqual(missing.toSorted())
  })

  test('is not chosen by an emulated provider', () => {
    const elsewhere = { ...GOOGLE, GOOGLE_ISSUER: 'http://127.0.0.1:4000' }
    expect(readEnv(elsewhere)).toMatchObject({ isDemo: true })
    const { STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET } = READY
    const payment = { STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET }
    expect(readEnv({ ...payment, STRIPE_API_URL: 'http://127.0.0.1:4000' })).toMatchObject({
      isDemo: true,
      stripe: { secretKey: STRIPE_SECRET_KEY, apiUrl: 'http://127.0.0.1:4000' },
    })
  })

  test.each([
    ['SUPPORT_EMAIL', 'support@readr.example'],
    ['MAIL_FROM', 'Readr <support@readr.example>'],
    ['APP_URL', 'https://readr.example'],
    ['APP_URL', 'http://localhost:3000'],
    ['APP_URL', 'http://readr.test'],
    ['SMTP_URL', 'smtp://user:password@mail.example:587'],
    ['AUTH_SECRETS', 'too short'],
    ['STRIPE_SECRET_KEY', 'pk_live_1'],
    ['STRIPE_PUBLISHABLE_KEY', 'sk_live_1'],
    ['STRIPE_PUBLISHABLE_KEY', 'pk_test_1'],
    ['STRIPE_WEBHOOK_SECRET', 'secret'],
    ['MOBILE_WEBHOOK_SECRET', 'too short'],
    ['APP_RETURN_URL', 'javascript:alert(1)'],
    ['APP_RETURN_URL', 'http://readr.test'],
    ['APP_RETURN_URL', '/somewhere'],
  ])('does not start with %s=%s', (name, value) => {
    expect(named({ ...READY, [name]: value })).toEqual([name])
  })

  test.each([
    ['APP_URL', 'http://127.0.0.1:3000'],
    ['APP_URL', 'https://example-books.test/'],
    ['SUPPORT_EMAIL', 'help@my-example.test'],
    ['MAIL_FROM', 'Readr <post@readr.test>'],
    ['MAIL_FROM', 'post@readr.test'],
    ['APP_RETURN_URL', 'https://app.readr.test/back'],
    ['APP_RETURN_URL', 'readr://payment'],
  ])('starts with %s=%s', (name, value) => {
    expect(named({ ...READY, [name]: value })).toEqual([])
  })

  test.each(['Readr', 'a@b\r\nBcc: c@d', 'Readr <a@b>\nX: y', 'Readr <nobody>'])(
    'does not accept %j as a sender',
    (sender) => {
      expect(named({ ...READY, MAIL_FROM: sender })).toEqual(['MAIL_FROM'])
    },
  )
})
