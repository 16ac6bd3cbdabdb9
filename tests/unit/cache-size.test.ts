import { LRUCache } from 'lru-cache'
import { expect, test } from 'vitest'
import { maxEntries } from '#app/platform/cache-size.ts'

test('a cache keeps this many entries, those used last', () => {
  const cache = new LRUCache<string, number>(maxEntries(2))
  cache.set('a', 1)
  cache.set('b', 2)
  cache.get('a')
  cache.set('c', 3)
  expect([...cache.keys()].toSorted()).toEqual(['a', 'c'])
})
