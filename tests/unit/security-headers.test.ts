import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import {
  commonHeaders,
  contentSecurityPolicy,
  deferFramework,
  hashOwnScripts,
} from '#app/middleware/security-headers.server.ts'

const NONCE = '0123456789abcdef0123456789abcdef'
const own = (code: string, more = '') => `<script nonce="${NONCE}"${more}>${code}</script>`
const sha256 = (code: string) => createHash('sha256').update(code).digest('base64')

describe('hashOwnScripts', () => {
  test('hashes the scripts that the render marked, and removes the marks', () => {
    const page = `<body>${own('one()')}<p>text</p>${own('two()\n', ' defer=""')}</body>`
    const { html, hashes } = hashOwnScripts(page, NONCE)
    expect(hashes).toEqual([sha256('one()'), sha256('two()\n')])
    expect(html).toBe(
      '<body><script>one()</script><p>text</p><script defer="">two()\n</script></body>',
    )
  })

  test.each([
    ['without a mark', '<script>evil()</script>'],
    ['with another mark', '<script nonce="00000000000000000000000000000000">evil()</script>'],
    ['with the mark as its text', `<script>nonce="${NONCE}"</script>`],
    ['in capitals', '<SCRIPT>evil()</SCRIPT>'],
    ['with a type', '<script type="module">evil()</script>'],
  ])('leaves a smuggled script %s without effect', (_, script) => {
    const { hashes } = hashOwnScripts(`${script}${own('good()')}${script}`, NONCE)
    expect(hashes).toEqual([sha256('good()')])
  })

  test('does not allow a script that starts in injected text', () => {
    expect(hashOwnScripts(`<script>evil() ${own('good()')}`, NONCE).hashes).toEqual([])
  })

  test('does not hash script files', () => {
    const { html, hashes } = hashOwnScripts(own('', ' src="/assets/a.js"'), NONCE)
    expect(hashes).toEqual([])
    expect(html).not.toContain(NONCE)
  })

  test('lists each hash once', () => {
    expect(hashOwnScripts(own('a') + own('a'), NONCE).hashes).toHaveLength(1)
  })

  test('removes the mark from every page', () => {
    const piece = fc.constantFrom(
      own('a()'),
      own('b()', ' type="module"'),
      '<p>x</p>',
      '<script>c()</script>',
      '</script>',
    )
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const { html, hashes } = hashOwnScripts(deferFramework(pieces.join(''), NONCE), NONCE)
        expect(html).not.toContain(NONCE)
        expect(hashes).not.toContain(sha256('c()'))
      }),
    )
  })
})

describe('deferFramework', () => {
  test('defers the framework’s module and the preloading of its files', () => {
    const page = `<link rel="modulepreload" href="/a.js"/>${own('import "/a.js"', ' type="module" async=""')}`
    expect(deferFramework(page, NONCE)).toBe(
      `<link rel="later" href="/a.js"/>${own('import "/a.js"', ' type="text/plain" data-later=""')}`,
    )
  })

  test('leaves other scripts unchanged', () => {
    const page = `${own('shell()')}<script type="module">evil()</script>`
    expect(deferFramework(page, NONCE)).toBe(page)
  })
})

describe('the headers', () => {
  test('allow scripts by hash alone', () => {
    const policy = contentSecurityPolicy(['aaa', 'bbb'], false)
    expect(policy).toContain("script-src 'self' 'sha256-aaa' 'sha256-bbb';")
    expect(policy).toContain("default-src 'self'")
    expect(policy).not.toMatch(/unsafe|nonce|\*|upgrade-insecure/)
  })

  test('allow Stripe’s scripts on payment pages, its forms on billing pages, and nothing more', () => {
    const directives = (part: 'script' | 'forms' | null): Record<string, string> =>
      Object.fromEntries(
        contentSecurityPolicy([], false, part)
          .split('; ')
          .map((directive) => directive.split(/ (.*)/, 2)),
      )
    const plain = directives(null)
    expect(JSON.stringify(plain)).not.toContain('stripe')
    const forms = "'self' https://checkout.stripe.com https://billing.stripe.com"
    expect(directives('forms')).toEqual({ ...plain, 'form-action': forms })
    // Stripe's script creates its own policies.
    const { 'require-trusted-types-for': _, 'trusted-types': policies, ...others } = plain
    expect(policies).toBe('default')
    expect(directives('script')).toEqual({
      ...others,
      'form-action': forms,
      'script-src': "'self' https://js.stripe.com https://*.js.stripe.com",
      'frame-src': "'self' https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com",
      'connect-src': "'self' https://api.stripe.com",
    })
  })

  test('ask for violation reports, over HTTPS also in the newer format', () => {
    expect(contentSecurityPolicy([], false)).toMatch(/report-uri \/api\/reports\/csp$/)
    expect(contentSecurityPolicy([], true)).toMatch(
      /report-uri \/api\/reports\/csp; report-to csp$/,
    )
  })

  test('require HTTPS after a request over HTTPS', () => {
    expect(contentSecurityPolicy([], true)).toContain('upgrade-insecure-requests')
    expect(commonHeaders(true)).toHaveProperty('Strict-Transport-Security')
    expect(commonHeaders(false)).not.toHaveProperty('Strict-Transport-Security')
  })

  test('let forms send their origin', () => {
    expect(commonHeaders(true)['Referrer-Policy']).toBe('strict-origin-when-cross-origin')
  })
})

test('in development, pages have no nonces, which React would report as differences', async () => {
  vi.resetModules()
  vi.stubEnv('NODE_ENV', 'development')
  const { securePage } = await import('#app/middleware/security-headers.server.ts')
  const { newRequestContext } = await import('#app/middleware/request/context.server.ts')
  const requestContext = newRequestContext()
  const page = `<link rel="stylesheet" nonce="${requestContext.nonce}" href="/app.css">`
  const headers = new Headers()
  expect(securePage(page, requestContext, false, headers)).toBe(
    '<link rel="stylesheet" href="/app.css">',
  )
  expect([...headers]).toEqual([])
})
