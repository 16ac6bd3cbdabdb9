import { spawnSync } from 'node:child_process'
import { pathToFileURL } from 'node:url'
import { describe, expect, test } from 'vitest'
import routes from '#app/routes.ts'
import { logTo, masked } from '#app/platform/log.server.ts'
import { inTrace, traceRequest } from '#app/platform/tracing.server.ts'

/** The line that a logger writes. */
function written(write: (log: ReturnType<typeof logTo>) => void): string {
  const lines: string[] = []
  const log = logTo({ write: (line) => void lines.push(line) })
  log.level = 'info'
  write(log)
  expect(lines).toHaveLength(1)
  return lines[0]!
}

const paths = (routes as { path?: string }[]).map(({ path = '' }) => `/${path}`)
/** Parameters with secret values. */
const SECRET_PARAMETER = /:(?:token|secret|code|key|signature|ticket)\b/i

describe('the log', () => {
  test('has the trace that a proxy has sent, also without a collector', () => {
    const line = (traceparent?: string) =>
      inTrace(traceRequest('GET', traceparent === undefined ? {} : { traceparent }), () =>
        JSON.parse(written((log) => log.info({ err: new Error('x'), id: 'a' }, 'failed'))),
      )
    const trace_id = '0af7651916cd43dd8448eb211c80319c'
    const traced = line(`00-${trace_id}-b7ad6b7169203331-01`)
    expect(traced).toMatchObject({ trace_id, id: 'a', msg: 'failed', err: { message: 'x' } })
    for (const header of [undefined, 'made-up', `00-${'0'.repeat(32)}-b7ad6b7169203331-01`]) {
      expect(line(header)).not.toHaveProperty('trace_id')
    }
  })

  const secretPaths = paths.filter((path) => SECRET_PARAMETER.test(path))

  test('knows paths with secrets', () => {
    expect(secretPaths).toContain('/reset-password/:token')
    expect(secretPaths).toContain('/api/auth/reset-password/:token')
  })

  test.each(secretPaths)('masks the secret in %s', (path) => {
    const secret = 'Zm9vYmFy-secret_1234567890'
    const address = path.replace(SECRET_PARAMETER, secret)
    for (const seen of [
      address,
      `${address}.data`,
      address.toUpperCase().replace(secret.toUpperCase(), secret),
      address.replaceAll('-password/', '%2Dpassword//').replace('/stop/', '%2fstop//'),
      `/${address}/`,
    ]) {
      const line = written((log) => log.info({ path: seen, status: 200 }))
      expect(line).not.toContain(secret)
      expect(JSON.parse(line)).toMatchObject({ status: 200, path: expect.stringContaining('***') })
    }
  })

  test('leaves the template of a route alone, and nothing else that begins like it', () => {
    const route = '/reset-password/:token'
    expect(masked(JSON.stringify({ route }))).toBe(JSON.stringify({ route }))
    expect(masked(JSON.stringify({ path: `${route}Zm9v` }))).not.toContain('Zm9v')
  })

  test.each(paths.filter((path) => !SECRET_PARAMETER.test(path)))('leaves %s alone', (path) => {
    const address = path.replaceAll(/:\w+/g, 'the-autobiography-of-benjamin-franklin-1791')
    expect(JSON.parse(written((log) => log.info({ path: address })))).toMatchObject({
      path: address,
    })
  })

  test.each([
    ['550 5.1.1 <ada.lovelace+x@mail.example.com>: Recipient address rejected', 'lovelace'],
    ['connect postgresql://readr:pa:ss%40word@db.internal:5432/readr failed', 'ss%40word'],
    ['Invalid value in "User": {"email":"ada@example.com"}', 'ada@'],
    ['Authorization: Bearer abc.def-ghi', 'abc.def'],
    ['token eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl was refused', 'eyJzdWIi'],
    ['connect ECONNREFUSED 203.0.113.7:25', '203.0.113'],
    ['http://localhost/reset-password/Zm9vYmFy?x=1', 'Zm9vYmFy'],
    ['http://localhost//%2f/reset-password//%2F/Zm9vYmFy', 'Zm9vYmFy'],
  ])('masks what errors quote (%s)', (message, secret) => {
    const cause = new Error(message)
    const line = written((log) =>
      log.error({ err: new Error(message, { cause }), problem: message }, message),
    )
    expect(line).not.toContain(secret)
    expect(JSON.parse(line)).toMatchObject({ level: 'error', msg: expect.stringContaining('***') })
  })

  test('stays one line of JSON', () => {
    const line = written((log) => log.info({ path: '/reset-password/a"b\\c', note: 'a\n"b"@x.yz' }))
    expect(JSON.parse(line)).toMatchObject({ level: 'info' })
    expect(line.trimEnd().split('\n')).toHaveLength(1)
  })

  test('leaves ordinary lines alone', () => {
    const line =
      '{"level":"info","time":"2026-11-21T10:00:00.000Z","id":"5f0c…","path":"/browse/books","ms":1.5}\n'
    expect(masked(line)).toBe(line)
  })
})

describe('the lines of a process', () => {
  const MODULE = pathToFileURL('app/platform/log.server.ts').href

  /** What a process has written that logs one line and then runs this. */
  const outputOf = (then: string) =>
    spawnSync(
      'node_modules/.bin/node',
      ['--input-type=module', '-e', `import { log } from '${MODULE}'; log.info('said'); ${then}`],
      { env: { NODE_ENV: 'development', LOG_LEVEL: 'info' }, encoding: 'utf8' },
    ).stdout

  test.each([
    ['it exits', 'process.exit(1)'],
    ['an error ends it', 'throw new Error("unexpected")'],
    [
      'a second passes, before it is killed',
      'setTimeout(() => process.kill(process.pid, 9), 1000)',
    ],
  ])('are written when %s', (_, then) => {
    expect(outputOf(then)).toContain('"said"')
  })
})
