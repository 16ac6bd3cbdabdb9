import { describe, expect, test } from 'vitest'
import { suggestQuotes } from '#app/catalogue/rules/quotes.ts'
import { lockedIdeas } from '#app/catalogue/rules/locked-ideas.ts'
import { parseSummary } from '#app/catalogue/rules/summary/parse.ts'
import { takeawaysOf } from '#app/catalogue/rules/summary/takeaways.ts'

const part = (...sentences: string[]) => ({ heading: null, sentences })
const numbered = (name: string, count: number) =>
  Array.from(
    { length: count },
    (_, i) => `Money is only a way of counting ${name.repeat(i + 1)} days.`,
  )

describe('suggested quotes', () => {
  test('are at most ten, in the order of the text, spread over the parts', () => {
    const parts = [part(...numbered('a', 9)), part(...numbered('b', 9)), part(...numbered('c', 9))]
    const suggested = suggestQuotes(parts)
    expect(suggested).toHaveLength(10)
    const text = parts.flatMap(({ sentences }) => sentences)
    expect(suggested).toEqual(text.filter((sentence) => suggested.includes(sentence)))
    for (const { sentences } of parts) {
      expect(sentences.filter((one) => suggested.includes(one)).length).toBeGreaterThan(2)
    }
  })

  test.each([
    'But money is only a way of writing the number down.',
    'This is only a way of writing the number down, no more.',
    'What would you do with a life that is entirely your own?',
    'money is only a way of writing the whole number down.',
    'Money is only a way of writing the (large) number down.',
    'He wrote: “Money is only a way of writing it.',
    'Money is only a way of writing the number',
    'Money is short.',
    `Money is only ${'a very '.repeat(20)}long way of writing.`,
  ])('do not include %j', (sentence) => {
    expect(suggestQuotes([part(sentence)])).toEqual([])
  })

  test('prefer what is true in general, and include the headings of ideas', () => {
    const heading = 'The true price of a thing is the life you trade for it'
    const told = 'Thoreau said that he walked thirty miles to Concord.'
    const sentences = [told, ...numbered('a', 12)]
    const suggested = suggestQuotes([{ heading, sentences }])
    expect(suggested[0]).toBe(heading)
    expect(suggested).not.toContain(told)
  })
})

const TEXT = `Hook\n\nText.\n\n1. One\n\nText.\n\n4. Secret\n\n${'word '.repeat(500)}\n\n5. Last\n\nText.

Readr Takeaways\n\n- Cost: A price.\n- Two.\n- Three.\n- Four.`

test('of ideas behind the cut, only number, minutes, and public question are shown', () => {
  const shown = parseSummary(TEXT, 'free')
  expect(lockedIdeas(TEXT, shown, [{ question: 'Why?', idea: 4 }])).toEqual([
    { number: 4, minutes: 2, question: 'Why?' },
    { number: 5, minutes: 1, question: null },
  ])
  expect(lockedIdeas(TEXT, parseSummary(TEXT, 'whole'), [])).toEqual([])
})

test('three takeaways are shown to those who may read them', () => {
  expect(takeawaysOf(parseSummary(TEXT, 'free'))).toEqual([])
  expect(takeawaysOf(parseSummary(TEXT, 'whole'))).toEqual([
    { label: 'Cost', text: 'A price.' },
    { label: null, text: 'Two.' },
    { label: null, text: 'Three.' },
  ])
})
