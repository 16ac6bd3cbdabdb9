import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  parseSummary,
  placeAfterFreePart,
  readablePart,
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

/** A random line; `write` adds a unique tag to its text. */
type RandomLine = { kind: 'marker' | 'blank' | 'paid' | 'other'; write: (tag: string) => string }
const randomLine: fc.Arbitrary<RandomLine> = fc.oneof(
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
const joinLines = (lines: RandomLine[], end: string) =>
  lines.map((line, i) => line.write(tagOf(i))).join(end)

/** The index of the first hidden line, computed independently from the contract. */
function cutOf(kinds: RandomLine['kind'][]): number {
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
  test('contains every line before the cut and none after it', () => {
    fc.assert(
      fc.property(
        fc.array(randomLine, { minLength: 1, maxLength: 40 }),
        separator,
        (lines, end) => {
          const text = joinLines(lines, end)
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
        },
      ),
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
  const freeLines = fc.array(fc.constantFrom('FREE one.', '1. FREE', '', '- FREE', 'Hook'), {
    minLength: 1,
    maxLength: 12,
  })
  const leaks = (text: string) =>
    readablePart(text, 'free').text.includes('SECRET') ||
    JSON.stringify(parseSummary(text, 'free')).includes('SECRET')

  test('ends before the first line that starts with 4.', () => {
    fc.assert(
      fc.property(freeLines, secrets, paidStart, separator, (free, paid, [space, start], end) => {
        expect(leaks([...free, `${space}${start}SECRET`, ...paid].join(end))).toBe(false)
      }),
    )
  })

  test('ends at the marker if there is no 4., ignoring case and spaces', () => {
    fc.assert(
      fc.property(freeLines, secrets, marker, separator, (free, paid, mark, end) => {
        expect(leaks([...free, mark, ...paid].join(end))).toBe(false)
      }),
    )
  })

  test('is the first third of the paragraphs, at least one, if there is neither', () => {
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

  test('of a single paragraph is empty', () => {
    expect(readablePart('All in one.\nStill the same.', 'free')).toEqual({ text: '', cut: true })
    expect(parseSummary('All in one.', 'free')).toEqual({ sections: [], cut: true })
  })

  test.each([
    ['14. is not a cut', '14. FREE\n\n4. SECRET'],
    ['a 4. inside a line is not a cut', 'FREE 4. FREE\n\n4. SECRET'],
    ['a marker before the 4. is not a cut', '[FREE CUT HERE]\nFREE\n4. SECRET'],
    ['a marker inside a line is not a cut', 'Say [FREE CUT HERE] FREE\n\n[free cut here]\nSECRET'],
  ])('%s', (_, text) => {
    expect(leaks(text)).toBe(false)
    expect(readablePart(text, 'free').text).toContain('FREE')
  })

  test('is the whole text if there is nothing after the cut', () => {
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
    fc.tuple(fc.array(randomLine), separator).map(([lines, end]) => joinLines(lines, end)),
  )

  test('can be parsed', () => {
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
          for (const shownLine of [heading ?? '', ...lines.map((line) => line.text)]) {
            expect(shownLine).not.toMatch(shown)
          }
        }
      }),
      { numRuns: 1000 },
    )
  })

  test('has sections with unique ids that are valid in addresses', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const ids = parseSummary(text, 'whole').sections.map((section) => section.id)
        expect(new Set(ids).size).toBe(ids.length)
        for (const id of ids) expect(id).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)*$/)
      }),
    )
  })

  test('is parsed in linear time', () => {
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

describe('the place after the free part', () => {
  test.each([
    ['Hook\n\nA\n\n1. One\n\nB\n\n4. Four\n\nC', { section: 'idea-4', paragraph: 0 }],
    ['A\n\n[FREE CUT HERE]\n\nB\n\nC', { section: 'start', paragraph: 1 }],
    ['1. One\n\nA\n\nB\n\nC\n\nD\n\nE', { section: 'idea-1', paragraph: 1 }],
    ['Best For\n\n1. a\n2. b\n3. c\n4. d\n\nE', { section: 'best-for', paragraph: 0 }],
    ['Hook\n\nA\n\n[FREE CUT HERE]\n\nBest For\n\nB', { section: 'best-for', paragraph: 0 }],
    ['4. Four\n\nEverything is paid', { section: 'idea-4', paragraph: 0 }],
  ])('of %j', (text, place) => {
    expect(placeAfterFreePart(text)).toEqual(place)
  })

  test('exists in every text', () => {
    fc.assert(
      fc.property(fc.array(randomLine, { minLength: 1, maxLength: 30 }), (lines) => {
        const text = joinLines(lines, '\n')
        const { section, paragraph } = placeAfterFreePart(text)
        const found = parseSummary(text, 'whole').sections.find(({ id }) => id === section)
        if (readablePart(text, 'free').cut) expect(found, section).toBeDefined()
        expect(paragraph).toBeLessThanOrEqual(Math.max(0, (found?.blocks.length ?? 1) - 1))
      }),
    )
  })
})
