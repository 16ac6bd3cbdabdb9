import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { newRequestContext } from '#app/middleware/request/context.server.ts'
import { filesIn } from '#app/middleware/send-file.server.ts'

const folder = mkdtempSync(join(tmpdir(), 'readr-files-'))
for (const name of ['stays.css', 'goes.css', 'half.css']) writeFileSync(join(folder, name), 'p {}')
writeFileSync(join(folder, 'half.css.br'), brotliCompressSync('p {}'))
const files = filesIn(folder, join(folder, 'earlier'))
const server = createServer(async (request, response) => {
  if (!(await files(request, response, newRequestContext()))) response.writeHead(404).end()
}).listen(0, '127.0.0.1')
afterAll(() => {
  server.close()
  rmSync(folder, { recursive: true })
})
const ask = (path: string, headers: Record<string, string> = {}) =>
  fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, { headers })

test('a file that a new build has removed is not found', async () => {
  expect(await (await ask('/goes.css?v=1')).text()).toBe('p {}')
  rmSync(join(folder, 'goes.css'))
  expect((await ask('/goes.css?v=1')).status).toBe(404)
  expect((await ask('/stays.css')).status).toBe(200)
})

test('a file whose compressed copy a new build has not made yet is sent as it is', async () => {
  const answer = await ask('/half.css', { 'Accept-Encoding': 'br' })
  expect(await answer.text()).toBe('p {}')
  rmSync(join(folder, 'half.css.br'))
  const after = await ask('/half.css', { 'Accept-Encoding': 'br' })
  expect(await after.text()).toBe('p {}')
  expect(after.headers.has('Content-Encoding')).toBe(false)
  // A build may also have changed it.
  writeFileSync(join(folder, 'stays.css'), 'p { color: red }')
  expect(await (await ask('/stays.css')).text()).toBe('p { color: red }')
})

test('files of earlier builds are found while they are kept', async () => {
  expect((await ask('/assets/part-1.js')).status).toBe(404)
  const build = join(folder, 'earlier', '1795000000000')
  mkdirSync(join(build, 'assets'), { recursive: true })
  writeFileSync(join(build, 'assets/part-1.js'), 'export {}')
  writeFileSync(join(build, 'secret.js'), 'export {}')
  const found = await ask('/assets/part-1.js?v=1')
  expect(await found.text()).toBe('export {}')
  expect(found.headers.get('Content-Type')).toMatch(/^text\/javascript/)
  expect(found.headers.get('Cache-Control')).toContain('immutable')
  for (const path of ['/secret.js', '/assets/..%2fsecret.js', '/assets/%2e%2e/secret.js']) {
    expect((await ask(path)).status, path).toBe(404)
  }
  rmSync(build, { recursive: true })
  expect((await ask('/assets/part-1.js')).status).toBe(404)
})
