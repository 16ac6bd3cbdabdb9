import { expect, test } from 'vitest'
import { toCsv } from '#app/platform/csv.server.ts'

test('every kind of line break is inside quotation marks', () => {
  expect(
    toCsv([
      ['Note', 'Title'],
      ['one\ntwo', 'three\rfour'],
      ['five\r\nsix', 'say "seven", or 8'],
    ]),
  ).toBe('Note,Title\r\n"one\ntwo","three\rfour"\r\n"five\r\nsix","say ""seven"", or 8"\r\n')
})

test('spreadsheets recognize UTF-8, dates, and cells that are no formulas', () => {
  expect(toCsv([['=1+1', new Date(0)]], { bom: true })).toBe(
    "\uFEFF'=1+1,1970-01-01T00:00:00.000Z\r\n",
  )
})
