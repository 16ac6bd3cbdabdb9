import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const REACT = {
  id: 1,
  url: 'https://example.com/1',
  title: 'React is too good',
  severity: 'high',
  vulnerable_versions: '*',
}

/**
 * Runs `npm run audit` with a registry that answers the question for vulnerabilities like this.
 * @param dataDir may contain a list of Node's security releases
 */
async function audit(status: number, advisories: object, dataDir = 'data') {
  const registry = createServer((request, response) => {
    request.resume()
    const isQuestion = request.url === '/-/npm/v1/security/advisories/bulk'
    response.writeHead(isQuestion ? status : 404, { 'Content-Type': 'application/json' })
    response.end(JSON.stringify(isQuestion ? advisories : {}))
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void registry.close())
  await once(registry, 'listening')
  const { port } = registry.address() as AddressInfo
  const options = ['--registry', `http://127.0.0.1:${port}`, '--fetch-retries', '0']
  const child = spawn(process.execPath, ['bin/audit.mjs', ...options], {
    env: { ...process.env, DATA_DIR: dataDir },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text))
  const [code] = await once(child, 'close')
  return { code, output }
}

test.each([
  ['without vulnerabilities', 200, {}, 0, /found 0 vulnerabilities/],
  ['with a vulnerability', 200, { react: [REACT] }, 1, /React is too good/],
  [
    'that does not know vulnerabilities',
    405,
    {},
    2,
    /no package was checked\.\n405 Method Not Allowed/,
  ],
])(
  'npm run audit, with a registry %s',
  async (_name, status, advisories, code, text) => {
    const result = await audit(status, advisories)
    expect(result.output).toMatch(text)
    expect(result.output).toContain(`Node.js ${process.versions.node} has the security releases`)
    expect(result.code).toBe(code)
  },
  120_000,
)

test('npm run audit, with an old runtime and a registry that does not answer', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'readr-audit-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const major = Number.parseInt(process.versions.node, 10)
  await writeFile(
    join(folder, 'node-security-releases.json'),
    JSON.stringify({
      asOf: '2100-01-01',
      source: 'https://nodejs.org/en/blog/vulnerability',
      releases: [{ version: `${major}.999.0`, date: '2099-12-31' }],
    }),
  )
  const { code, output } = await audit(405, {}, folder)
  expect(output).toContain(
    `Node.js ${process.versions.node} lacks the security fixes of ${major}.999.0 (2099-12-31)`,
  )
  expect(code).toBe(1)
}, 120_000)
