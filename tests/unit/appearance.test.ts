import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  appearanceText,
  readAppearance,
  TEXT_FACES,
  TEXT_SIZES,
  TEXT_WIDTHS,
  THEMES,
} from '#app/accounts/rules/appearance.ts'

test('every appearance survives being stored as text', () => {
  const appearances = fc.record({
    theme: fc.constantFrom(...THEMES),
    size: fc.constantFrom(...TEXT_SIZES),
    width: fc.constantFrom(...TEXT_WIDTHS),
    face: fc.constantFrom(...TEXT_FACES),
  })
  fc.assert(
    fc.property(appearances, (appearance) => {
      expect(readAppearance(appearanceText(appearance))).toEqual(appearance)
    }),
  )
})

test('other text is not accepted', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const found = readAppearance(text)
      expect(found === null || appearanceText(found) === text).toBe(true)
    }),
  )
  for (const text of [null, undefined, '', 'dark', 'dark.3.medium', 'dark.3.medium.serif.']) {
    expect(readAppearance(text)).toBeNull()
  }
})
