import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Product, startProduct } from '#tests/setup/product.ts'
import {
  ask,
  type CallOptions,
  newAdmin,
  newReader,
  type Reader,
  subscribeInTheApp,
} from './accounts-client.ts'
import { pagePaths } from './client.ts'

let product: Product
const folder = mkdtempSync(join(tmpdir(), 'readr-html-'))
beforeAll(async () => {
  product = await startProduct('content', { RATE_LIMIT_FACTOR: '1000' })
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await product.stop()
})

interface Finding {
  type: 'error' | 'info' | 'non-document-error'
  subType?: 'warning'
  url: string
  message: string
  extract?: string
}

const CHECKER = 'node_modules/vnu-jar/build/dist/vnu.jar'
/** In a run this short, compiling well and collecting in parallel cost more than they save. */
const JAVA = ['-Xss4m', '-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC']

/** What the Nu HTML checker, which checks for the W3C, says about the saved pages. */
function check(files: string[]): Finding[] {
  const { stdout, stderr, error } = spawnSync(
    'java',
    [...JAVA, '-jar', CHECKER, '--format', 'json', '--stdout', '--exit-zero-always', ...files],
    { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
  )
  if (error) throw error
  if (!stdout) throw new Error(stderr)
  const { messages } = JSON.parse(stdout) as { messages: Finding[] }
  return messages.filter(({ type, subType }) => type !== 'info' || subType === 'warning')
}

test('every page passes the Nu HTML checker', async () => {
  const { origin } = product
  const [free, subscriber] = [await newReader(origin), await newReader(origin)]
  await subscribeInTheApp(origin, subscriber)
  const admin = await newAdmin(product)
  const readers: Record<string, Reader | null> = { visitor: null, free, subscriber, admin }
  const wrong = { email: 'nobody', password: '' }
  const others: [path: string, form?: Record<string, string>][] = [
    ['/no-such-page'],
    ['/browse/books?search=walden'],
    ['/browse/books?search=nothing+like+this'],
    ['/summaries/meditations'],
    ['/browse/books/my-list?page=2'],
    [`/admin/readers/${Number.parseInt(free.id, 16)}`],
    ['/summaries/walden/correction', { passage: 'x', problem: '' }],
    ['/login', wrong],
    ['/register', wrong],
    ['/reset-password', wrong],
    ['/settings', { intent: 'email', ...wrong }],
    ['/settings/delete', wrong],
  ]
  const names = new Map<string, string>()
  for (const [kind, reader] of Object.entries(readers)) {
    for (const [path, form] of [...pagePaths.map((path) => [path] as [string]), ...others]) {
      const options: CallOptions = {
        ...(reader ? { cookies: reader.web } : {}),
        ...(form ? { form } : {}),
      }
      const { text, headers, status } = await ask(origin, path, options)
      if (status >= 300 && status < 400) continue
      expect(headers.get('Content-Type'), path).toContain('text/html')
      const file = join(folder, `${names.size}.html`)
      // A refresh belongs in the head, where it would also work with scripts; browsers obey it here too.
      writeFileSync(
        file,
        text.replace(/<noscript><meta http-equiv="refresh"[^>]*><\/noscript>/, ''),
      )
      names.set(file, `${kind} ${path}${form ? ' (rejected form)' : ''}`)
    }
  }
  expect(names.size).toBeGreaterThan(60)
  const findings = check([...names.keys()]).map(
    ({ url, message, extract }) =>
      `${names.get(new URL(url).pathname) ?? url}: ${message} ${extract ?? ''}`,
  )
  expect(findings).toEqual([])
}, 300_000)
