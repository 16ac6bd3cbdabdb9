import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { DAY_MS } from '#app/platform/durations.ts'

const { keepEarlierFiles } = (await import(resolve('bin/build.mjs'))) as {
  keepEarlierFiles(root: string): void
}

test('the files of a build are kept for a day when it is replaced', () => {
  const folder = mkdtempSync(join(tmpdir(), 'readr-earlier-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const earlier = join(folder, 'generated/earlier-builds')
  keepEarlierFiles(folder)
  expect(existsSync(earlier)).toBe(false)
  for (const age of [DAY_MS / 2, 2 * DAY_MS]) {
    mkdirSync(join(earlier, String(Date.now() - age), 'assets'), { recursive: true })
  }
  const [old, newer] = readdirSync(earlier).toSorted()
  mkdirSync(join(folder, 'build/client/assets'), { recursive: true })
  writeFileSync(join(folder, 'build/client/assets/part.js'), 'export {}')
  keepEarlierFiles(folder)
  const kept = readdirSync(earlier).toSorted()
  expect(kept).not.toContain(old)
  expect(kept).toHaveLength(2)
  expect(kept[0]).toBe(newer)
  expect(readdirSync(join(earlier, kept[1]!, 'assets'))).toEqual(['part.js'])
})
