import { expect, test } from 'vitest'
import { compress } from '#app/platform/compression.server.ts'
import { entryBytes, entryOf, keep } from '#app/middleware/cache/entries.server.ts'

const page = (version: number) => ({
  version,
  route: '/',
  headers: {},
  bodies: { identity: Buffer.from('a') },
  sent: 0,
})

test('a page is cached for one version of the catalogue', () => {
  keep('http://a/1', page(7))
  expect(entryOf('http://a/1', 7)?.version).toBe(7)
  expect(entryOf('http://a/2', 7)).toBeUndefined()
  for (const other of [6, 8, null]) expect(entryOf('http://a/1', other)).toBeUndefined()
})

test('the cache does not grow beyond its limit', () => {
  const big = { ...page(1), bodies: { identity: Buffer.alloc(4 * 1024 * 1024) } }
  for (let i = 0; i < 40; i++) keep(`http://big/${i}`, big)
  expect(entryOf('http://big/0', 1)).toBeUndefined()
  expect(entryOf('http://big/39', 1)).toBeDefined()
})

test('a page that is put in again is measured again', () => {
  const grown = page(1)
  keep('http://grown/0', grown)
  for (let i = 1; i < 20; i++) keep(`http://grown/${i}`, page(1))
  Object.assign(grown.bodies, { gzip: Buffer.alloc(63 * 1024 * 1024) })
  keep('http://grown/0', grown)
  for (let i = 20; i < 40; i++) {
    keep(`http://grown/${i}`, { ...page(1), bodies: { identity: Buffer.alloc(200_000) } })
  }
  // Not the page itself: a failure would print it.
  const isCached = (i: number) => entryOf(`http://grown/${i}`, 1) !== undefined
  expect([isCached(0), isCached(39)]).toEqual([false, true])
})

test('the size of a page includes every body, its headers, and its key', async () => {
  const identity = Buffer.alloc(20_000)
  const br = await compress(identity, 'br')
  const gzip = await compress(identity, 'gzip')
  const bare = entryBytes({ ...page(1), bodies: { identity } }, '')
  expect(bare).toBeGreaterThan(20_000)
  // The buffers of compressed bodies are larger than their contents.
  const all = entryBytes({ ...page(1), bodies: { identity, br, gzip } }, '')
  expect(all).toBe(bare + br.buffer.byteLength + gzip.buffer.byteLength)
  const long = { ...page(1), headers: { policy: 'x'.repeat(500) }, bodies: { identity } }
  expect(entryBytes(long, 'k'.repeat(500))).toBeGreaterThan(bare + 2000)
})
