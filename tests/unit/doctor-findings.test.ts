import { expect, test } from 'vitest'
import {
  clockFinding,
  diskFinding,
  schemaFinding,
  secretFindings,
} from '#app/admin/rules/doctor-findings.ts'

test.each([
  [0, 'ok', '0.0 s ahead of the database'],
  [-1999, 'ok', '2.0 s behind the database'],
  [2000, 'warning', '2.0 s ahead of the database'],
  [-30_000, 'error', '30.0 s behind the database'],
])('a clock that differs by %i ms is %s', (skewMs, level, message) => {
  expect(clockFinding('clock', skewMs)).toEqual({ level, about: 'clock', message })
})

test.each([
  [['a', 'b'], 'ok', 'up to date (b)'],
  [['a'], 'error', '1 migrations are missing, from b: run readr migrate'],
  [['a', 'b', 'c'], 'warning', 'the database has 1 newer migrations, to c'],
])('a schema with %j is %s', (applied, level, message) => {
  expect(schemaFinding(['a', 'b'], applied)).toEqual({ level, about: 'schema', message })
})

test.each([
  [50, 'ok'],
  [9, 'warning'],
  [4, 'error'],
])('a disk with %i of 100 GB is %s', (free, level) => {
  const disk = { name: 'data', freeBytes: free * 1e9, sizeBytes: 100e9 }
  expect(diskFinding(disk, 5e9)).toEqual({
    level,
    about: 'disk of the data',
    message: `${free}.0 GB of 100.0 GB free`,
  })
})

test('secrets are listed with what still needs them', () => {
  const secrets = [
    { id: 'new', apps: 1 },
    { id: 'old', apps: 2 },
    { id: 'older', apps: 0 },
  ]
  expect(
    secretFindings({ secrets, lost: 1 }).map(({ level, message }) => [level, message]),
  ).toEqual([
    ['ok', 'decrypts 1 authenticator app'],
    ['ok', 'decrypts 2 authenticator apps; readr secrets rotate uses the first secret for them'],
    ['ok', 'decrypts 0 authenticator apps; not needed to decrypt anything'],
    ['error', 'no secret decrypts 1 authenticator app: add the former secret to RETIRED_SECRETS'],
  ])
})
