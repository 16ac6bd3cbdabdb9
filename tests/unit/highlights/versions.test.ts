import { describe, expect, test } from 'vitest'
import { changedText, textVersion } from '#app/reading/rules/highlights/versions.ts'

describe('the version of a note', () => {
  // The test vectors of the hash: http://www.isthe.com/chongo/src/fnv/test_fnv.c
  test.each([
    ['', '811c9dc5'],
    ['a', 'e40c292c'],
    ['foobar', 'bf9cf968'],
  ])('of “%s” is its hash', (text, version) => {
    expect(textVersion(text)).toBe(version)
  })
})

describe('a change of a note', () => {
  const [one, two] = [textVersion('one'), textVersion('two')]
  test.each([
    ['one', 'new', [one], 'new'],
    ['two', 'new', [one, two], 'new'],
    ['one', '', [one], ''],
    // Nothing was there, so nothing is lost.
    ['', 'new', [one], 'new'],
    // Another text came in between.
    ['other', 'new', [one], 'other\n\nnew'],
    ['other', '', [one], 'other'],
    // The same change again.
    ['new', 'new', [one], 'new'],
    ['other\n\nnew', 'new', [one], 'other\n\nnew'],
  ])('of “%s” to “%s”', (stored, changed, known, result) => {
    expect(changedText(stored, changed, known)).toBe(result)
  })
})
