import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { serveFilesOf } from '../../app/middleware/static-files.server.ts'

const folder = mkdtempSync(join(tmpdir(), 'readr-files-'))
for (const name of ['stays.css', 'goes.css']) writeFileSync(join(folder, name), 'p {}')
const files = serveFilesOf(folder)
const server = createServer((request, response) => {
  files(request, response, () => void response.writeHead(404).end())
}).listen(0, '127.0.0.1')
afterAll(() => {
  server.close()
  rmSync(folder, { recursive: true })
})
const ask = (path: string) =>
  fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`)

test('a file that a new build has removed is not found', async () => {
  expect(await (await ask('/goes.css?v=1')).text()).toBe('p {}')
  rmSync(join(folder, 'goes.css'))
  expect((await ask('/goes.css?v=1')).status).toBe(404)
  expect((await ask('/stays.css')).status).toBe(200)
})
