import { describe, expect, test } from 'vitest'
import { normalizedAddress } from '#app/platform/normalized-address.ts'

describe('a mailbox', () => {
  test.each([
    ['ann@example.com', ['ANN@Example.COM', ' ann@example.com ', 'ann+1@example.com']],
    ['ann@example.com', ['ann+a+b@example.com', 'ann+@example.com', 'ann@example.com.']],
    ['annlee@gmail.com', ['ann.lee@gmail.com', 'A.N.N.L.E.E@gmail.com', 'annlee+x.y@gmail.com']],
    ['annlee@gmail.com', ['ann.lee@googlemail.com', 'ann.lee+readr@GOOGLEMAIL.com']],
    ['ann@xn--mnchen-3ya.example', ['ann@münchen.example', 'ann+1@MÜNCHEN.example']],
    ['ann@example.com', ['ａｎｎ@example.com', 'ann@ｅｘａｍｐｌｅ.com', 'ann＋1@example.com']],
    ['zoë@example.com', ['zoe\u0308@example.com', 'ZOË@example.com']],
  ])('%s has many spellings', (plain, variants) => {
    expect(normalizedAddress(plain)).toBe(plain)
    for (const variant of variants) expect(normalizedAddress(variant), variant).toBe(plain)
  })

  test('has a normalized address that stays the same when normalized again', () => {
    for (const address of [
      'a.b+c@gmail.com',
      '+ann@example.com',
      'ann@münchen.example',
      'x',
      '@',
    ]) {
      const once = normalizedAddress(address)
      expect(normalizedAddress(once)).toBe(once)
    }
  })
})

describe('different people have different addresses', () => {
  test.each([
    ['ann.lee@example.com', 'annlee@example.com'],
    ['ann.lee@outlook.com', 'annlee@outlook.com'],
    ['ann-lee@yahoo.com', 'ann@yahoo.com'],
    ['ann_lee@gmail.com', 'annlee@gmail.com'],
    ['ann@gmail.com', 'ann@mail.gmail.com'],
    ['ann@gmail.com', 'ann@gmail.com.example'],
    ['ann@hotmail.com', 'ann@outlook.com'],
    ['+ann@example.com', '+bob@example.com'],
    // A Cyrillic а makes another domain or mailbox.
    ['ann@example.com', 'ann@ex\u0430mple.com'],
    ['ann@example.com', '\u0430nn@example.com'],
  ])('%s and %s stay different', (one, other) => {
    expect(normalizedAddress(one)).not.toBe(normalizedAddress(other))
  })
})
