import fc from 'fast-check'
import { expect, test, describe } from 'vitest'
import {
  type Block,
  type Line,
  parseSummary,
  type Section,
  SPECIAL_HEADINGS,
  summaryText,
} from '#app/catalogue/rules/summary/parse.ts'
import { withSteps } from '#app/catalogue/rules/summary/steps.ts'

describe('parsing', () => {
  const word = fc.constantFrom(
    'walls',
    'bread',
    'Ænean',
    'naïve',
    'x',
    '28½',
    'don’t',
    '“so”',
    '(see)',
  )
  const words = (min: number, max: number) =>
    fc.array(word, { minLength: min, maxLength: max }).map((list) => list.join(' '))
  const label = words(1, 4)
  const line: fc.Arbitrary<Line> = fc.record({
    label: fc.option(label, { nil: null }),
    text: words(1, 9).map((text) => `${text}.`),
  })
  const paragraph: fc.Arbitrary<Block> = line.map((l) => ({ kind: 'paragraph', line: l }))
  const items = fc.array(line, { minLength: 1, maxLength: 5 })
  const dashes: fc.Arbitrary<Block> = items.map((list) => ({
    kind: 'list',
    ordered: false,
    start: 1,
    items: list,
  }))
  const numbers: fc.Arbitrary<Block> = fc
    .record({ start: fc.integer({ min: 1, max: 9 }), items })
    .map((list) => ({ kind: 'list', ordered: true, ...list }))

  /** Adjacent lists would be parsed as one list. */
  const withoutAdjacentLists = (blocks: Block[]) =>
    blocks.filter((block, i) => block.kind === 'paragraph' || blocks[i - 1]?.kind !== 'list')
  const blocks = (...kinds: fc.Arbitrary<Block>[]) =>
    fc.array(fc.oneof(...kinds), { minLength: 1, maxLength: 5 }).map(withoutAdjacentLists)

  type Shape = Omit<Section, 'id'>
  const special = (heading: (typeof SPECIAL_HEADINGS)[number]): fc.Arbitrary<Shape> =>
    blocks(...(heading === 'Hook' ? [paragraph, dashes] : [paragraph, dashes, numbers])).map(
      (list) => ({ kind: 'special', number: null, heading, blocks: list }),
    )
  const ideas: fc.Arbitrary<Shape[]> = fc
    .array(fc.tuple(words(1, 8), blocks(paragraph, dashes)), { maxLength: 7 })
    .map((list) =>
      list.map(([heading, content], i) => ({
        kind: 'idea',
        number: i + 1,
        heading,
        blocks: content,
      })),
    )
  const intro: fc.Arbitrary<Shape> = blocks(paragraph, dashes).map((list) => ({
    kind: 'intro',
    number: null,
    heading: null,
    blocks: list,
  }))
  const shapes = fc
    .tuple(
      fc.option(intro, { nil: null }),
      fc.option(special('Hook'), { nil: null }),
      ideas,
      fc.subarray(SPECIAL_HEADINGS.slice(1)).chain((list) => fc.tuple(...list.map(special))),
    )
    .map(([first, hook, list, rest]) =>
      [first, hook, ...list, ...rest].filter((section) => section !== null),
    )
    .filter((list) => list.length > 0)

  /** Writes sections as a text. */
  function write(sections: Shape[]): string {
    const one = ({ label, text }: Line) => (label === null ? text : `${label}: ${text}`)
    return sections
      .flatMap((section) => [
        ...(section.heading === null
          ? []
          : [section.number === null ? section.heading : `${section.number}. ${section.heading}`]),
        ...section.blocks.map((block) =>
          block.kind === 'paragraph'
            ? one(block.line)
            : block.items
                .map((item, i) => `${block.ordered ? `${block.start + i}.` : '-'} ${one(item)}`)
                .join('\n'),
        ),
      ])
      .join('\n\n')
  }
  const withoutIds = (sections: Section[]): Shape[] =>
    sections.map(({ id: _id, ...shape }) => shape)

  test('returns the sections that a text was written from', () => {
    fc.assert(
      fc.property(shapes, (sections) => {
        expect(withoutIds(parseSummary(write(sections), 'whole').sections)).toEqual(sections)
      }),
    )
  })

  test('returns the same sections for the formatted text', () => {
    fc.assert(
      fc.property(shapes, (sections) => {
        const once = parseSummary(write(sections), 'whole')
        expect(parseSummary(summaryText(once), 'whole')).toEqual(once)
      }),
    )
  })

  const read = (text: string) => parseSummary(text, 'whole').sections

  test.each([
    ['Hook', 'Hook'],
    ['hook:', 'Hook'],
    ['  READR TAKEAWAYS  ', 'Readr Takeaways'],
    ['How To Apply It:', 'How to Apply It'],
    ['best for', 'Best For'],
    ['Signature example', 'Signature Example'],
  ])('recognizes %j as a special heading', (written, heading) => {
    expect(read(`${written}\n\nText.`)).toMatchObject([{ kind: 'special', heading, number: null }])
  })

  test('splits the heading of an idea from the text after its colon', () => {
    expect(read('2. Walk slowly: The rest can wait.\n\nMore.')).toEqual([
      {
        id: 'idea-2',
        kind: 'idea',
        number: 2,
        heading: 'Walk slowly',
        blocks: [
          { kind: 'paragraph', line: { label: null, text: 'The rest can wait.' } },
          { kind: 'paragraph', line: { label: null, text: 'More.' } },
        ],
      },
    ])
  })

  test('distinguishes a label from other colons', () => {
    const [section] = read(
      'Cost: A price.\n\nHe had one thing to say about it all: no.\n\nAt 10:30 it rained.',
    )
    expect(section!.blocks).toEqual([
      { kind: 'paragraph', line: { label: 'Cost', text: 'A price.' } },
      {
        kind: 'paragraph',
        line: { label: null, text: 'He had one thing to say about it all: no.' },
      },
      { kind: 'paragraph', line: { label: null, text: 'At 10:30 it rained.' } },
    ])
  })

  test('reads numbered lines that directly follow one another as a plain list', () => {
    const list = (start: number, ...texts: string[]) => ({
      kind: 'list',
      ordered: true,
      start,
      items: texts.map((text) => ({ label: null, text })),
    })
    expect(read('1. One\n2. Two\n\n3. Three')).toMatchObject([
      { kind: 'intro', blocks: [list(1, 'One', 'Two', 'Three')] },
    ])
    expect(
      read('Hook\n\n1. One\n2. Two\n\nText.\n\n3. Idea\n\nText.\n\n4. Four\n5. Five'),
    ).toMatchObject([
      { heading: 'Hook', blocks: [list(1, 'One', 'Two'), { kind: 'paragraph' }] },
      { kind: 'idea', number: 3, blocks: [{ kind: 'paragraph' }, list(4, 'Four', 'Five')] },
    ])
  })

  test('reads a numbered line without text as a list item', () => {
    expect(read('1. First\n\nText.\n\n2. Last')).toMatchObject([
      { kind: 'idea', number: 1, blocks: [{ kind: 'paragraph' }, { kind: 'list', start: 2 }] },
    ])
    expect(read('1. Only\n\nBest For')).toMatchObject([{ kind: 'intro' }, { kind: 'special' }])
  })

  test('joins numbered headings under special headings with their paragraphs', () => {
    const [section] = read('How to Apply It\n\nFirst.\n\n3. Walk\n\nDaily.\n\n4. Sit\n\n- Still')
    expect(withSteps(section!.blocks)).toMatchObject([
      { kind: 'paragraph' },
      {
        kind: 'steps',
        start: 3,
        items: [
          { heading: { text: 'Walk' }, blocks: [{ line: { text: 'Daily.' } }] },
          { heading: { text: 'Sit' }, blocks: [{ items: [{ text: 'Still' }] }] },
        ],
      },
    ])
    const plain = read('How to Apply It\n\n1. Walk\n2. Sit\n\nDaily.')[0]!.blocks
    expect(withSteps(plain)).toBe(plain)
  })

  test('reads numbered lines as ideas, but as list items under special headings', () => {
    const sections = read('1. First idea\n\nText.\n\nHow to Apply It\n\n1. Do: this\n2. Do that')
    expect(sections).toMatchObject([
      { kind: 'idea', number: 1 },
      {
        kind: 'special',
        blocks: [
          {
            kind: 'list',
            ordered: true,
            start: 1,
            items: [
              { label: 'Do', text: 'this' },
              { label: null, text: 'Do that' },
            ],
          },
        ],
      },
    ])
  })

  test.each(['-', '–', '—', '•'])('treats %s as a bullet', (sign) => {
    expect(read(`${sign} one\n${sign} two`)[0]!.blocks).toMatchObject([
      { kind: 'list', ordered: false, items: [{ text: 'one' }, { text: 'two' }] },
    ])
  })

  test('gives equal headings different ids', () => {
    const ids = read('1. A\n\na\n\n1. B\n\nb\n\nHook\n\nx\n\nHook\n\ny').map(
      (section) => section.id,
    )
    expect(ids).toEqual(['idea-1', 'idea-1-2', 'hook', 'hook-2'])
  })

  test('joins the lines of a paragraph', () => {
    expect(read('One\r\ntwo\n\nthree')[0]!.blocks).toHaveLength(2)
    expect(read('One\r\ntwo')[0]!.blocks[0]).toMatchObject({ line: { text: 'One two' } })
  })
})
