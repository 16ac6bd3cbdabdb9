import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { designOf } from '#packages/covers/cover.ts'
import { GENRES, findGenre } from '#app/catalogue/rules/genres.ts'
import { bookHead } from '#app/catalogue/schema/book.ts'
import { lintFolder } from '../../bin/commands/lint.ts'
import { searchWords } from '#app/catalogue/rules/search.ts'
import { TOPICS, TOPICS_PER_BOOK } from '#app/catalogue/rules/topics.ts'
import { readablePart, parseSummary, SPECIAL_HEADINGS } from '#app/catalogue/rules/summary/parse.ts'

const books = readdirSync('content')
  .filter((name) => name.endsWith('.md') && !/^readme\./i.test(name))
  .map((name) => {
    const [, head, body] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(
      readFileSync(`content/${name}`, 'utf8'),
    )!
    return { name, head: bookHead.parse(parse(head!)), body: body!.trim() }
  })

/** The sections of books from before the others were added. */
const FIRST_HEADINGS = [
  'Hook',
  'Signature Example',
  'How to Apply It',
  'Readr Takeaways',
  'Best For',
]

const wordsIn = (text: string) => text.match(/\S+/g)?.length ?? 0

describe('the books in content/', () => {
  test('are at least six per genre, and two of them are open', () => {
    for (const { slug } of GENRES) {
      const inGenre = books.filter((book) => book.head.genre === slug)
      expect(inGenre.length, slug).toBeGreaterThanOrEqual(6)
      expect(inGenre.filter((book) => !book.head.locked).length, slug).toBeGreaterThanOrEqual(2)
    }
  })

  test('have covers in the look of their genre that differ in figure or colors', () => {
    const drawn = GENRES.map(({ slug: genre }) => designOf({ slug: 'a', genre }).genre)
    expect(drawn).toEqual(GENRES.map(({ slug }) => slug))
    const designs = books.map(({ name, head: { genre } }) => {
      const { figure, colors } = designOf({ slug: name.slice(0, -'.md'.length), genre })
      return { name, figure, colors }
    })
    const alike = designs.flatMap((one, i) =>
      designs
        .slice(0, i)
        .filter(({ figure, colors }) => figure === one.figure && colors === one.colors)
        .map((other) => `${one.name} and ${other.name}`),
    )
    expect(alike).toEqual([])
  })

  test('follow the rules of docs/catalogue.md, and so do collections', async () => {
    const { findings } = await lintFolder('content', null)
    expect(findings.map(({ file, line, message }) => `${file}:${line}: ${message}`)).toEqual([])
  })

  test('are in eight to ten collections', () => {
    const collections = readdirSync('content/collections')
    expect(collections.length).toBeGreaterThanOrEqual(8)
    expect(collections.length).toBeLessThanOrEqual(10)
  })

  test('have three to six topics', () => {
    for (const { name, head } of books) {
      expect(head.topics.length, name).toBeGreaterThanOrEqual(TOPICS_PER_BOOK.min)
      expect(head.topics.length, name).toBeLessThanOrEqual(TOPICS_PER_BOOK.max)
    }
    expect(TOPICS.map(({ label }) => label)).toEqual(TOPICS.map(({ label }) => label).toSorted())
    for (const { slug, label } of TOPICS) {
      expect(searchWords(label).join('-'), label).toBe(slug)
    }
  })

  test('share no sentence of eight words or more', () => {
    const owners = new Map<string, string>()
    for (const { name, body } of books) {
      for (const sentence of body.split(/(?<=[.!?][”’)]*)\s+|\n+/)) {
        const key = (sentence.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' ')
        if (key.split(' ').length < 8) continue
        expect(owners.get(key) ?? name, sentence).toBe(name)
        owners.set(key, name)
      }
    }
    expect(owners.size).toBeGreaterThan(1500)
  })
})

describe.each(books)('$name', ({ head, body }) => {
  test('is as long as 12 to 19 minutes of reading', () => {
    expect(wordsIn(body)).toBeGreaterThanOrEqual(2700)
    expect(wordsIn(body)).toBeLessThanOrEqual(4600)
  })

  test('has at least 1,000 free words and a paid part', () => {
    const free = readablePart(body, 'free')
    expect(wordsIn(free.text)).toBeGreaterThanOrEqual(1000)
    expect(free.cut).toBe(true)
  })

  test('has the marker right before its fourth idea', () => {
    const lines = body.split('\n').filter((line) => line !== '')
    const markers = lines.flatMap((line, i) => (/free cut here/i.test(line) ? [i] : []))
    expect(markers).toHaveLength(1)
    expect(lines[markers[0]!]).toBe('[FREE CUT HERE]')
    expect(lines[markers[0]! + 1]).toMatch(/^4\. /)
    expect(lines.filter((line) => line.startsWith('4.'))).toHaveLength(1)
  })

  test('has its ideas in order and every special heading once', () => {
    const { sections } = parseSummary(body, 'whole')
    const numbers = sections.flatMap((section) => section.number ?? [])
    expect(numbers).toEqual(numbers.map((_, i) => i + 1))
    expect(numbers.length).toBeGreaterThan(4)
    expect(sections.filter((s) => s.kind === 'special').map((s) => s.heading)).toEqual([
      ...(head.edition ? SPECIAL_HEADINGS : FIRST_HEADINGS),
    ])
    expect(sections.every((section) => section.blocks.length > 0)).toBe(true)
    expect(sections.some((section) => section.kind === 'intro')).toBe(false)
  })

  test('uses curly quotation marks and apostrophes', () => {
    const questions = [
      ...(head.answers ?? []).map(({ question }) => question),
      ...(head.questions ?? []).map(({ question, answer }) => `${question}\n${answer}`),
    ]
    expect(
      `${body}\n${head.title}\n${head.author}\n${head.blurb}\n${questions.join('\n')}`,
    ).not.toMatch(/["'`]/)
  })

  test('has a known genre and sources', () => {
    expect(findGenre(head.genre)).toBeDefined()
    expect(head.sources.length).toBeGreaterThan(0)
  })
})
