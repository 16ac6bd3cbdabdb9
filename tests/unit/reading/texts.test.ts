import { expect, test } from 'vitest'
import { bookRequestInput } from '#app/reading/schema/book-requests.ts'

const DUNE = { title: 'Dune', author: 'Frank Herbert' }

test.each([{}, { reason: '' }, { reason: ' \n ' }])('a reason may be empty: %j', (reason) => {
  expect(bookRequestInput.parse({ ...DUNE, ...reason }).reason ?? '').toBe('')
})

test('each error says what to do', () => {
  const { error } = bookRequestInput.safeParse({ title: ' ', author: 7, reason: 'a'.repeat(501) })
  expect(error!.issues.map(({ message }) => message)).toEqual([
    'Please enter the title.',
    'Please enter the author.',
    'Please use at most 500 characters.',
  ])
  const { error: ofReason } = bookRequestInput.safeParse({ ...DUNE, reason: 7 })
  expect(ofReason!.issues[0]!.message).toBe('Please enter a text, or leave it out.')
})
