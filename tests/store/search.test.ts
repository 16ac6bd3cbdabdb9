import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { genreLabel } from '#app/catalogue/rules/genres.ts'
import type { Access } from '#app/catalogue/rules/access.ts'
import { searchWords, titleSortKey, editDistance } from '#app/catalogue/rules/search.ts'
import { listBooks } from '#app/catalogue/service/list-books.server.ts'
import { db } from '#app/platform/database.server.ts'
import { type Draft, emptyCatalogue, importBooks, QUERY, slugs, TEXT } from './books.ts'

beforeEach(emptyCatalogue)

const find = (search: string, access: Access = 'full') => slugs({ search }, access)
const isMended = async (search: string) => (await listBooks('full', { ...QUERY, search })).corrected
const byNumber = (drafts: Draft[]) =>
  Object.fromEntries(drafts.map((draft, i) => [`b-${String(i).padStart(3, '0')}`, draft]))

describe('search', () => {
  test('ranks title over author over genre over blurb', async () => {
    await importBooks({
      blurb: { title: 'Aa', blurb: 'The science of whales.' },
      genre: { title: 'Bb', genre: 'Science & Technology' },
      author: { title: 'Cc', author: 'Scienceworth Jones' },
      title: { title: 'Dd of Science' },
      start: { title: 'The Science of Dd' },
    })
    expect(await find('science')).toEqual(['start', 'title', 'author', 'genre', 'blurb'])
    expect(await find('SCIENCE', 'visitor')).toEqual(['start', 'title', 'author', 'genre', 'blurb'])
  })

  test('ranks by the weakest field that a term needs', async () => {
    await importBooks({
      c: { title: 'Whale Song', blurb: 'By Melville, somehow.' },
      b: { title: 'Whale Hunt', author: 'Herman Melville' },
      a: { title: 'Melville’s Whale' },
    })
    expect(await find('whale melville')).toEqual(['a', 'b', 'c'])
  })

  test('finds nothing by terms of which one matches nowhere', async () => {
    await importBooks({ a: { title: 'Whale Song' }, b: { title: 'Bird Song' } })
    expect(await find('whale song')).toEqual(['a'])
    expect(await find('song')).toHaveLength(2)
    expect(await find('whale qqqqqqqq')).toEqual([])
  })

  test('does not see case and accents, on either side', async () => {
    await importBooks({ a: { title: 'L’Étranger', author: 'Søren Łódź' }, b: { title: 'Straße' } })
    for (const query of [
      'letranger',
      'LÉTRANGER',
      "l'etranger",
      'L’ÉTRANGER',
      'soren',
      'SØREN',
      'lodz',
    ]) {
      expect(await find(query), query).toEqual(['a'])
    }
    expect(await find('strasse')).toEqual(['b'])
    expect(await find('STRAẞE')).toEqual(['b'])
  })

  test('matches the beginnings of words and no other part', async () => {
    await importBooks({ a: { title: 'Meditations' }, b: { title: 'Premeditation' } })
    for (const query of ['m', 'me', 'med', 'meditations'])
      expect(await find(query), query).toEqual(['a'])
    expect(await find('editations')).not.toEqual([])
    expect(await isMended('editations')).toBe(true)
    expect(await find('tat')).toEqual([])
  })

  test('is the plain list when it is empty', async () => {
    await importBooks({ b: { title: 'B' }, a: { title: 'A' } })
    expect(await find('')).toEqual(['a', 'b'])
    expect(await find('   ')).toEqual(['a', 'b'])
  })

  test('is put in the order asked for, unlocked books first', async () => {
    await importBooks({
      a: { title: 'Whale Z', publishedAt: '2026-01-01' },
      b: { title: 'A Whale', locked: true, publishedAt: '2026-01-03' },
      c: { title: 'Blue Whale', publishedAt: '2026-01-02' },
    })
    expect(await slugs({ search: 'whale', sort: 'title' }, 'full')).toEqual(['c', 'b', 'a'])
    expect(await slugs({ search: 'whale', sort: 'title' }, 'visitor')).toEqual(['c', 'a', 'b'])
    expect(await slugs({ search: 'whale', sort: 'newest' }, 'visitor')).toEqual(['c', 'a', 'b'])
    expect(await slugs({ search: 'whale', sort: 'author' }, 'full')).toEqual(['a', 'b', 'c'])
  })

  test('stays within the genre asked for', async () => {
    await importBooks({
      a: { title: 'Whale', genre: 'Fiction' },
      b: { title: 'Whale', genre: 'Self-Help' },
    })
    expect(await slugs({ search: 'whale', genre: 'self-help' })).toEqual(['b'])
    expect(await slugs({ search: 'wahle', genre: 'self-help' })).toEqual(['b'])
    expect(await slugs({ search: 'whale', genre: 'relationships' })).toEqual([])
  })

  test('never looks at a text, whoever asks', async () => {
    await importBooks({
      a: { text: `Hook\n\nXylophonist free.\n\n4. Zygomorphic\n\nQuokkaberry paid.` },
      b: { text: `${TEXT}\nQuokkaberry`, locked: true },
    })
    for (const access of ['visitor', 'free', 'full'] as const) {
      for (const query of [
        'xylophonist',
        'zygomorphic',
        'quokkaberry',
        'quokkabery',
        'xylophon',
        'untitled quokkaberry',
      ]) {
        expect(await find(query, access), query).toEqual([])
      }
    }
    const words = (await db().searchWord.findMany()).map((row) => row.word)
    expect(words.filter((word) => /xylo|zygo|quokka|paid/.test(word))).toEqual([])
  })

  test('finds what a changed book says now', async () => {
    await importBooks({ a: { title: 'Whale' } })
    await importBooks({ a: { title: 'Shark' } })
    expect(await find('whale')).toEqual([])
    expect(await find('shark')).toEqual(['a'])
  })

  test('does on any catalogue what the rules say', async () => {
    const vocabulary = [
      'ant',
      'antler',
      'bee',
      'beetle',
      'cat',
      'catalogue',
      'fiction',
      'self',
      'help',
      'of',
      'éa',
    ]
    const words = (min: number, max: number) =>
      fc
        .array(fc.constantFrom(...vocabulary), { minLength: min, maxLength: max })
        .map((list) => list.join(' '))
    const draft = fc.record({
      title: fc
        .tuple(fc.constantFrom('', 'The ', 'A '), words(1, 2))
        .map((parts) => parts.join('')),
      author: words(1, 1),
      blurb: words(1, 2),
      genre: fc.constantFrom('Fiction', 'Self-Help'),
      locked: fc.boolean(),
    })
    const query = fc
      .array(fc.tuple(fc.constantFrom(...vocabulary), fc.integer({ min: 1, max: 5 })), {
        minLength: 1,
        maxLength: 3,
      })
      .map((list) => list.map(([word, length]) => word.slice(0, length).toUpperCase()).join(' - '))

    const holds = (fields: string[], term: string) =>
      fields.some((field) => searchWords(field).some((word) => word.startsWith(term)))
    const bytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b))

    await fc.assert(
      fc.asyncProperty(
        fc.array(draft, { minLength: 1, maxLength: 45 }),
        fc.array(query, { minLength: 8, maxLength: 8 }),
        fc.boolean(),
        async (drafts, queries, full) => {
          await emptyCatalogue()
          await importBooks(byNumber(drafts))
          const rows = await db().book.findMany()
          for (const asked of queries) {
            const terms = searchWords(asked)
            const start = titleSortKey(asked)
            const tier = ({ title, author, genre, blurb }: (typeof rows)[number]) => {
              const fields = [title, author, genreLabel(genre), blurb]
              if (titleSortKey(title).startsWith(start)) return 0
              return (
                1 +
                [1, 2, 3, 4].findIndex((n) =>
                  terms.every((term) => holds(fields.slice(0, n), term)),
                )
              )
            }
            const expected = rows
              .filter(({ title, author, genre, blurb }) =>
                terms.every((term) => holds([title, author, genreLabel(genre), blurb], term)),
              )
              .toSorted(
                (a, b) =>
                  tier(a) - tier(b) ||
                  (full ? 0 : Number(a.locked) - Number(b.locked)) ||
                  bytes(titleSortKey(a.title), titleSortKey(b.title)) ||
                  a.id - b.id,
              )
            if (expected.length === 0) continue
            expect(await find(asked, full ? 'full' : 'visitor'), asked).toEqual(
              expected.map((row) => row.slug),
            )
          }
        },
      ),
      { numRuns: 12 },
    )
  })

  test('finds a title of any script by each of its words', async () => {
    const ranges = [
      [0x61, 0x7a],
      [0xc0, 0x17f],
      [0x391, 0x3c9],
      [0x410, 0x44f],
      [0x531, 0x556],
      [0x5d0, 0x5ea],
      [0x621, 0x64a],
      [0x905, 0x939],
      [0xd05, 0xd39],
      [0xe01, 0xe2e],
      [0x10d0, 0x10f0],
      [0x1200, 0x1248],
      [0x3041, 0x3096],
      [0x30a1, 0x30fa],
      [0x4e00, 0x4e80],
      [0xac00, 0xac80],
      [0x30, 0x39],
      [0x20, 0x20],
    ] as const
    const letter = fc.oneof(
      ...ranges.map(([min, max]) =>
        fc.integer({ min, max }).map((code) => String.fromCodePoint(code)),
      ),
    )
    const titles = fc.sample(
      fc
        .string({ unit: letter, minLength: 3, maxLength: 25 })
        .filter((title) => searchWords(title).length > 0),
      { numRuns: 100, seed: 4 },
    )
    const known = [
      'Война и мир',
      '孫子兵法',
      'الأيام',
      'Ἠθικὰ Νικομάχεια',
      'दि गोदान',
      'ഖസാക്കിന്റെ',
      '채식주의자',
      '1Q84',
      '3e5 0x1f',
      'x1 2y',
      '𝕬𝖇 Ⅷ ①',
    ]
    const all = [...known, ...titles]
    await importBooks(byNumber(all.map((title) => ({ title }))))
    for (const [i, title] of all.entries()) {
      for (const word of searchWords(title)) {
        expect(await find(word), `${word} of ${title}`).toContain(`b-${String(i).padStart(3, '0')}`)
      }
    }
  })
})

describe('typing errors', () => {
  test('do not hide Atomic Habits', async () => {
    await importBooks({
      a: { title: 'Atomic Habits', author: 'James Clear' },
      b: { title: 'Other' },
    })
    for (const query of [
      'atomc habbits',
      'atomic habbits',
      'atomc',
      'ATOMC HABBITS',
      'atmoic',
      'hbaits claer',
      'tomic habits',
    ]) {
      expect(await find(query), query).toEqual(['a'])
      expect(await isMended(query), query).toBe(true)
    }
    expect(await isMended('atomic habits')).toBe(false)
  })

  test('are allowed for only when nothing matches exactly', async () => {
    await importBooks({ a: { title: 'Walden' }, b: { title: 'Walder' }, c: { title: 'Wald' } })
    expect(await find('walden')).toEqual(['a'])
    expect(await find('wald')).toEqual(['c', 'a', 'b'])
    expect(await find('walde')).toEqual(['a', 'b'])
  })

  test('are not corrected in words of three letters', async () => {
    await importBooks({ a: { title: 'Art of War' } })
    expect(await find('wxr')).toEqual([])
    expect(await find('arz')).toEqual([])
    expect(await isMended('wxr')).toBe(false)
  })

  test('are one or two, not three', async () => {
    await importBooks({ a: { title: 'Meditations' } })
    expect(await find('meditxtions')).toEqual(['a'])
    expect(await find('mxditxtions')).toEqual(['a'])
    expect(await find('mxdxtxtions')).toEqual([])
  })

  test('lead to the nearest words', async () => {
    await importBooks({ a: { title: 'Stoner' }, b: { title: 'Stones' }, c: { title: 'Tone' } })
    expect((await find('stonet')).toSorted()).toEqual(['a', 'b'])
  })

  test('are corrected in one term while another is right', async () => {
    await importBooks({
      a: { title: 'Walden', author: 'Henry Thoreau' },
      b: { title: 'Walden', author: 'Other' },
    })
    expect(await find('walden theroau')).toEqual(['a'])
    expect(await find('walden t')).toEqual(['a'])
  })

  test('are not told of where nothing comes close', async () => {
    await importBooks({ a: { title: 'Walden' }, b: { title: 'Meditations' } })
    expect(await isMended('waldn')).toBe(true)
    expect(await isMended('waldn meditatons')).toBe(false)
  })

  test('are corrected to words that are still there', async () => {
    await importBooks({ a: { title: 'Atomc Habits' } })
    await importBooks({ a: { title: 'Atomic Habits' } })
    // One letter from what the title was, two from what it is.
    expect(await find('atmc')).toEqual(['a'])
  })

  test('in any word of the catalogue still find its book', async () => {
    const titles = [
      'Atomic Habits',
      'Meditations',
      'Walden',
      'Frankenstein',
      'Republic',
      'Don Quixote',
      'Leviathan',
      'Ulysses',
      'Middlemarch',
      'Beowulf',
      'Zarathustra',
      'Emma',
    ]
    await importBooks(byNumber(titles.map((title) => ({ title }))))
    const vocabulary = (await db().searchWord.findMany()).map((row) => row.word)
    const edit = fc.tuple(
      fc.nat(),
      fc.constantFrom('insert', 'drop', 'change', 'swap'),
      fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz'),
    )
    const mistype = (word: string, [at, kind, letter]: [number, string, string]) => {
      const i = at % word.length
      if (kind === 'insert') return word.slice(0, i) + letter + word.slice(i)
      if (kind === 'drop') return word.slice(0, i) + word.slice(i + 1)
      if (kind === 'change') return word.slice(0, i) + letter + word.slice(i + 1)
      return (
        word.slice(0, i) +
        word
          .slice(i, i + 2)
          .split('')
          .toReversed()
          .join('') +
        word.slice(i + 2)
      )
    }
    let tried = 0
    await fc.assert(
      fc.asyncProperty(
        fc.nat(titles.length - 1),
        fc.nat(),
        fc.array(edit, { minLength: 1, maxLength: 2 }),
        async (book, pick, edits) => {
          const long = searchWords(titles[book]!).filter((word) => word.length >= 4)
          const word = long[pick % long.length]!
          const typed = edits.reduce(mistype, word)
          const errors = editDistance(typed, word, 2)
          fc.pre(typed.length >= 4 && errors <= 2)
          fc.pre(!vocabulary.some((known) => known.startsWith(typed)))
          fc.pre(
            !vocabulary.some((known) => known !== word && editDistance(typed, known, 2) < errors),
          )
          tried++
          expect(await find(typed), `${typed} for ${word}`).toContain(
            `b-${String(book).padStart(3, '0')}`,
          )
        },
      ),
      { numRuns: 200 },
    )
    expect(tried).toBeGreaterThanOrEqual(200)
  })

  test('in forty words at once are no burden', async () => {
    const letters = [...'abcdefghijkl']
    const groups = Array.from(
      { length: 40 },
      (_, i) => `q${letters[Math.floor(i / 12)]}${letters[i % 12]}`,
    )
    const titles = groups.map((group) => letters.map((letter) => group + letter).join(' '))
    const ofEach = groups.map((group) => `${group}a`).join(' ')
    await importBooks(byNumber([...titles, ofEach].map((title) => ({ title }))))
    const query = groups.map((group) => `${group}z`).join(' ')
    expect(query.length).toBeLessThanOrEqual(200)
    expect(await find(query)).toHaveLength(1)
    expect(await isMended(query)).toBe(true)
  })
})

describe('a hostile search', () => {
  const hostile = [
    '"',
    '""',
    '"whale',
    'whale"',
    "'",
    "' OR 1=1 --",
    '\'; DROP TABLE "Book"; --',
    '%',
    '_',
    '%whale%',
    'wh_le',
    '*',
    'wha*',
    '**',
    'AND',
    'OR',
    'NOT',
    'whale AND',
    'AND OR NOT',
    'whale OR shark',
    'NOT whale',
    'NEAR(whale shark, 2)',
    'NEAR',
    '^whale',
    'whale^2',
    'title: whale',
    'titleWords:whale',
    '{titleWords} : whale',
    '-whale',
    '+whale',
    '- - -',
    ':',
    ':*',
    'whale:*',
    'whale:A',
    '!whale',
    'whale & shark',
    'whale | shark',
    '<->',
    'whale <-> shark',
    '(whale',
    'whale)',
    '()',
    '\\',
    '\\\\',
    'whale\\',
    '$1',
    '?',
    '?1',
    ':name',
    '@x',
    '#',
    '/*',
    '--',
    ';',
    '\0',
    'whale\0',
    'wh\0ale',
    '\u0000\u0001\u001f',
    '😀',
    'whale 😀',
    '\u202eelahw',
    'حوت',
    '\ufeff',
    '\ud800',
    'whale\udc00',
    '\u200b',
    'a'.repeat(200),
    'whale '.repeat(33),
    'a b c d e f g h i j k l m n o p q r s t u v w x y z 0 1 2 3 4 5 6 7 8 9'.padEnd(200, ' x'),
    '"'.repeat(200),
    '('.repeat(200),
    '㍿'.repeat(200),
    'ﷺ'.repeat(200),
    '😀'.repeat(100),
    'e' + '\u0301'.repeat(199),
    'null',
    'undefined',
    'true',
    '0',
    '-1',
    '1e999',
    'NaN',
  ]

  beforeEach(async () => {
    await importBooks({
      a: {
        title: 'Whale & Shark',
        blurb: 'And or not near the sea.',
        text: 'Hook\n\nSentinelium.\n\n4. Sentinelium\n\nx',
      },
      b: {
        title: 'Bird',
        author: 'Some',
        blurb: 'Sings.',
        text: 'Hook\n\nSentinelium.\n\n4. Sentinelium\n\nx',
        locked: true,
      },
    })
  })

  test.each(hostile)('%j neither fails nor opens a text', async (query) => {
    for (const access of ['visitor', 'full'] as const) {
      const list = await listBooks(access, { ...QUERY, search: query })
      expect(list.books.length).toBe(Math.min(list.total, 20))
      expect(JSON.stringify(list)).not.toContain('Sentinelium')
      expect(await find(`${query.slice(0, 180)} sentinelium`, access)).toEqual([])
    }
  })

  test('takes operators for words', async () => {
    expect(await find('near')).toEqual(['a'])
    expect(await find('whale AND shark')).toEqual(['a'])
    expect(await find('bird OR whale')).toEqual([])
    expect(await find('NOT bird')).toEqual([])
    expect(await find('-bird')).toEqual(['b'])
    expect(await find('"shark whale"')).toEqual(['a'])
    expect(await find('%')).toEqual([])
    expect(await find('wh_le')).toEqual([])
  })

  test('of any kind neither fails nor opens a text', async () => {
    const piece = fc.constantFrom(
      'whale',
      'bird',
      'AND',
      'OR',
      'NEAR(',
      ')',
      '"',
      "'",
      '*',
      ':',
      '^',
      '{',
      '}',
      '-',
      '+',
      ' ',
      '\\',
      '&',
      '|',
      '!',
      '<2>',
      '%',
      '\0',
    )
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 200 }),
      fc.array(piece).map((parts) => parts.join('').slice(0, 200)),
    )
    await fc.assert(
      fc.asyncProperty(text, async (query) => {
        const list = await listBooks('visitor', { ...QUERY, search: query })
        expect(list.total).toBeLessThanOrEqual(2)
      }),
      { numRuns: 300 },
    )
  })
})
