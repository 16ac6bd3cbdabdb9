import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { initWasm, Resvg } from '@resvg/resvg-wasm'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { drawCover } from '../cover.ts'
import { GENRES } from '../genres.ts'
import { layOutText } from '../text.ts'
import { serif } from '../typeface.ts'

const genres = Object.keys(GENRES)

const book = {
  slug: 'walden',
  title: 'Walden',
  author: 'Henry David Thoreau',
  genre: 'culture-and-humanity',
}

const require = createRequire(import.meta.url)
beforeAll(() => initWasm(readFileSync(require.resolve('@resvg/resvg-wasm/index_bg.wasm'))))

/** The parser of the pictures is strict: it takes well-formed XML only. */
function expectValid(svg: string) {
  expect(svg.isWellFormed()).toBe(true)
  new Resvg(svg, { font: { loadSystemFonts: false } }).free()
  expect(svg).not.toMatch(/NaN|undefined|Infinity|null/)
  expect(Buffer.byteLength(svg)).toBeLessThan(15_000)
}

describe('a drawn cover', () => {
  test('is well-formed and small in every genre', () => {
    for (const genre of genres) {
      for (let i = 0; i < 25; i++) {
        const svg = drawCover({ ...book, genre, slug: `book-${i}` })
        expectValid(svg)
        expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 600 900"/)
        expect(svg).toContain('<title>Walden, by Henry David Thoreau</title>')
      }
    }
  })

  test('is the same for the same book and differs for others', () => {
    const covers = Array.from({ length: 30 }, (_, i) => drawCover({ ...book, slug: `book-${i}` }))
    expect(drawCover({ ...book })).toBe(drawCover({ ...book }))
    expect(new Set(covers).size).toBeGreaterThan(25)
  })

  test('escapes its title', () => {
    const svg = drawCover({
      ...book,
      title: `<b>"Tom" & 'Jerry'</b>`,
      author: '<script>alert(1)</script>',
    })
    expectValid(svg)
    expect(svg).not.toMatch(/<b>|<script/)
    expect(svg).toContain('&#60;b&#62;')
  })

  test.each([
    '',
    ' ',
    'I',
    'W'.repeat(200),
    'ab '.repeat(66),
    'Donaudampfschifffahrtsgesellschaftskapitän',
    '孫子兵法の解説'.repeat(20),
    'كتاب الحيوان',
    'Ἠθικὰ Νικομάχεια',
    '👩‍👩‍👧‍👦🇺🇳'.repeat(20),
    '&'.repeat(200),
    '<'.repeat(200),
    '"><svg onload=alert(1)>',
    ']]>',
    '\u202eright to left\u202c',
    'e' + '\u0301'.repeat(150),
    '\u0000\u0007',
    'odd \ufffe \uffff',
    '__proto__',
    'constructor',
  ])('can have the title %j', (title) => {
    for (const genre of genres) {
      expectValid(drawCover({ slug: 'a', title, author: title, genre }))
    }
  })

  test('can have any title, author, and genre', () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 200 }),
      fc.string({ unit: 'binary', maxLength: 200 }),
      fc.string({ unit: fc.constantFrom(...'<>&"\'W mœß\n'), maxLength: 200 }),
    )
    const genre = fc.constantFrom(...genres, 'unknown', '__proto__', '')
    fc.assert(
      fc.property(
        fc.stringMatching(/^[a-z0-9-]{1,20}$/),
        text,
        text,
        genre,
        (slug, title, author, g) => {
          expectValid(drawCover({ slug, title, author, genre: g }))
        },
      ),
      { numRuns: 300 },
    )
  })
})

test('a long word is split at its hyphens', () => {
  const sentence = 'Near the end of March 1845, a twenty-seven-year-old man with a Harvard degree'
  const options = { face: serif, width: 888, height: 620, max: 104, leading: 1.1, tracking: -8 }
  const lines = layOutText(sentence, options).lines.map(({ text }) => text)
  expect(lines.join(' ').replace(/(\p{L}-) /gu, '$1')).toBe(sentence)
})

test.each([
  '<svg',
  '<svg></a>',
  '<svg x="&"></svg>',
  '<svg></svg><svg></svg>',
  '<svg>&nbsp;</svg>',
  '<svg x="1" x="2"/>',
  '<svg>\0</svg>',
  'x',
])('a cover may not be %j', (xml) => {
  const full = xml.replace('<svg', '<svg xmlns="http://www.w3.org/2000/svg" width="6" height="9"')
  expect(() => new Resvg(full)).toThrow(/./)
})

test('running text has lines of similar length', () => {
  const text =
    '“Thoreau’s first chapter, ‘Economy,’ fills more than a fifth of the book, and its central sentence is a definition: ‘the cost of a thing is the amount of what I will call life which is required to be exchanged for it, immediately or in the long run’ (‘Economy’).”'
  const options = { face: serif, width: 888, height: 620, max: 104, leading: 1.1, tracking: -8 }
  const { lines } = layOutText(text, { ...options, isProse: true })
  const lengths = lines.slice(0, -1).map((line) => line.text.length)
  expect(Math.min(...lengths)).toBeGreaterThan(0.65 * Math.max(...lengths))
})
