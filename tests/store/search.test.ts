import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { genreLabel } from '#app/catalogue/rules/genres.ts'
import type { Access } from '#app/catalogue/rules/access.ts'
import { searchWords, titleSortKey } from '#app/catalogue/rules/search.ts'
import { excerptsOf, listBooks } from '#app/catalogue/service/list-books.server.ts'
import { suggestForSearch } from '#app/catalogue/service/search-suggestions.server.ts'
import { searchBooks } from '#app/catalogue/store/search.server.ts'
import { indexSomeTexts } from '#app/catalogue/store/index-texts.server.ts'
import { db } from '#app/platform/database.server.ts'
import { statements } from './statements.ts'
import { emptyCatalogue, importBooks, numbered, QUERY, slugs, TEXT } from './books.ts'

beforeEach(emptyCatalogue)

const find = (search: string, access: Access = 'full') => slugs({ search }, access)
const isCorrected = async (search: string) =>
  (await listBooks('full', { ...QUERY, search })).corrected

describe('search', () => {
  test('finds the topics of books, ranked like genres', async () => {
    await importBooks({
      blurb: { title: 'Aa', blurb: 'Against procrastination.' },
      topic: { title: 'Bb', topics: ['habits', 'procrastination'] },
      author: { title: 'Cc', author: 'Procrastination Jones' },
      other: { title: 'Dd', topics: ['nature'] },
    })
    expect(await find('procrastination')).toEqual(['author', 'topic', 'blurb'])
    expect(await find('procrasination')).toEqual(['author', 'topic'])
    await importBooks({ topic: { title: 'Bb', topics: ['nature'] } })
    expect(await find('procrastination')).toEqual(['author', 'blurb'])
  })

  test('suggests titles, authors, and topics while somebody types', async () => {
    await importBooks({
      a: { title: 'Living Long', author: 'Luigi', topics: ['habits'] },
      b: { title: 'Walden', author: 'Livia', topics: ['simple-living'], locked: true },
      c: { title: 'Living Hidden', author: 'Livius', topics: ['race'], withdrawn: true },
      d: { title: 'Dd', blurb: 'Living.', text: 'Hook\n\nLiving.\n\n4. Living\n\nx' },
    })
    const labels = async (search: string) =>
      (await suggestForSearch(search)).map(({ kind, label }) => `${kind} ${label}`)
    expect(await labels('li')).toEqual(['Book Living Long', 'Author Livia', 'Topic Simple Living'])
    expect(await labels('waldn')).toEqual(['Book Walden'])
    expect(await labels('race')).toEqual([])
    expect(await labels('"')).toEqual([])
    expect((await suggestForSearch('simple'))[0]!.href).toBe('/browse/topics/simple-living')
    expect((await suggestForSearch('livia'))[0]!.href).toBe('/browse/books?search=Livia')
  })

  test('remembers suggestions until the catalogue changes', async () => {
    await importBooks({ a: { title: 'Walden' } })
    const books = async (search: string) =>
      (await suggestForSearch(search)).map(({ label }) => label)
    expect(await books('Wald')).toEqual(['Walden'])
    expect(await statements(() => books('wáld '))).toEqual([])
    await importBooks({ b: { title: 'Walden Two' } })
    expect(await books('wald')).toEqual(['Walden', 'Walden Two'])
  })

  test('in a genre is not misled by topics', async () => {
    await importBooks({
      a: { genre: 'Fiction', topics: ['work'] },
      b: { genre: 'Career & Business', topics: ['work'] },
    })
    expect(await slugs({ search: 'work', genre: 'fiction' })).toEqual(['a'])
  })

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

  test('needs a match for every term', async () => {
    await importBooks({ a: { title: 'Whale Song' }, b: { title: 'Bird Song' } })
    expect(await find('whale song')).toEqual(['a'])
    expect(await find('song')).toHaveLength(2)
    expect(await find('whale qqqqqqqq')).toEqual([])
  })

  test('ignores case and accents in books and queries', async () => {
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

  test('matches only the beginnings of words', async () => {
    await importBooks({ a: { title: 'Meditations' }, b: { title: 'Premeditation' } })
    for (const query of ['m', 'me', 'med', 'meditations'])
      expect(await find(query), query).toEqual(['a'])
    expect(await find('editations')).not.toEqual([])
    expect(await isCorrected('editations')).toBe(true)
    expect(await find('tat')).toEqual([])
  })

  test('returns the whole list for an empty query', async () => {
    await importBooks({ b: { title: 'B' }, a: { title: 'A' } })
    expect(await find('')).toEqual(['a', 'b'])
    expect(await find('   ')).toEqual(['a', 'b'])
  })

  test('can be sorted, with unlocked books first', async () => {
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

  test('can be limited to a genre', async () => {
    await importBooks({
      a: { title: 'Whale', genre: 'Fiction' },
      b: { title: 'Whale', genre: 'Self-Help' },
    })
    expect(await slugs({ search: 'whale', genre: 'self-help' })).toEqual(['b'])
    expect(await slugs({ search: 'wahle', genre: 'self-help' })).toEqual(['b'])
    expect(await slugs({ search: 'whale', genre: 'relationships' })).toEqual([])
  })

  test('finds words of the free text for everyone, and of the whole text for full access', async () => {
    await importBooks({
      a: { text: `Hook\n\nXylophonist free.\n\n4. Zygomorphic\n\nQuokkaberry paid.` },
      b: { title: 'Other', text: `${TEXT}\nQuokkaberries`, locked: true },
    })
    for (const access of ['visitor', 'free'] as const) {
      expect(await find('xylophonists', access)).toEqual(['a'])
      for (const query of ['zygomorphic', 'quokkaberry', 'quokkabery', 'untitled quokkaberry']) {
        expect(await find(query, access), query).toEqual([])
      }
    }
    expect(await find('zygomorphic')).toEqual(['a'])
    expect(await find('Quokkaberry')).toEqual(['b', 'a'])
    expect(await find('untitled quokkaberry')).toEqual(['a'])
    // Typos are not corrected to words of texts, which would reveal them.
    const words = (await db().searchWord.findMany()).map((row) => row.word)
    expect(words.filter((word) => /xylo|zygo|quokka|paid/.test(word))).toEqual([])
  })

  test('without full access does not depend on locked sentences', async () => {
    const texts = (paid: string) => ({
      a: { title: 'Quokka', text: `Hook\n\nAbout whales.\n\n4. Idea\n\n${paid}` },
      b: { title: 'Bb', text: `Hook\n\nA quokka and whales.\n\n4. Idea\n\n${paid}` },
      c: { title: 'Cc', text: `Hook\n\n${paid} whales\n\n4. Idea\n\n${paid}`, locked: true },
      ...numbered(20, (i) => ({ title: `Filler ${i}`, text: `Hook\n\nx\n\n4. ${paid}` })),
    })
    const searches = ['quokka', 'whales', 'quokka whales', 'secret', 'filler secret', 'quoka']
    const found = async () => {
      const lists = []
      for (const access of ['visitor', 'free'] as const) {
        for (const search of searches) {
          const list = await listBooks(access, { ...QUERY, search })
          const excerpts = [...(await excerptsOf(access, list, search)).values()]
          const { total, corrected } = list
          lists.push({ slugs: list.books.map(({ slug }) => slug), total, corrected, excerpts })
        }
      }
      return lists
    }
    await importBooks(texts('Nothing.'))
    const before = await found()
    expect(before[0]!.slugs).toEqual(['a', 'b'])
    await importBooks(texts('The secret quokka met whales.'))
    expect(await found()).toEqual(before)
  })

  test('ranks texts last, and shows the sentence', async () => {
    const text = 'Hook\n\nFirst. The <b>habits</b> of otters & “bees”. Last.\n\n4. Paid\n\nHabit.'
    await importBooks({
      d: { title: 'Dd', text },
      c: { title: 'Cc', blurb: 'On habit.', text },
      b: { title: 'Bb', topics: ['habits'], text },
      a: { title: 'Habit', text },
      e: { title: 'Ee', text: 'Hook\n\nx\n\n4. A habit in the paid part' },
    })
    expect(await find('habit', 'visitor')).toEqual(['a', 'b', 'c', 'd'])
    expect(await find('habit')).toEqual(['a', 'b', 'c', 'd', 'e'])
    expect(await slugs({ search: 'habit', sort: 'author' })).toEqual(['a', 'b', 'c', 'd', 'e'])
    const list = await listBooks('visitor', { ...QUERY, search: 'habit' })
    expect([...(await excerptsOf('visitor', list, 'habit'))]).toEqual([
      [
        list.books[3]!.id,
        [
          { text: 'The <b>', found: false },
          { text: 'habits', found: true },
          { text: '</b> of otters & “bees”.', found: false },
        ],
      ],
    ])
  })

  test('for a title lists no texts that only contain its words', async () => {
    const text = 'Hook\n\nThe art of making war.\n\n4. Paid\n\nPaid.'
    await importBooks({ a: { title: 'The Art of War' }, b: { title: 'Bb', text } })
    expect(await find('the art of war')).toEqual(['a'])
    expect(await find('art wa')).toEqual(['a'])
    expect(await find('war art')).toEqual(['a', 'b'])
  })

  test('leaves out texts when the words are in too many of them and elsewhere', async () => {
    const text = 'Hook\n\nPeople.\n\n4. Paid\n\nPaid.'
    await importBooks(numbered(11, (i) => ({ title: `B ${i}`, text })))
    expect(await find('people')).toHaveLength(11)
    await importBooks({ 'b-000': { title: 'People', text } })
    expect(await find('people')).toEqual(['b-000'])
    await importBooks({ 'b-001': { title: 'B', text: TEXT } })
    expect(await find('people')).toHaveLength(10)
  })

  test('counts and pages hits in texts like the others', async () => {
    const text = 'Hook\n\nOtters.\n\n4. Paid\n\nPaid.'
    const others = numbered(130, (i) => ({
      title: `${i < 15 ? 'Otter' : 'B'} ${i}`,
      text: i < 40 ? text : TEXT,
    }))
    await importBooks({ ...others, gone: { title: 'Gone', text, withdrawn: true } })
    const all = Object.keys(others).slice(0, 40)
    for (const sort of [null, 'title', 'newest'] as const) {
      const found = await slugs({ search: 'otters', sort })
      expect(found.toSorted(), String(sort)).toEqual(all)
      expect((await slugs({ search: 'otter', sort })).toSorted()).toEqual(all)
    }
    expect((await listBooks('full', { ...QUERY, search: 'otter', page: 2 })).total).toBe(40)
    expect(await slugs({ search: 'otter', genre: 'self-help' })).toEqual([])
    // A list that has grown is one search, and each of its hits in texts has an excerpt.
    const shown = async (search: string, page: number) => {
      const list = await listBooks('full', { ...QUERY, search, page, from: 1 })
      const excerpts = await excerptsOf('full', list, search)
      return { slugs: list.books.map(({ slug }) => slug), excerpts: excerpts.size, from: list.from }
    }
    expect(await shown('otter', 3)).toEqual({
      slugs: await slugs({ search: 'otter' }),
      excerpts: 25,
      from: 1,
    })
    expect(await shown('otters', 2)).toEqual({
      slugs: await slugs({ search: 'otters' }),
      excerpts: 40,
      from: 1,
    })
    // The version of the catalogue is read twice a second.
    const asked = async (page: number) =>
      (await statements(() => shown('otters', page))).filter((sql) => !/CatalogueVersion/.test(sql))
    expect(await asked(2)).toHaveLength((await asked(1)).length)
  })

  test('finds the same in the same order when there are too many hits to sort', async () => {
    await importBooks({
      ...numbered(45, (i) => ({
        title: ['The Whale', 'Whale Song', 'Song of a Whale', 'Sea', 'Whaling', 'Aa'][i % 6]!,
        author: i % 5 === 0 ? 'Whaley' : 'Nobody',
        topics: i % 7 === 0 ? ['work'] : [],
        blurb: i % 3 === 0 ? 'The whale at work.' : 'A song of the sea.',
        genre: i % 4 === 0 ? 'Fiction' : 'Self-Help',
        locked: i % 2 === 0,
        publishedAt: `2026-01-${10 + (i % 9)}`,
      })),
      gone: { title: 'Whale', withdrawn: true },
    })
    const hidden = new Set(
      (await db().book.findMany({ where: { slug: 'gone' } })).map(({ id }) => id),
    )
    for (const search of ['whale', 'the whale', 'song w', 'wo', 'sea', 'the', 'nothing']) {
      for (const fields of ['names', 'all'] as const) {
        for (const genre of [null, 'self-help'] as const) {
          for (const unlockedFirst of [true, false]) {
            for (const sort of [null, 'newest'] as const) {
              for (const part of [
                { skip: 0, take: 20 },
                { skip: 7, take: 9 },
              ]) {
                const terms = searchWords(search).map((word) => [word])
                const titlePrefix = titleSortKey(search)
                const text = { terms: [], extent: 'free' as const, most: 0 }
                const query = { terms, fields, titlePrefix, genre, unlockedFirst, sort, text }
                const asked = { ...query, ...part, among: null, hidden, version: -2 }
                const sorted = await searchBooks({ ...asked, maxSorted: 1000 })
                const whole = await searchBooks({ ...asked, skip: 0, take: 1000, maxSorted: 1000 })
                expect(sorted.total).toBe(whole.ids.length)
                for (const maxSorted of [0, 3, 12]) {
                  expect(await searchBooks({ ...asked, maxSorted })).toEqual(sorted)
                }
              }
            }
          }
        }
      }
    }
  })

  test('follows when a book is unlocked, changed, or indexed later', async () => {
    const text = 'Hook\n\nOtters.\n\n4. Paid\n\nPaid.'
    await importBooks({ a: { text, locked: true } })
    expect(await find('otters', 'visitor')).toEqual([])
    await importBooks({ a: { text } })
    expect(await find('otters', 'visitor')).toEqual(['a'])
    await importBooks({ a: { text: text.replace('Otters', 'Bees') } })
    expect(await find('otters')).toEqual([])
    await db().bookWords.deleteMany()
    expect(await find('bees')).toEqual([])
    const { id } = await db().book.findFirstOrThrow()
    expect(await indexSomeTexts(id - 1)).toBeGreaterThan(id)
    expect(await indexSomeTexts(id)).toBe(null)
    expect(await find('bees', 'visitor')).toEqual(['a'])
    await db().book.deleteMany()
    expect(await find('bees')).toEqual([])
  })

  test('finds the new words of a changed book, not the old ones', async () => {
    await importBooks({ a: { title: 'Whale' } })
    await importBooks({ a: { title: 'Shark' } })
    expect(await find('whale')).toEqual([])
    expect(await find('shark')).toEqual(['a'])
  })

  test('returns what the rules require on random catalogues', async () => {
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

    const matches = (fields: string[], term: string) =>
      fields.some((field) => searchWords(field).some((word) => word.startsWith(term)))
    const bytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b))

    await fc.assert(
      fc.asyncProperty(
        fc.array(draft, { minLength: 1, maxLength: 45 }),
        fc.array(query, { minLength: 8, maxLength: 8 }),
        fc.boolean(),
        async (drafts, queries, full) => {
          await emptyCatalogue()
          await importBooks(numbered(drafts.length, (i) => drafts[i]!))
          const rows = await db().book.findMany()
          for (const asked of queries) {
            const terms = searchWords(asked)
            const prefix = titleSortKey(asked)
            const rank = ({ title, author, genre, blurb }: (typeof rows)[number]) => {
              const fields = [title, author, genreLabel(genre), blurb]
              if (titleSortKey(title).startsWith(prefix)) return 0
              return (
                1 +
                [1, 2, 3, 4].findIndex((n) =>
                  terms.every((term) => matches(fields.slice(0, n), term)),
                )
              )
            }
            const expected = rows
              .filter(({ title, author, genre, blurb }) =>
                terms.every((term) => matches([title, author, genreLabel(genre), blurb], term)),
              )
              .toSorted(
                (a, b) =>
                  rank(a) - rank(b) ||
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

  test('finds titles in any script by each word', async () => {
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
    await importBooks(numbered(all.length, (i) => ({ title: all[i]! })))
    for (const [i, title] of all.entries()) {
      for (const word of searchWords(title)) {
        expect(await find(word), `${word} of ${title}`).toContain(`b-${String(i).padStart(3, '0')}`)
      }
    }
  })
})
