import { expect, test } from 'vitest'
import { greetingName } from '#app/reading/rules/home.ts'

test.each([
  ['Ada Lovelace', 'Ada'],
  ['Ada', 'Ada'],
  ['  Jean-Luc  Picard', 'Jean-Luc'],
  ['Dr. Grace Hopper', 'Grace'],
  ['J. R. R. Tolkien', 'Tolkien'],
  ['李小龙', '李小龙'],
  ['J.', 'J.'],
])('%s is greeted as %s', (fullName, name) => {
  expect(greetingName(fullName)).toBe(name)
})
