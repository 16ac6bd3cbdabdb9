import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { searchWords } from '#app/catalogue/rules/search.ts'
import { excerptOf, indexWords, stem, textTerms } from '#app/catalogue/rules/text-search.ts'

const shown = (text: string, search: string) =>
  excerptOf(text, textTerms(searchWords(search)))
    ?.map(({ text: part, found }) => (found ? `[${part}]` : part))
    .join('')

test.each([
  ['habits', 'habit'],
  ['habit', 'habit'],
  ['inequalities', 'inequality'],
  ['boxes', 'box'],
  ['wishes', 'wish'],
  ['class', 'class'],
  ['virus', 'virus'],
  ['analysis', 'analysis'],
  ['was', 'was'],
  ['ties', 'tie'],
])('the stem of %s is %s', (word, expected) => {
  expect(stem(word)).toBe(expected)
})

describe('the words of a book', () => {
  const book = {
    title: 'Walden',
    author: 'Thoreau',
    genre: 'fiction',
    topics: ['simple-living'],
    blurb: 'A house.',
    text: 'Hook\n\nThe ponds.\n\n4. Beans\n\nHoeing in the pond.',
  }

  test('are divided at the cut', () => {
    expect(indexWords({ ...book, locked: false })).toEqual({
      freeWords: 'a fiction hook house living pond simple the thoreau walden',
      paidWords: '4 bean hoeing in',
    })
  })

  test('are all paid when it is locked', () => {
    expect(indexWords({ ...book, locked: true })).toEqual({
      freeWords: 'a fiction house living simple thoreau walden',
      paidWords: '4 bean hoeing hook in pond the',
    })
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
