import { once } from 'node:events'
import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { bookFile } from '#tests/store/books.ts'
import { freePort } from '#tests/setup/free-port.ts'
import { ALONE, type Product, runProduct, startProduct } from '#tests/setup/product.ts'

let folder: string
let product: Product | undefined

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'readr-process-'))
})

afterEach(async () => {
  await product?.stop()
  product = undefined
  rmSync(folder, { recursive: true, force: true })
})

const path = (name: string) => join(folder, name)
const content = (files: Record<string, string>) => {
  rmSync(path('content'), { recursive: true, force: true })
  mkdirSync(path('content'))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(path('content'), name), text)
  return path('content')
}

describe('a book that another process imports', () => {
  test('is seen by a running product despite its caches', async () => {
    product = await startProduct(content({ 'a.md': bookFile({ title: 'Before' }) }))
    const { origin, variables } = product
    const addresses = [
      '/browse/books',
      '/summaries/a',
      '/books',
      '/browse/books?search=after',
      '/api/books/just-arrived',
    ]
    const tags = new Map<string, string>()
    for (const address of addresses) {
      const response = await fetch(origin + address)
      tags.set(address, response.headers.get('ETag')!)
      expect(await response.text(), address).not.toContain('After')
    }
    content({
      'a.md': bookFile({ title: 'After', text: 'Hook\n\nAfterwards free.\n\n4. Paid\n\nx' }),
      'b.md': bookFile({ title: 'Afterthought' }),
    })
    const imported = await runProduct('readr', ['import', path('content')], variables)
    expect(imported).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('1 new, 1 changed, 0 unchanged'),
    })
    await expect
      .poll(async () => (await fetch(`${origin}/books`)).text(), { interval: 20, timeout: 30_000 })
      .toContain('Afterthought')
    for (const address of addresses) {
      const response = await fetch(origin + address, {
        headers: { 'If-None-Match': tags.get(address)! },
      })
      expect(response.status, address).toBe(200)
      expect(await response.text(), address).toContain('After')
    }
  })
})

describe('commands of the operator', () => {
  const variables = () => ({ DATA_DIR: path('data') })

  test('report what they did', async () => {
    const first = await runProduct(
      'readr',
      ['import', content({ 'a.md': bookFile({}) })],
      variables(),
    )
    expect(first).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('1 new, 0 changed, 0 unchanged'),
    })
    const again = await runProduct('readr', ['migrate', '--fill', path('content')], variables())
    expect(again).toMatchObject({ status: 0, stdout: 'The database is up to date.\n', stderr: '' })
  })

  test('refuse a folder with errors, with file, line, and field', async () => {
    const { status, stdout, stderr } = await runProduct(
      'readr',
      ['import', content({ 'a.md': bookFile({ title: '' }), 'b.md': bookFile({}) })],
      variables(),
    )
    expect(status).toBe(1)
    expect(stdout).not.toContain('Imported')
    expect(stderr).toContain(`${join(path('content'), 'a.md')}:2: title: must not be empty`)
    expect(stderr).not.toMatch(/^\s+at /m)
  })

  test.each([
    [['import', '/nowhere/at/all']],
    [['import']],
    [['nonsense']],
    [['migrate', '--nonsense']],
  ])('refuse %j with an error', async (args) => {
    const { status, stdout, stderr } = await runProduct('readr', args, variables())
    expect(status).toBe(1)
    expect(stdout).toBe('')
    expect(stderr).not.toBe('')
    expect(stderr).not.toMatch(/^\s+at /m)
  })

  test.each([[['--help']], [['import', '--help']], [['migrate', '--help']]])(
    'have help (%j)',
    async (args) => {
      expect(await runProduct('readr', args, variables())).toMatchObject({
        status: 0,
        stdout: expect.stringMatching(/^Usage: readr/),
      })
    },
  )
})

describe('a product that cannot start', () => {
  /** Expects that it exits with an error of one sentence. */
  async function complaint(variables: Record<string, string>, lines = 1): Promise<string> {
    const { status, stdout, stderr } = await runProduct('index', [], {
      PORT: String(await freePort()),
      DATA_DIR: path('data'),
      ...variables,
    })
    expect(status).toBe(1)
    expect(stdout).toBe('')
    expect(stderr).toMatch(/^Readr cannot start\. \S/)
    expect(stderr.trimEnd().split('\n'), stderr).toHaveLength(lines)
    expect(stderr).not.toMatch(/\bat .*:\d+:\d+|node:internal|ERR_|\{$/)
    return stderr
  }

  test('says that its port is in use', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    expect(await complaint({ PORT: String(port) })).toContain(`${port}`)
    other.close()
  })

  test('says that its data folder cannot be created', async () => {
    writeFileSync(path('file'), '')
    expect(await complaint({ DATA_DIR: join(path('file'), 'data') })).toContain(path('file'))
    expect(await complaint({ DATA_DIR: path('file') })).toContain(path('file'))
  })

  test('says that its database file is not a database', async () => {
    mkdirSync(path('data'))
    writeFileSync(join(path('data'), 'readr.db'), 'This is not a database. '.repeat(100))
    expect(await complaint({})).toMatch(/readr\.db|database/i)
  })

  test.each([
    ['PORT', 'abc'],
    ['PORT', '99999'],
    ['DATABASE_URL', 'mysql://localhost/readr'],
    ['APP_URL', 'nonsense'],
    ['LOG_LEVEL', 'loud'],
    ['TRUST_PROXY', 'yes'],
  ])('names %s=%s on its own line', async (name, value) => {
    expect(await complaint({ [name]: value }, 2)).toMatch(new RegExp(`^${name}: .`, 'm'))
  })

  test('says that its database server does not respond', async () => {
    const port = await freePort()
    const message = await complaint({
      DATABASE_URL: `postgresql://readr:secret-password@127.0.0.1:${port}/readr`,
    })
    expect(message).toMatch(/database|ECONNREFUSED|connect/i)
    expect(message).not.toContain('secret-password')
  })

  test('says that the machine does not have the address', async () => {
    expect(await complaint({ HOST: '203.0.113.7' })).toContain('203.0.113.7')
  })

  test('says that the database is newer', async () => {
    const Sqlite = (await import('better-sqlite3')).default
    await runProduct('readr', ['migrate'], { DATA_DIR: path('data') })
    const db = new Sqlite(join(path('data'), 'readr.db'))
    db.exec(
      `INSERT INTO _prisma_migrations (id, checksum, finished_at, migration_name) VALUES ('x', 'x', 1, '29990101000000_future')`,
    )
    db.close()
    expect(await complaint({})).toContain('29990101000000_future')
  })
})

describe('a product that is asked to stop', () => {
  const start = async () => {
    product = await startProduct(content({ 'a.md': bookFile({}) }), {}, ALONE)
    return product
  }

  /** Sends the signal and waits until the product accepts no more connections. */
  async function ask({ child, logged }: Product) {
    const stopping = logged('"stopping"')
    child.kill('SIGTERM')
    await stopping
  }

  test.each(['SIGTERM', 'SIGINT'] as const)('with %s exits with 0', async (signal) => {
    const { child, ended, origin } = await start()
    expect((await fetch(`${origin}/books`)).status).toBe(200)
    child.kill(signal)
    expect(await ended).toMatchObject({ status: 0, stderr: '' })
  })

  test('exits with 0 when nobody reads its log any more', async () => {
    const { child, ended } = await start()
    child.stdout!.destroy()
    child.kill('SIGTERM')
    expect((await ended).status).toBe(0)
  })

  test('finishes a request that is being received', async () => {
    const { ended, port } = await start()
    const form = new URLSearchParams({
      name: 'Ada',
      email: 'ada@example.com',
      message: 'Hello',
    }).toString()
    const socket = connect(port, '127.0.0.1')
    socket.setEncoding('utf8')
    // The response 100 shows that the request is in flight.
    socket.write(
      `POST /contact HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${form.length}\r\n\r\n`,
    )
    const [go] = await once(socket, 'data')
    expect(go).toMatch(/^HTTP\/1\.1 100 /)
    await ask(product!)
    socket.write(form)
    let answer = ''
    for await (const chunk of socket) answer += chunk
    expect(answer).toMatch(/^HTTP\/1\.1 303 /)
    expect(answer).toContain('\r\nlocation: /contact/sent\r\n')
    expect(await ended).toMatchObject({ status: 0, stderr: '' })
  })

  test('twice exits right away', async () => {
    const { child, ended, port } = await start()
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {})
    socket.write(
      'POST /contact HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n',
    )
    await once(socket, 'data')
    await ask(product!)
    child.kill('SIGTERM')
    expect((await ended).status).toBe(1)
    socket.destroy()
  })
})

test('the log has a line for each request and no personal data', async () => {
  product = await startProduct(content({ 'a.md': bookFile({}) }), {}, ALONE)
  const response = await fetch(`${product.origin}/browse/books?search=private-thing`, {
    headers: {
      Cookie: 'secret-cookie=1',
      Authorization: 'secret-token',
      'User-Agent': 'secret-agent',
    },
  })
  await response.text()
  await (await fetch(`${product.origin}/reset-password/secret-reset-token`)).text()
  await (
    await fetch(`${product.origin}/api/auth/reset-password/secret-reset-token`, { method: 'PUT' })
  ).text()
  await (await fetch(`${product.origin}/healthz`)).text()
  // Malformed paths are ordinary mistakes of clients and not logged as problems.
  for (const path of ['/summaries/%', '/%ff?search=%']) await fetch(product.origin + path)
  const running = product
  product = undefined
  const { stdout, stderr } = await running.stop()
  expect(stderr).toBe('')
  const lines = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(lines.find((line) => line.id === response.headers.get('X-Request-Id'))).toMatchObject({
    level: 'info',
    method: 'GET',
    path: '/browse/books',
    status: 200,
  })
  expect(lines.map((line) => line.path)).toEqual(
    expect.arrayContaining(['/reset-password/***', '/api/auth/reset-password/***']),
  )
  expect(stdout).not.toMatch(/secret|private-thing|127\.0\.0\.1"|healthz/)
  expect(lines.filter(({ level }) => level !== 'info')).toEqual([])
})
