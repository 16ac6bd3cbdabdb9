import fc from 'fast-check'
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import {
  type BookForm,
  bookFormDifferences,
  HEAD_FIELDS,
  type HeadField,
  PARTS,
  bookFormText,
  textProblems,
} from '#app/admin/rules/book-form.ts'
import { bookFormFrom, changeIdeas, ideaChangeFrom } from '#app/admin/rules/posted-book-form.ts'
import { freeAndPaidParts } from '#app/admin/rules/preview.ts'
import { fileOf, formOf } from '#app/admin/service/book-form.server.ts'
import { sourceOf } from '#app/catalogue/service/book-source.ts'
import { parseBookSource } from '#app/catalogue/service/parse-book-file.server.ts'

const HEAD: Record<HeadField, string> = {
  title: 'Walden: “a life”',
  author: 'Henry David Thoreau',
  year: '-380',
  genre: 'Fiction',
  blurb: 'true',
  topics: 'nature, simple-living',
  publishedAt: '2026-09-14',
  edition: 'George Long’s translation: https://example.org/long',
  written: '2026-09-14',
  checked: '2026-10-02',
  sources: 'One: a source\n- another, “quoted”',
  answers: 'Idea 2: “Why”: so?\nIdea 12: # What?',
  questions: 'Idea 1: Why: so?\nBecause: “so”.\n\nIdea 12: # What?\n- this',
}
const parts = (texts: Record<string, string>) =>
  Object.fromEntries(PARTS.map(({ field }) => [field, texts[field] ?? '']))
const idea = (n: number) => ({ heading: `Heading ${n}`, text: `Text of idea ${n}.\n\nMore of it.` })
const FORM: BookForm = {
  head: HEAD,
  locked: true,
  ideas: [1, 2, 3, 4, 5].map(idea),
  parts: parts({ hook: 'The hook.', 'best-for': 'Everyone.' }),
}

describe('a book as a form', () => {
  test.each(readdirSync('content').filter((name) => name.endsWith('.md')))(
    'represents %s exactly',
    async (name) => {
      const file = readFileSync(`content/${name}`, 'utf8')
      const { books } = await parseBookSource(name.slice(0, -3), file, name, null)
      const source = sourceOf(books[0]!.record as never)
      const read = formOf(source)
      expect('reason' in read ? read.reason : fileOf(read.form)).toBe(source)
    },
  )

  test('has the line of the cut before the fourth idea, where the free part ends', () => {
    expect(bookFormText(FORM)).toContain('More of it.\n\n[FREE CUT HERE]\n\n4. Heading 4\n\n')
    expect(bookFormText({ ...FORM, ideas: FORM.ideas.slice(0, 3) })).not.toContain('CUT')
    const { free, paid } = freeAndPaidParts(bookFormText(FORM))
    expect(free.sections.map(({ heading }) => heading).at(-1)).toBe('Heading 3')
    expect(paid.sections.map(({ heading }) => heading)[0]).toBe('Heading 4')
  })

  /** Lines that mean something in a file, and lines that only look so. */
  const line = fc.oneof(
    fc.string({ maxLength: 20 }),
    fc.constantFrom(
      ...['', '', 'Hook', 'Best For:', ' best for', '1. One', '2. Two', '4. Four', '4.5 million'],
      ...['- item', '[free cut here]', '[FREE CUT HERE]', '---', 'A label: text', 'Plain text.'],
    ),
  )
  const text = fc.array(line, { maxLength: 5 }).map((lines) => lines.join('\n').trim())
  const oneLine = fc.oneof(line, fc.string()).map((found) => found.replace(/\s+/g, ' ').trim())
  const anyForm: fc.Arbitrary<BookForm> = fc.record({
    head: fc.record(
      Object.fromEntries(
        HEAD_FIELDS.map((field) => [
          field,
          field === 'sources'
            ? fc.constant(HEAD.sources)
            : field === 'answers'
              ? fc.oneof(oneLine, fc.constantFrom(HEAD.answers, 'Idea 1: Why?\nBecause.'))
              : field === 'questions'
                ? fc.oneof(oneLine, fc.constantFrom(HEAD.questions, 'Idea 1: Why?\n\nBecause.'))
                : oneLine,
        ]),
      ) as unknown as Record<HeadField, fc.Arbitrary<string>>,
    ),
    locked: fc.boolean(),
    ideas: fc.array(fc.record({ heading: oneLine, text }), { maxLength: 6 }),
    // Few parts in each form: one of many would nearly always be invalid.
    parts: fc
      .dictionary(fc.constantFrom(...PARTS.map(({ field }) => field)), text, { maxKeys: 5 })
      .map(parts),
  })

  test('loses nothing in its file, unless it says what is wrong with it', () => {
    let written = 0
    fc.assert(
      fc.property(anyForm, (any) => {
        const form = { ...any, head: { ...any.head, topics: HEAD.topics } }
        if (Object.keys(textProblems(form)).length > 0) return
        written += 1
        expect(formOf(fileOf(form))).toEqual({ form })
      }),
      { numRuns: 2000 },
    )
    expect(written).toBeGreaterThan(50)
  })

  test('is not made from a file that it would change', () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), (lines) => {
        const source = fileOf(FORM).replace(/---\n\n[^]*$/, `---\n\n${lines.join('\n')}\n`)
        const read = formOf(source)
        if ('form' in read) expect(fileOf(read.form)).toBe(source)
      }),
      { numRuns: 2000 },
    )
    const reasonFor = (text: string) => formOf(fileOf(FORM).replace(/Text of idea 1\.[^]*$/, text))
    expect(reasonFor('A.\n\n3. Third\n\nB.\n')).toEqual({
      reason: expect.stringMatching(/^Idea 1: A line here would start another part/),
    })
    expect(reasonFor('A.\n\nBest For\n\nB.\n\nSignature Example\n\nC.\n')).toEqual({
      reason: 'Line 40 would change: “Best For”.',
    })
  })

  test('names the field of each problem', () => {
    const wrong = (form: Partial<BookForm>) => textProblems({ ...FORM, ...form })
    expect(textProblems(FORM)).toEqual({})
    expect(wrong({ parts: parts({ hook: 'A\n\nBest For\n\nB' }) })).toEqual({
      hook: expect.stringContaining('another part'),
    })
    expect(wrong({ parts: parts({ hook: '4.5 million people' }) })).toEqual({
      hook: expect.stringContaining('“4.”'),
    })
    expect(wrong({ ideas: [{ heading: ' ', text: '' }] })).toEqual({
      'idea-1-heading': 'Please enter a heading.',
      'idea-1-text': 'Please write the idea.',
    })
    expect(wrong({ ideas: [{ heading: 'A', text: 'B\n\n2. C' }, idea(2)] })).toEqual({
      '': expect.stringContaining('run into one another'),
    })
  })

  test('says in which parts two forms differ', () => {
    const other = { ...FORM, locked: false, ideas: [...FORM.ideas.slice(0, 4), idea(9), idea(6)] }
    const head = { ...HEAD, title: 'Other' }
    expect(bookFormDifferences(FORM, { ...other, head, parts: parts({ hook: 'New' }) })).toEqual([
      ...['Title', 'Locked', 'Hook', 'Best For', 'Idea 5', 'Idea 6'],
    ])
  })
})

describe('the posted form', () => {
  test('keeps the order of the ideas and ignores unknown fields', () => {
    const data = new FormData()
    for (const [name, value] of [
      ['title', 'T'],
      ['idea-heading', 'A\r\nB'],
      ['idea-text', '1\r\n2'],
      ['idea-heading', 'C'],
      ['ideas[99999999]', 'x'],
      ['locked', 'true'],
    ] as const)
      data.append(name, value)
    const form = bookFormFrom(data)
    expect(form.head.title).toBe('T')
    expect(form.locked).toBe(true)
    expect(form.ideas).toEqual([
      { heading: 'A B', text: '1\n2' },
      { heading: 'C', text: '' },
    ])
  })

  test('adds, moves, and removes ideas', () => {
    const change = (value: string) => changeIdeas(['a', 'b', 'c'], ideaChangeFrom(value)!, 'new')
    expect(change('add')).toEqual({ ideas: ['a', 'b', 'c', 'new'], focus: 3 })
    expect(change('up-3')).toEqual({ ideas: ['a', 'c', 'b'], focus: 1 })
    expect(change('down-1')).toEqual({ ideas: ['b', 'a', 'c'], focus: 1 })
    expect(change('remove-2')).toEqual({ ideas: ['a', 'c'], focus: 0 })
    expect(change('up-1').ideas).toEqual(['a', 'b', 'c'])
    expect(change('down-9').ideas).toEqual(['a', 'b', 'c'])
    expect(ideaChangeFrom('remove-123')).toBeNull()
    expect(ideaChangeFrom(null)).toBeNull()
  })
})
