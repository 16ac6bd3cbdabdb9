import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { fileName, uniqueNames } from '#app/reading/rules/highlights/export-file-names.ts'
import { markdownHead, markdownHighlight } from '#app/reading/rules/highlights/markdown.ts'
import { readwiseRow } from '#app/reading/rules/highlights/readwise-csv.ts'

test.each([
  ['Walden; or, Life in the Woods', 'Walden; or, Life in the Woods'],
  ['Thinking: Fast and Slow', 'Thinking - Fast and Slow'],
  ['../../etc/passwd', 'etc-passwd'],
  ['C:\\Windows\\system32', 'C-Windows-system32'],
  ['a/b\\c?d*e"f<g>h|i#j^k[l]m', 'a-b-c-d-e-f-g-h-i-j-k-l-m'],
  ['.hidden', 'hidden'],
  ['ends with dots. . .', 'ends with dots'],
  ['CON', 'CON_'],
  ['nul.txt', 'nul_.txt'],
  ['Console', 'Console'],
  ['tab\tand\nline\u0000\u0007', 'tab and line'],
  ['invoice\u202Efdp.exe', 'invoicefdp.exe'],
  ['ספר טוב', 'ספר טוב'],
  ['...', 'slug'],
  ['\u200F', 'slug'],
  ['', 'slug'],
])('the title %j becomes the file name %j', (title, name) => {
  expect(fileName(title, 'slug')).toBe(name)
})

test('long names are cut between characters', () => {
  expect(new TextEncoder().encode(fileName('é'.repeat(500), 'slug'))).toHaveLength(120)
  expect(fileName('👩🏽'.repeat(100), 'slug')).not.toMatch(/[\uD800-\uDBFF]$/)
})

test('any title becomes a name that file systems allow', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (title) => {
      const name = fileName(title, 'slug')
      expect(name).not.toMatch(/[\\/:*?"<>|\p{Cc}\p{Cf}\p{Cs}]|^\.|[. ]$|^$/u)
      expect(Buffer.byteLength(name)).toBeLessThanOrEqual(120)
    }),
  )
})

test('equal names get numbers, in any case', () => {
  const unique = uniqueNames()
  expect(['Walden', 'walden', 'Walden', 'Walden (2)', 'Emma'].map(unique)).toEqual([
    'Walden',
    'walden (2)',
    'Walden (3)',
    'Walden (2) (2)',
    'Emma',
  ])
})

const BOOK = {
  title: 'Meditations',
  author: 'Marcus Aurelius',
  address: 'https://readr.example/summaries/meditations',
}
const NOTE = {
  id: '0b2e',
  color: 'yellow' as const,
  exact: 'You have power over your mind.\nNot outside events.',
  text: 'Read again. #stoicism',
  start: 41,
  isOutdated: false,
  createdAt: new Date('2026-11-23T23:30:00Z'),
}

test('a file begins with properties and its title', () => {
  const dates = { first: '2026-11-23', last: '2026-12-01' }
  expect(markdownHead(BOOK, { count: 2, ...dates })).toBe(`---
title: Meditations
author: Marcus Aurelius
url: https://readr.example/summaries/meditations
highlights: 2
created: 2026-11-23
updated: 2026-12-01
---

# Meditations

Marcus Aurelius · [Summary on Readr](https://readr.example/summaries/meditations)
`)
  expect(markdownHead({ ...BOOK, address: null }, { count: 1, ...dates })).not.toMatch(/url|\[/)
})

test('a highlight is a quote, a note, and a line of facts', () => {
  expect(markdownHighlight(NOTE, BOOK.address, 'UTC')).toBe(`
> You have power over your mind.
>
> Not outside events.

Read again. #stoicism

*Yellow · November 23, 2026 · [Open in Readr](https://readr.example/summaries/meditations#note-0b2e)*

---
`)
  expect(markdownHighlight({ ...NOTE, text: ' ', isOutdated: true }, BOOK.address, 'UTC')).toBe(`
> You have power over your mind.
>
> Not outside events.

*Yellow · November 23, 2026 · from an earlier version*

---
`)
})

test.each([
  ['America/New_York', 'November 23, 2026'],
  ['Europe/Berlin', 'November 24, 2026'],
  [null, 'November 23, 2026 (UTC)'],
])('a highlight has its date in %s', (timeZone, date) => {
  expect(markdownHighlight(NOTE, null, timeZone)).toContain(`*Yellow · ${date}*`)
})

test('nothing in a quote or a note is HTML, and nothing in a quote is Markdown', () => {
  const exact = '# <b>*x*</b> #tag [a](b) $1 ==x==\n1. one\n- two\n> three\n+ four'
  const text = '<script>alert(1)</script>\r\n**bold** #tag'
  const made = markdownHighlight({ ...NOTE, exact, text }, null, 'UTC')
  expect(made).toContain(
    '> \\# \\<b\\>\\*x\\*\\</b\\> \\#tag [a]\\(b) \\$1 \\=\\=x\\=\\=\n>\n> 1\\. one\n>\n> \\- two\n>\n> \\> three\n>\n> \\+ four\n',
  )
  expect(made).toContain('\n\\<script>alert(1)\\</script>\n**bold** #tag\n')
})

test('any title and author survive the front matter, on one line each', () => {
  const names = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom(
      'A: B',
      'true',
      '12',
      '1e5',
      '2026-11-23',
      '#1',
      "'x",
      'x #y',
      'a:',
      '- x',
      '[',
    ),
  )
  fc.assert(
    fc.property(names, names, (title, author) => {
      const dates = { first: '2026-11-23', last: '2026-11-23' }
      const [, matter] = markdownHead(
        { title, author, address: null },
        { count: 1, ...dates },
      ).split(/^---$/m)
      expect(matter!.trim().split('\n')).toHaveLength(5)
      const line = (text: string) => text.replace(/[\p{Cc}\s\u2028\u2029]+/gu, ' ').trim()
      expect(parse(matter!)).toMatchObject({ title: line(title), author: line(author) })
    }),
  )
})

test('a row for Readwise', () => {
  expect(readwiseRow(BOOK, NOTE)).toEqual([
    NOTE.exact,
    'Meditations',
    'Marcus Aurelius',
    BOOK.address,
    NOTE.text,
    '42',
    '2026-11-23T23:30:00.000Z',
  ])
  expect(readwiseRow({ ...BOOK, address: null }, { ...NOTE, isOutdated: true })[5]).toBe('')
})
