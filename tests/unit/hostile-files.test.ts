import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { checkFilesElsewhere, readRecording } from '#app/catalogue/service/read-files.server.ts'
import { DomainError } from '#app/platform/errors.ts'
import {
  crowdedOgg,
  emptyBooks,
  manyKeys,
  manyOffsetsMp4,
  manySamplesMp4,
} from '../setup/hostile-files.ts'

const folder = mkdtempSync(join(tmpdir(), 'readr-hostile-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Less than for readers' files, so that the tests take less time. */
const LIMITS = { cpuSeconds: 2, heapMb: 128 }

function write(name: string, content: string | Uint8Array) {
  const place = join(folder, name)
  writeFileSync(place, content)
  return { name, path: name, size: content.length, place }
}

test.each([
  ['an MP4 that says it has 2³² - 1 offsets', manyOffsetsMp4],
  ['an MP4 that says it has 2³² - 1 samples', manySamplesMp4],
  ['an Ogg with 16,000 streams', () => crowdedOgg(16_000)],
  ['an Ogg with 300,000 streams', () => crowdedOgg(300_000)],
])('%s is refused, and this process continues', async (_, make) => {
  const { place } = write('audio', await make())
  let turns = 0
  const timer = setInterval(() => turns++, 1)
  const error = await readRecording(place, null, LIMITS).catch((refusal: unknown) => refusal)
  clearInterval(timer)
  expect(error).toBeInstanceOf(DomainError)
  expect(error).toMatchObject({
    fields: { audio: [expect.stringMatching(/^This file takes too much/)] },
  })
  expect(turns).toBeGreaterThan(10)
})

test.each([
  ['700,000 unknown keys', () => manyKeys(700_000), 'has too many values for its size'],
  ['5 million empty books', () => emptyBooks(5_000_000), 'has too many values for its size'],
  ['60 unknown keys', () => manyKeys(60), 'must have at most 50 fields'],
  ['no end', () => '['.repeat(100_000), 'has too many values for its size'],
])('a JSON file with %s is refused', async (_, make, message) => {
  const result = await checkFilesElsewhere(
    { files: [write('books.json', make())], stored: new Map() },
    () => {},
    // It is refused for what it contains, on a slow machine too.
    { cpuSeconds: 60, heapMb: 256 },
  )
  expect(result!.problems).toEqual([
    expect.objectContaining({ file: 'books.json', message: expect.stringContaining(message) }),
  ])
})

test('an import that takes too much names no books', async () => {
  const files = [write('a.md', `---\n${'a: b\n'.repeat(100)}---\nText`)]
  const limits = { cpuSeconds: 1, heapMb: 1 }
  expect(await checkFilesElsewhere({ files, stored: new Map() }, () => {}, limits)).toBeNull()
})
