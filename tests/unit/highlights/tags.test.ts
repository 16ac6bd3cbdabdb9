import { expect, test } from 'vitest'
import { countTags, splitAtTags } from '#app/reading/rules/highlights/tags.ts'
import { groupByBook } from '#app/reading/rules/highlights/lists.ts'

test('the most frequent tags come first, equal ones by name', () => {
  expect(countTags(['#b #a ', '#c #a ', '#a '])).toEqual([
    { tag: 'a', count: 3 },
    { tag: 'b', count: 1 },
    { tag: 'c', count: 1 },
  ])
})

test('pieces of a note are the whole note', () => {
  const text = 'See #Habits, and a#b. (#x)'
  const pieces = splitAtTags(text)
  expect(pieces.map((piece) => piece.text).join('')).toBe(text)
  expect(pieces).toEqual([
    { text: 'See ', tag: null },
    { text: '#Habits', tag: 'habits' },
    { text: ', and a#b. (', tag: null },
    { text: '#x', tag: 'x' },
    { text: ')', tag: null },
  ])
  expect(splitAtTags('')).toEqual([])
})

test('highlights of one book that follow each other are together', () => {
  const notes = [1, 1, 2, 1].map((bookId, i) => ({ bookId, id: `${i}` }))
  expect(groupByBook(notes).map((group) => [group.bookId, group.notes.length])).toEqual([
    [1, 2],
    [2, 1],
    [1, 1],
  ])
})
