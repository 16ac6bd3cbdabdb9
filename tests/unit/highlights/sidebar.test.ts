import { expect, test } from 'vitest'
import {
  allHighlightsLabel,
  sidebarEntries,
  MAX_IN_SIDEBAR,
} from '#app/reading/rules/highlights/sidebar.ts'

const TEXT = `One short line.\n${'A long sentence about time. '.repeat(20)}`
const note = (start: number, end: number, more: object = {}) => ({
  id: `${start}`,
  color: 'green',
  text: '',
  start,
  end,
  isOutdated: false,
  ...more,
})

test('the list beside a text has the words of the highlights, cut after a word', () => {
  const [short, long] = sidebarEntries([note(4, 15), note(16, 500)], TEXT)
  expect(short).toMatchObject({ quote: 'short line.', words: '', color: 'green', isHere: true })
  expect(long!.quote.length).toBeLessThanOrEqual(91)
  expect(long!.quote).toMatch(/ (?:time\.|A|long|sentence|about)…$/)
})

test('line breaks and spaces are one space, and no emoji is cut in half', () => {
  const [crossing] = sidebarEntries([note(10, 22)], TEXT)
  expect(crossing!.quote).toBe('line. A long')
  const [words] = sidebarEntries([note(0, 3, { text: `${'x'.repeat(239)}😀 end` })], TEXT)
  expect(words!.words).toBe(`${'x'.repeat(239)}…`)
})

test('what is no longer in the text keeps its words', () => {
  const [gone] = sidebarEntries([note(4, 9, { isOutdated: true, exact: 'Old words' })], TEXT)
  expect(gone).toMatchObject({ quote: 'Old words', isHere: false })
})

test('a list has an end', () => {
  const many = Array.from({ length: 1000 }, () => note(0, 3))
  expect(sidebarEntries(many, TEXT)).toHaveLength(MAX_IN_SIDEBAR)
  expect(allHighlightsLabel(many)).toBe('All 1,000 highlights')
  expect(allHighlightsLabel(many.slice(0, MAX_IN_SIDEBAR))).toBeNull()
})
