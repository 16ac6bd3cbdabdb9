import { expect, test } from 'vitest'
import { compress } from '#app/platform/compression.server.ts'
import { pageBytes, cachedPage, cachePage } from '#app/platform/page-cache.server.ts'

const page = (version: number) => ({
  version,
  route: '/',
  headers: {},
  bodies: { identity: Buffer.from('a') },
})

test('a page is cached for one version of the catalogue', () => {
  cachePage('http://a/1', page(7))
  expect(cachedPage('http://a/1', 7)?.version).toBe(7)
  expect(cachedPage('http://a/2', 7)).toBeUndefined()
  expect(cachedPage('http://a/1', 8)).toBeUndefined()
  expect(cachedPage('http://a/1', 7)).toBeUndefined()
})

test('the cache does not grow beyond its limit', () => {
  const big = { ...page(1), bodies: { identity: Buffer.alloc(4 * 1024 * 1024) } }
  for (let i = 0; i < 40; i++) cachePage(`http://big/${i}`, big)
  expect(cachedPage('http://big/0', 1)).toBeUndefined()
  expect(cachedPage('http://big/39', 1)).toBeDefined()
})

test('a page that is put in again is measured again', () => {
  const grown = page(1)
  cachePage('http://grown/0', grown)
  for (let i = 1; i < 20; i++) cachePage(`http://grown/${i}`, page(1))
  Object.assign(grown.bodies, { gzip: Buffer.alloc(63 * 1024 * 1024) })
  cachePage('http://grown/0', grown)
  for (let i = 20; i < 40; i++) {
    cachePage(`http://grown/${i}`, { ...page(1), bodies: { identity: Buffer.alloc(200_000) } })
  }
  // Not the page itself: a failure would print it.
  const isCached = (i: number) => cachedPage(`http://grown/${i}`, 1) !== undefined
  expect([isCached(0), isCached(39)]).toEqual([false, true])
})

test('the size of a page includes every body, its headers, and its key', async () => {
  const identity = Buffer.alloc(20_000)
  const br = await compress(identity, 'br', true)
  const gzip = await compress(identity, 'gzip', true)
  const bare = pageBytes({ ...page(1), bodies: { identity } }, '')
  expect(bare).toBeGreaterThan(20_000)
  // The buffers of compressed bodies are larger than their contents.
  const all = pageBytes({ ...page(1), bodies: { identity, br, gzip } }, '')
  expect(all).toBe(bare + br.buffer.byteLength + gzip.buffer.byteLength)
  const long = { ...page(1), headers: { policy: 'x'.repeat(500) }, bodies: { identity } }
  expect(pageBytes(long, 'k'.repeat(500))).toBeGreaterThan(bare + 2000)
})
