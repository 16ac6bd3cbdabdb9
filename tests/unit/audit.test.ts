import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'

const REACT = {
  id: 1,
  url: 'https://example.com/1',
  title: 'React is too good',
  severity: 'high',
  vulnerable_versions: '*',
}

/** Runs `npm run audit` with a registry that answers the question for vulnerabilities like this. */
async function audit(status: number, advisories: object) {
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
  const child = spawn(process.execPath, ['bin/audit.mjs', ...options])
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
    /nothing was checked\.\n405 Method Not Allowed/,
  ],
])(
  'npm run audit, with a registry %s',
  async (_name, status, advisories, code, text) => {
    const result = await audit(status, advisories)
    expect(result.output).toMatch(text)
    expect(result.code).toBe(code)
  },
  30_000,
)
