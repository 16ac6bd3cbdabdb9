import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  compress,
  compressNow,
  encodingNow,
  isCompressible,
  negotiateEncoding,
} from '#app/platform/compression.server.ts'

describe('negotiateEncoding', () => {
  // The smallest encoding that the client accepts; never one that it refuses (q=0).
  test.each([
    [undefined, 'identity'],
    [null, 'identity'],
    ['', 'identity'],
    ['identity', 'identity'],
    ['gzip', 'gzip'],
    ['br', 'br'],
    ['GZIP', 'gzip'],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip, deflate, br', 'br'],
    ['gzip, deflate', 'gzip'],
    ['deflate, gzip;q=1.0, *;q=0.5', 'br'],
    ['gzip;q=1, br;q=0.5', 'br'],
    ['gzip;q=1, br;q=0', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['gzip;q=0, br;q=0', 'identity'],
    ['zstd', 'identity'],
    ['*', 'br'],
    ['*;q=0', 'identity'],
    ['gzip, deflate, br;q=0', 'gzip'],
    [';;;,,,q=', 'identity'],
  ])('%j: %s', (header, encoding) => {
    expect(negotiateEncoding(header)).toBe(encoding)
  })

  test('accepts any header', () => {
    const part = fc.constantFrom(
      'gzip',
      'br',
      '*',
      'identity',
      ';q=',
      '0',
      '1',
      '.5',
      ',',
      ' ',
      ';',
      'x',
      'NaN',
    )
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(part).map((parts) => parts.join('')),
        ),
        (header) => {
          expect(['br', 'gzip', 'identity']).toContain(negotiateEncoding(header))
        },
      ),
    )
  })
})

describe('compress', () => {
  test('can be undone', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 3000 }), async (bytes) => {
        const body = Buffer.from(bytes)
        expect(brotliDecompressSync(await compress(body, 'br')).equals(body)).toBe(true)
        expect(gunzipSync(await compress(body, 'gzip')).equals(body)).toBe(true)
      }),
    )
  })

  test.each([
    ['text/html; charset=utf-8', 5000, true],
    ['application/json; charset=utf-8', 1024, true],
    ['image/svg+xml', 5000, true],
    ['text/x-script', 5000, true],
    ['text/html', 1023, false],
    ['image/png', 5000, false],
    ['font/woff2', 5000, false],
    ['', 5000, false],
  ])('%s of %i bytes: %s', (type, bytes, worth) => {
    expect(isCompressible(type, bytes)).toBe(worth)
  })
})

test.each([
  ['gzip, deflate, br, zstd', 'zstd'],
  ['gzip, deflate, br', 'br'],
  ['zstd;q=0, gzip', 'gzip'],
  ['gzip', 'gzip'],
  ['identity', 'identity'],
  [undefined, 'identity'],
])('a page for one reader who accepts %s is sent as %s', (header, encoding) => {
  const page = Buffer.from('<p>A page.</p>'.repeat(1000))
  const used = encodingNow(header)
  expect(used).toBe(encoding)
  const unpack = {
    zstd: zstdDecompressSync,
    br: brotliDecompressSync,
    gzip: gunzipSync,
    identity: (body: Buffer) => body,
  }[used]
  expect(unpack(compressNow(page, used)).equals(page)).toBe(true)
})
