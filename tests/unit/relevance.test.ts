import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { excerptOf } from '#app/catalogue/rules/excerpts.ts'
import { stem, stemsOf, termsOf } from '#app/catalogue/rules/query.ts'
import { indexWords } from '#app/catalogue/rules/relevance.ts'
import { searchWords } from '#app/catalogue/rules/search.ts'

const shown = (text: string, search: string) =>
  excerptOf(text, stemsOf(search))
    ?.map(({ text: part, found }) => (found ? `[${part}]` : part))
    .join('')

test.each([
  ['habits', 'habit'],
  ['inequalities', 'inequality'],
  ['happiness', 'happy'],
  ['working', 'worked'],
  ['communism', 'communist'],
])('%s and %s have the same stem', (word, other) => {
  expect(stem(word)).toBe(stem(other))
})

test('communism is not communication, and words can be too long', () => {
  expect(stem('communism')).not.toBe(stem('communication'))
  expect(stem('x'.repeat(61))).toBe('')
})

test('a search is about the words that are no frame, unless it has no others', () => {
  const words = (search: string) => termsOf(searchWords(search)).map(({ word }) => word)
  expect(words('How do I stop wasting my time?')).toEqual(['stop', 'wasting', 'time'])
  expect(words('book about habits and habit')).toEqual(['habit'])
  expect(words('how to be')).toEqual(['how', 'to', 'be'])
})

describe('the words of a book', () => {
  const book = {
    title: 'Moby Dick',
    author: 'Melville',
    genre: 'fiction',
    topics: ['work'],
    blurb: 'A whale.',
    answers: [{ question: 'Why hunt whales?', idea: 4 }],
    text: 'Hook\n\nThe sea.\n\n4. Ships\n\nA whale in the sea.',
  }

  test('are stems with their strength, divided at the cut', () => {
    const { freeWords, paidWords, publicWords } = indexWords({ ...book, locked: false })
    expect(freeWords.split(' ')).toEqual(
      expect.arrayContaining(['7dick', '7melvil', '6work', '7whale', '2sea', '6hunt']),
    )
    expect(paidWords.split(' ')).toEqual(expect.arrayContaining(['2ship', '4sea']))
    expect(paidWords).not.toContain('dick')
    expect(publicWords.split(' ')).toEqual(expect.arrayContaining(['mobydick', 'whales', 'whale']))
    expect(publicWords).not.toContain('sea')
  })

  test('are all paid when it is locked', () => {
    const { freeWords, paidWords } = indexWords({ ...book, locked: true })
    expect(freeWords).not.toContain('sea')
    expect(paidWords).toContain('4sea')
  })
})

describe('an excerpt', () => {
  test('is the sentence with the most of the words', () => {
    const text = 'The pond. A pond in winter is deep. Winter.\n\nDeep.'
    expect(shown(text, 'winter pond')).toBe('A [pond] in [winter] is deep.')
    expect(shown(text, 'nothing')).toBeUndefined()
    expect(shown('', 'pond')).toBeUndefined()
    expect(shown('Pond.', 'pond')).toBe('[Pond].')
  })

  test('marks words with punctuation, accents, and other endings', () => {
    expect(shown('His “Ponds,” he said.', 'pónd')).toBe('His “[Ponds],” he said.')
  })

  test('of a long sentence is shortened around the words', () => {
    const text = `${'before '.repeat(60)}otter ${'after '.repeat(60)}end.`
    expect(shown(text, 'otter')).toMatch(/^… (?:before )+\[otter\](?: after)+ …$/)
    expect(shown(text, 'otter')!.length).toBeLessThan(170)
  })

  test('contains nothing but the text', () => {
    const words = fc.array(fc.constantFrom('otter', 'Otters', 'a', 'sea.', 'x\n', '&<b>'), {
      maxLength: 60,
    })
    fc.assert(
      fc.property(words, (list) => {
        const text = list.join(' ')
        const parts = excerptOf(text, ['otter'])
        expect(parts !== null).toBe(/otter/i.test(text))
        const plain = parts?.map((part) => part.text).join('') ?? ''
        expect(text).toContain(plain.replace(/^… | …$/g, ''))
        if (parts) expect(parts.some(({ found }) => found)).toBe(true)
      }),
    )
  })
})
