import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type Block,
  readablePart,
  type Line,
  parseSummary,
  type Section,
  SPECIAL_HEADINGS,
  summaryText,
} from '#app/catalogue/rules/summary/parse.ts'

const EXTENTS = ['free', 'whole'] as const

const separator = fc.constantFrom('\n', '\r\n', '\r', '\u2028', '\u2029')
const indent = fc.constantFrom('', ' ', '   ', '\t', '\u00a0', '\ufeff', '\u3000')
const marker = fc
  .tuple(
    indent,
    fc.constantFrom('[FREE CUT HERE]', '[free cut here]', '[Free Cut Here]', '[fReE cUt HeRe]'),
    indent,
  )
  .map((parts) => parts.join(''))
const paidStart = fc.tuple(
  indent,
  fc.constantFrom('4. ', '4.', '4.5 million ', '4.\t', '4.) ', '4.. '),
)

/** A line of any kind, its text carrying a tag that nothing else carries. */
type SoupLine = { kind: 'marker' | 'blank' | 'paid' | 'other'; write: (tag: string) => string }
const soupLine: fc.Arbitrary<SoupLine> = fc.oneof(
  { weight: 2, arbitrary: marker.map((text) => ({ kind: 'marker' as const, write: () => text })) },
  { weight: 4, arbitrary: indent.map((text) => ({ kind: 'blank' as const, write: () => text })) },
  {
    weight: 1,
    arbitrary: paidStart.map(([space, start]) => ({
      kind: 'paid' as const,
      write: (tag: string) => `${space}${start}${tag}`,
    })),
  },
  {
    weight: 8,
    arbitrary: fc
      .tuple(
        indent,
        fc.constantFrom(
          '',
          '1. ',
          '3. Label: ',
          '14. ',
          '44. ',
          '- ',
          '• Label: ',
          'Label: ',
          '4 ',
          '(4. ',
        ),
      )
      .map(([space, start]) => ({
        kind: 'other' as const,
        write: (tag: string) => `${space}${start}${tag}`,
      })),
  },
)

const tagOf = (i: number) => `tag${i}x`
const soup = (lines: SoupLine[], end: string) =>
  lines.map((line, i) => line.write(tagOf(i))).join(end)

/** The first line that must not be shown, decided anew from the contract. */
function cutOf(kinds: SoupLine['kind'][]): number {
  const paid = kinds.indexOf('paid')
  if (paid >= 0) return paid
  const marked = kinds.indexOf('marker')
  if (marked >= 0) return marked
  const starts = kinds.flatMap((kind, i) =>
    kind !== 'blank' && (i === 0 || kinds[i - 1] === 'blank') ? [i] : [],
  )
  if (starts.length === 0) return kinds.length
  const shown = starts.length === 1 ? 0 : Math.max(1, Math.floor(starts.length / 3))
  return starts[shown]!
}

describe('the free part', () => {
  test('holds every line before the cut and none behind it', () => {
    fc.assert(
      fc.property(fc.array(soupLine, { minLength: 1, maxLength: 40 }), separator, (lines, end) => {
        const text = soup(lines, end)
        const cut = cutOf(lines.map((line) => line.kind))
        const shown = readablePart(text, 'free')
        const parsed = parseSummary(text, 'free')
        let hidden = false
        for (const [i, { kind }] of lines.entries()) {
          const tagged = kind === 'other' || kind === 'paid'
          if (tagged && i >= cut) hidden = true
          expect(shown.text.includes(tagOf(i))).toBe(tagged && i < cut)
          expect(JSON.stringify(parsed).includes(tagOf(i))).toBe(tagged && i < cut)
        }
        expect(shown.cut).toBe(hidden)
        expect(parsed.cut).toBe(hidden)
      }),
      { numRuns: 1500 },
    )
  })

  const secrets = fc.array(
    fc.constantFrom(
      'SECRET one.',
      '5. SECRET',
      '- SECRET: SECRET',
      'Hook',
      '[FREE CUT HERE]',
      '',
      '3. SECRET',
    ),
    { minLength: 1, maxLength: 12 },
  )
  const openings = fc.array(fc.constantFrom('FREE one.', '1. FREE', '', '- FREE', 'Hook'), {
    minLength: 1,
    maxLength: 12,
  })
  const leaks = (text: string) =>
    readablePart(text, 'free').text.includes('SECRET') ||
    JSON.stringify(parseSummary(text, 'free')).includes('SECRET')

  test('ends before the first line that starts with 4., whatever else the text holds', () => {
    fc.assert(
      fc.property(openings, secrets, paidStart, separator, (free, paid, [space, start], end) => {
        expect(leaks([...free, `${space}${start}SECRET`, ...paid].join(end))).toBe(false)
      }),
    )
  })

  test('ends at the marker where there is no 4., in any case and between spaces', () => {
    fc.assert(
      fc.property(openings, secrets, marker, separator, (free, paid, mark, end) => {
        expect(leaks([...free, mark, ...paid].join(end))).toBe(false)
      }),
    )
  })

  test('is the first third of the paragraphs, but one at least, where there is neither', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 60 }), separator, (count, end) => {
        const free = Math.max(1, Math.floor(count / 3))
        const text = Array.from({ length: count }, (_, i) => (i < free ? 'FREE' : 'SECRET')).join(
          end + end,
        )
        expect(leaks(text)).toBe(false)
        expect(readablePart(text, 'free').text.match(/FREE/g)).toHaveLength(free)
      }),
    )
  })

  test('of a single paragraph is nothing', () => {
    expect(readablePart('All in one.\nStill the same.', 'free')).toEqual({ text: '', cut: true })
    expect(parseSummary('All in one.', 'free')).toEqual({ sections: [], cut: true })
  })

  test.each([
    ['14. is no cut', '14. FREE\n\n4. SECRET'],
    ['a 4. within a line is no cut', 'FREE 4. FREE\n\n4. SECRET'],
    ['a marker before the 4. is no cut', '[FREE CUT HERE]\nFREE\n4. SECRET'],
    ['a marker within a line is no cut', 'Say [FREE CUT HERE] FREE\n\n[free cut here]\nSECRET'],
  ])('%s', (_, text) => {
    expect(leaks(text)).toBe(false)
    expect(readablePart(text, 'free').text).toContain('FREE')
  })

  test('of a text whose cut has nothing behind it is the whole', () => {
    expect(readablePart('One.\n\n[FREE CUT HERE]\n\n', 'free')).toEqual({
      text: 'One.',
      cut: false,
    })
  })
})

describe('any text', () => {
  const anyText = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 400 }),
    fc.string({ maxLength: 400 }),
    fc.tuple(fc.array(soupLine), separator).map(([lines, end]) => soup(lines, end)),
  )

  test('can be read', () => {
    fc.assert(
      fc.property(anyText, fc.constantFrom(...EXTENTS), (text, extent) => {
        expect(() => summaryText(parseSummary(text, extent))).not.toThrow()
        expect(() => readablePart(text, extent)).not.toThrow()
      }),
      { numRuns: 1000 },
    )
  })

  test('never shows the marker', () => {
    const shown = /^\s*\[free cut here\]\s*$/im
    fc.assert(
      fc.property(anyText, fc.constantFrom(...EXTENTS), (text, extent) => {
        expect(readablePart(text, extent).text).not.toMatch(shown)
        for (const { heading, blocks } of parseSummary(text, extent).sections) {
          const lines = blocks.flatMap((b) => (b.kind === 'paragraph' ? [b.line] : b.items))
          for (const said of [heading ?? '', ...lines.map((line) => line.text)]) {
            expect(said).not.toMatch(shown)
          }
        }
      }),
      { numRuns: 1000 },
    )
  })

  test('has sections with ids of their own that an address can carry', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const ids = parseSummary(text, 'whole').sections.map((section) => section.id)
        expect(new Set(ids).size).toBe(ids.length)
        for (const id of ids) expect(id).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)*$/)
      }),
    )
  })

  test('is read in time that grows with its length only', () => {
    const long = 'a '.repeat(60_000)
    for (const text of [
      long,
      `1. ${long}`,
      `- ${long}: b`,
      `${' '.repeat(100_000)}x`,
      '4'.repeat(100_000),
    ]) {
      expect(parseSummary(text, 'whole').sections.length).toBe(1)
    }
  })
})

describe('the structure', () => {
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

  /** Lists that follow one another would be one list. */
  const apart = (blocks: Block[]) =>
    blocks.filter((block, i) => block.kind === 'paragraph' || blocks[i - 1]?.kind !== 'list')
  const blocks = (...kinds: fc.Arbitrary<Block>[]) =>
    fc.array(fc.oneof(...kinds), { minLength: 1, maxLength: 5 }).map(apart)

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
  const opening: fc.Arbitrary<Shape> = blocks(paragraph, dashes).map((list) => ({
    kind: 'intro',
    number: null,
    heading: null,
    blocks: list,
  }))
  const shapes = fc
    .tuple(
      fc.option(opening, { nil: null }),
      fc.option(special('Hook'), { nil: null }),
      ideas,
      fc.subarray(SPECIAL_HEADINGS.slice(1)).chain((list) => fc.tuple(...list.map(special))),
    )
    .map(([first, hook, list, rest]) =>
      [first, hook, ...list, ...rest].filter((section) => section !== null),
    )
    .filter((list) => list.length > 0)

  /** Writes a text as the catalogue's files do. */
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

  test('of a text written from sections is those sections', () => {
    fc.assert(
      fc.property(shapes, (sections) => {
        expect(withoutIds(parseSummary(write(sections), 'whole').sections)).toEqual(sections)
      }),
    )
  })

  test('survives being written out and read again', () => {
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
  ])('knows %j as a special heading', (written, heading) => {
    expect(read(`${written}\n\nText.`)).toMatchObject([{ kind: 'special', heading, number: null }])
  })

  test('splits an idea’s heading from the text that follows its colon', () => {
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

  test('tells a label from a colon further on', () => {
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

  test('reads numbered lines as ideas before and as items after the ideas', () => {
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

  test.each(['-', '–', '—', '•'])('takes %s for a bullet', (sign) => {
    expect(read(`${sign} one\n${sign} two`)[0]!.blocks).toMatchObject([
      { kind: 'list', ordered: false, items: [{ text: 'one' }, { text: 'two' }] },
    ])
  })

  test('gives equal headings different ids', () => {
    const ids = read('1. A\n\n1. B\n\nHook\n\nx\n\nHook\n\ny').map((section) => section.id)
    expect(ids).toEqual(['idea-1', 'idea-1-2', 'hook', 'hook-2'])
  })

  test('joins the lines of a paragraph', () => {
    expect(read('One\r\ntwo\n\nthree')[0]!.blocks).toHaveLength(2)
    expect(read('One\r\ntwo')[0]!.blocks[0]).toMatchObject({ line: { text: 'One two' } })
  })
})
