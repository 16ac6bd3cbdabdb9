import { once } from 'node:events'
import { connect } from 'node:net'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '#tests/setup/free-port.ts'
import {
  ALONE,
  type Product,
  PRODUCTION,
  runProduct,
  startProcess,
  startProduct,
} from '#tests/setup/product.ts'
import { newReader, type Reader } from './accounts-client.ts'

const TOOLS = ['/dev/mail', '/dev/mail/1', '/dev/mail/digestEmail', '/dev/clock', '/dev/ui']
/** Other spellings of the same paths. */
const SPELLINGS = [
  '/dev/mail/',
  '/dev/mail.data',
  '/dev/mail.data?_routes=web%2Fdemo%2Fmailbox',
  '/dev/mail/_.data',
  '/dev/mail/1.data',
  '/dev/ui.data',
  '/dev/clock.data',
  '/dev//mail',
  '//dev/mail',
  '/dev/./mail',
  '/dev/x/../mail',
  '/%64ev/mail',
  '/dev/%6dail',
  '/dev%2Fmail',
  '/DEV/MAIL',
  '/dev/Clock',
  '/dev/mail;x=1',
  '/dev/mail?x',
  '/dev/checkout/../clock',
  '/dev/checkout/..%2fclock',
]
/** What the demo emulates, which is public, but not under a foreign host name. */
const EMULATED = [
  '/dev/stripe.js',
  '/dev/stripe/v1/prices',
  '/dev/stripe/connection',
  '/dev/checkout/x',
  '/dev/portal/x',
  '/dev/3ds/x',
  '/dev/invoices/x',
  '/dev/receipt/x',
  '/dev/identity/google/authorize',
  '/dev/identity/google/return',
  '/dev/identity/google/token',
  '/dev/identity/google/keys',
  '/dev/identity/google/me',
]
/** Whether a response shows one of the tools. */
const shows = (text: string) =>
  text.includes(reader.email) || /<title>(?:Mailbox|Components|[^<]*[Cc]lock)/.test(text)

interface Answer {
  status: number
  head: string
  text: string
}

/** Sends a raw request with only these headers. */
async function raw(port: number, line: string, headers: string[], body = '') {
  const socket = connect(port, '127.0.0.1')
  socket.setEncoding('utf8')
  socket.write([`${line} HTTP/1.1`, ...headers, 'Connection: close', '', body].join('\r\n'))
  let received = ''
  socket.on('error', () => {})
  socket.on('data', (chunk) => (received += chunk))
  await once(socket, 'close')
  const [head = '', ...rest] = received.split('\r\n\r\n')
  return { status: Number(head.split(' ')[1]), head, text: rest.join('\r\n\r\n') } as Answer
}

let product: Product
let link: URL
let reader: Reader

beforeAll(async () => {
  product = await startProduct('content', {}, ALONE)
  reader = await newReader(product.origin)
  const { stdout } = await restartAndRead(product)
  const line = stdout.split('\n').find((one) => one.includes('"mode"'))!
  link = new URL((JSON.parse(line) as { mailbox: string }).mailbox)
})
afterAll(async () => {
  await product.stop()
})

/** Restarts with the same data and returns the output. */
async function restartAndRead({ variables }: Product, more: Record<string, string> = {}) {
  const port = String(await freePort())
  const { child, ended } = await startProcess({ ...variables, ...more, PORT: port })
  child.kill('SIGTERM')
  return ended
}

const ownHost = () => `Host: 127.0.0.1:${product.port}`

/** The header that a proxy adds for a client on another machine. */
const FROM_ELSEWHERE = 'X-Forwarded-For: 203.0.113.7'

describe('the tools of the demo', () => {
  test.each(TOOLS)('%s is available on this machine', async (path) => {
    for (const host of ['localhost', '127.0.0.1', '[::1]', 'readr.localhost', 'localhost:9999']) {
      expect((await raw(product.port, `GET ${path}`, [`Host: ${host}`])).status, host).toBe(200)
    }
  })

  test.each([...TOOLS, ...SPELLINGS])(
    '%s is not available under a foreign host name',
    async (path) => {
      for (const host of [
        'evil.example',
        'localhost.evil.example',
        '203.0.113.7',
        'localhost@evil.example',
      ]) {
        for (const method of ['GET', 'HEAD', 'POST']) {
          const headers = [`Host: ${host}`, 'Content-Length: 0']
          const { status, text } = await raw(product.port, `${method} ${path}`, headers)
          expect([400, 403, 404, 405, 421], `${method} ${host}`).toContain(status)
          expect(shows(text), path).toBe(false)
          if (method === 'GET' && TOOLS.includes(path)) {
            expect(status, host).toBe(host.includes('@') ? 400 : 421)
          }
        }
      }
    },
  )

  test.each(EMULATED)(
    '%s, which it emulates, is not there under a foreign host name',
    async (path) => {
      for (const method of ['GET', 'POST']) {
        const headers = ['Host: evil.example', 'Content-Length: 0']
        const { status, text } = await raw(product.port, `${method} ${path}`, headers)
        expect(status, method).toBe(421)
        expect(text).toContain('host name')
      }
    },
  )

  test('every address of the demo is one of these', () => {
    const paths = new Set([...TOOLS, ...EMULATED].map((path) => path.split('/')[2]))
    const routes = readFileSync('app/routes.ts', 'utf8').matchAll(/'dev\/([\w.]+)/g)
    expect(new Set([...routes].map(([, name]) => name))).toEqual(paths)
  })

  test.each([
    'X-Forwarded-For: 127.0.0.1',
    'X-Forwarded-For: 203.0.113.7',
    'X-Forwarded-Host: localhost',
    'Forwarded: for=127.0.0.1;host=localhost',
    'X-Real-IP: 127.0.0.1',
    'Via: 1.1 proxy',
    'CF-Connecting-IP: 127.0.0.1',
  ])('are not available through a proxy (%s)', async (header) => {
    for (const path of [...TOOLS, ...SPELLINGS]) {
      const { status, text } = await raw(product.port, `GET ${path}`, [ownHost(), header])
      expect([400, 403, 404], path).toContain(status)
      expect(shows(text), path).toBe(false)
    }
  })

  test('reject an absolute URL as the request target', async () => {
    const line = `GET http://localhost:${product.port}/dev/mail`
    expect((await raw(product.port, line, ['Host: evil.example'])).status).toBe(400)
    expect((await raw(product.port, 'GET /dev/mail', [])).status).toBe(400)
  })

  test('do not advance the clock for another site', async () => {
    const body = 'days=1'
    const form = [
      'Content-Type: application/x-www-form-urlencoded',
      `Content-Length: ${body.length}`,
    ]
    const post = (...headers: string[]) =>
      raw(product.port, 'POST /dev/clock', [...headers, ...form], body)
    expect((await post('Host: evil.example', 'Sec-Fetch-Site: same-origin')).status).toBe(421)
    expect((await post(ownHost(), 'Sec-Fetch-Site: same-site')).status).toBe(403)
    expect((await post(ownHost(), 'X-Forwarded-For: 127.0.0.1')).status).toBe(403)
  })

  test('require the access link from other machines', async () => {
    for (const host of [`127.0.0.1:${product.port}`, '192.0.2.7:3000']) {
      const from = (path: string, ...headers: string[]) =>
        raw(product.port, `GET ${path}`, [`Host: ${host}`, FROM_ELSEWHERE, ...headers])
      for (const path of [...TOOLS, '/dev/mail?access=', '/dev/mail?access=x']) {
        const { status, text } = await from(path)
        expect([403, 421], path).toContain(status)
        expect(text).toContain('access link')
      }
      for (const path of SPELLINGS) {
        const { status, text } = await from(path)
        expect([400, 403, 404, 421], path).toContain(status)
        expect(shows(text), path).toBe(false)
      }
      const opened = await from(link.pathname + link.search)
      expect(opened.status).toBe(302)
      expect(opened.head).toMatch(/^location: \/dev\/mail\r?$/im)
      const cookie = /^set-cookie: (readr_demo=[\w-]+); Path=\/; HttpOnly; SameSite=Lax\r?$/im.exec(
        opened.head,
      )![1]!
      for (const path of TOOLS) {
        expect((await from(path, `Cookie: ${cookie}`)).status, path).toBe(200)
        expect((await from(path, `Cookie: ${cookie}x`)).status, path).not.toBe(200)
      }
      // The rest of the demo is public.
      expect((await from('/dev/stripe.js')).status).toBe(200)
      expect((await from('/login')).status).toBe(200)
    }
  })

  test('reject the access link under a foreign host name', async () => {
    const { status, head } = await raw(product.port, `GET ${link.pathname}${link.search}`, [
      'Host: evil.example',
    ])
    expect(status).toBe(421)
    expect(head).not.toMatch(/set-cookie/i)
  })
})

test('an invalid host is rejected everywhere', async () => {
  for (const host of ['localhost@evil.example', 'a b', 'localhost/x', 'x:99999', '[::1']) {
    for (const path of ['/', '/about', '/api/auth/me', '/robots.txt', '/dev/mail']) {
      expect((await raw(product.port, `GET ${path}`, [`Host: ${host}`])).status, host).toBe(400)
    }
  }
})

describe('behind a trusted proxy', () => {
  let behind: Product
  beforeAll(async () => {
    behind = await startProduct('content', { DEMO: '1', TRUST_PROXY: '1' }, ALONE)
  })
  afterAll(async () => {
    await behind.stop()
  })
  const ask = (...headers: string[]) =>
    raw(behind.port, 'GET /dev/mail', [`Host: 127.0.0.1:${behind.port}`, ...headers])

  test('a client’s Forwarded header is ignored', async () => {
    const host = `Host: 127.0.0.1:${behind.port}`
    for (const received of ['host="a b"', 'host=evil.example;proto=https']) {
      const answer = await raw(behind.port, 'GET /login', [host, `Forwarded: ${received}`])
      expect(answer.status).toBe(200)
      expect(answer.head).not.toContain('upgrade-insecure-requests')
    }
  })

  test('only the proxy’s address of the client counts', async () => {
    expect((await ask('X-Forwarded-For: 127.0.0.1')).status).toBe(200)
    expect((await ask('X-Forwarded-For: 127.0.0.1, 203.0.113.7')).status).toBe(403)
    expect((await ask('X-Forwarded-For: ::1, 198.51.100.1')).status).toBe(403)
    expect((await ask()).status).toBe(403)
    expect((await ask('X-Forwarded-For: 127.0.0.1', 'X-Forwarded-Host: evil.example')).status).toBe(
      421,
    )
  })
})

describe('a start', () => {
  test('logs the mode and unknown variables', async () => {
    const { stdout } = await restartAndRead(product, { SMPT_URL: 'smtp://secret@host' })
    const lines = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, string>)
    expect(lines.filter(({ mode }) => mode).map(({ mode }) => mode)).toEqual(['demo'])
    expect(lines.filter(({ level }) => level === 'warn')).toMatchObject([
      { variable: 'SMPT_URL', msg: 'SMPT_URL is not a variable of Readr. Did you mean SMTP_URL?' },
    ])
    expect(stdout).not.toContain('secret@')
  })

  test('fails if a production variable is misspelled', async () => {
    const { SMTP_URL, ...others } = PRODUCTION
    for (const key of Object.keys(others).filter((name) => name.startsWith('STRIPE'))) {
      delete (others as Record<string, string>)[key]
    }
    const folder = mkdtempSync(join(tmpdir(), 'readr-typo-'))
    const { status, stdout, stderr } = await runProduct('index', [], {
      ...others,
      SMPT_URL: SMTP_URL,
      TRUST_PROXY: '1',
      DATA_DIR: folder,
    })
    rmSync(folder, { recursive: true })
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
    expect(stderr).toContain('APP_URL and AUTH_SECRETS and TRUST_PROXY point to production')
    expect(stderr).toMatch(/^SMTP_URL: is required in production/m)
    expect(stderr).toMatch(/^STRIPE_SECRET_KEY: is required in production/m)
    expect(stderr).toContain('DEMO=1')
    expect(stderr).not.toContain(PRODUCTION.AUTH_SECRETS)
  })

  test('of the demo on a production database requires DEMO=1', async () => {
    const real = await startProduct('content', { ...PRODUCTION }, ALONE)
    const { origin, variables } = real
    for (const path of [
      ...TOOLS,
      ...SPELLINGS,
      '/dev/stripe.js',
      '/dev/checkout/x',
      '/dev/stripe/connection',
    ]) {
      for (const method of ['GET', 'POST']) {
        const { status } = await fetch(origin + path, { method, redirect: 'manual' })
        expect([404, 405], `${method} ${path}`).toContain(status)
        if (method === 'GET') expect(status, path).toBe(404)
      }
    }
    const { DATA_DIR, DATABASE_URL, PORT } = variables
    const same = { DATA_DIR: DATA_DIR!, PORT: PORT!, ...(DATABASE_URL && { DATABASE_URL }) }
    const { status, stderr } = await runProduct('index', [], same)
    expect(status).toBe(1)
    expect(stderr).toMatch(/^Readr cannot start\. This database has run in production, .*DEMO=1/)
    expect(stderr).toMatch(/still needs APP_URL, AUTH_SECRETS, SMTP_URL, SUPPORT_EMAIL, STRIPE_/)
    const asked = await restartAndRead({ ...real, variables: { ...same, DEMO: '1' } })
    expect(asked.stdout).toContain('"mode":"demo"')
    const { stdout } = await real.stop()
    expect(stdout).not.toContain('"mode":"demo"')
    expect(stdout.split('"mode":"production"')).toHaveLength(2)
  })
})
