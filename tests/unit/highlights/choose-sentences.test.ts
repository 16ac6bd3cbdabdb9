import { describe, expect, test } from 'vitest'
import { parseSummary } from '#app/catalogue/rules/summary/parse.ts'
import { readingText } from '#app/catalogue/rules/summary/reading-text.ts'
import {
  nextHighlightId,
  chosenPassages,
  sentencesIn,
} from '#app/reading/rules/highlights/choose-sentences.ts'

const TEXT = `Hook

One is short. Two is long! Is three a question?

1. Label: First idea. Its end.

- A point: with words.
- Another.
`
const reading = readingText(parseSummary(TEXT, 'whole'))

describe('the reading text', () => {
  test('has headings, paragraphs, and items on their own lines', () => {
    expect(reading.text.split('\n')).toEqual([
      'Hook',
      'One is short. Two is long! Is three a question?',
      'Label',
      'First idea. Its end.',
      'A point: with words.',
      'Another.',
    ])
    expect(reading.lines.map(({ start, end }) => reading.text.slice(start, end))).toEqual(
      reading.text.split('\n').filter((line) => line !== 'Hook' && line !== 'Label'),
    )
    expect(reading.lines.at(-1)).toMatchObject({ section: 'idea-1', paragraph: 1, item: 1 })
  })
})

describe('sentences', () => {
  const sentences = sentencesIn(reading, { section: 'hook', paragraph: 0 })

  test('are those of a paragraph or of all items of a list', () => {
    expect(sentences.map(({ text }) => text)).toEqual([
      'One is short.',
      'Two is long!',
      'Is three a question?',
    ])
    for (const { text, start, end } of sentences) {
      expect(reading.text.slice(start, end)).toBe(text)
    }
    expect(sentencesIn(reading, { section: 'idea-1', paragraph: 1 })).toHaveLength(2)
    expect(sentencesIn(reading, { section: 'idea-9', paragraph: 0 })).toEqual([])
  })

  test('that follow one another are one passage', () => {
    const [one, two, three] = sentences as [(typeof sentences)[0], ...typeof sentences]
    expect(chosenPassages(sentences, [two!, one])).toEqual([{ start: one.start, end: two!.end }])
    expect(chosenPassages(sentences, [one, three!])).toHaveLength(2)
    expect(chosenPassages(sentences, [{ start: one.start, end: one.end + 1 }])).toBeNull()
  })

  test('of one form have ids that stay the same', () => {
    const id = '0b9e3f6e-2d3c-4f0a-9f58-2f1c5a1dffff'
    expect([nextHighlightId(id, 0), nextHighlightId(id, 1)]).toEqual([
      id,
      '0b9e3f6e-2d3c-4f0a-9f58-2f1c5a1d0000',
    ])
  })
})
