import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Access } from '#app/catalogue/rules/access.ts'
import { searchWords } from '#app/catalogue/rules/search.ts'
import { listBooks } from '#app/catalogue/service/list-books.server.ts'
import { reasonsOf } from '#app/catalogue/service/reasons.server.ts'
import { suggestForSearch } from '#app/catalogue/service/search-suggestions.server.ts'
import { indexSomeTexts } from '#app/catalogue/store/index-texts.server.ts'
import { db } from '#app/platform/database.server.ts'
import { forgetCatalogueVersion } from '#app/catalogue/service/version.server.ts'
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
    expect(await find('procrasination')).toEqual(['author', 'topic', 'blurb'])
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
    expect(await labels('li')).toEqual([
      'Book Living Long',
      'Author Livia',
      'Topic Simple Living',
      'Ask Ask the library: li',
    ])
    expect(await labels('waldn')).toEqual(['Book Walden', 'Ask Ask the library: waldn'])
    expect(await labels('race')).toEqual(['Ask Ask the library: race'])
    expect(await labels('"')).toEqual([])
    const hrefs = (await suggestForSearch('simple')).map(({ href }) => href)
    expect(hrefs).toContain('/browse/topics/simple-living')
    expect((await suggestForSearch('livia')).map(({ href }) => href)).toContain(
      '/browse/books?search=Livia',
    )
  })

  test('remembers suggestions until the catalogue changes', async () => {
    await importBooks({ a: { title: 'Walden' } })
    const books = async (search: string) =>
      (await suggestForSearch(search)).flatMap(({ kind, label }) =>
        kind === 'Book' ? [label] : [],
      )
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

  test('ranks title over author over blurb over genre', async () => {
    await importBooks({
      blurb: { title: 'Aa', blurb: 'The science of whales.' },
      genre: { title: 'Bb', genre: 'Science & Technology' },
      author: { title: 'Cc', author: 'Scienceworth Jones' },
      title: { title: 'Dd of Science' },
      start: { title: 'The Science of Dd' },
    })
    expect(await find('science')).toEqual(['start', 'title', 'author', 'blurb', 'genre'])
    expect(await find('SCIENCE', 'visitor')).toEqual(['start', 'title', 'author', 'blurb', 'genre'])
  })

  test('ranks by the weakest field that a term needs', async () => {
    await importBooks({
      c: { title: 'Whale Song', blurb: 'By Melville, somehow.' },
      b: { title: 'Whale Hunt', author: 'Herman Melville' },
      a: { title: 'Melville’s Whale' },
    })
    expect(await find('whale melville')).toEqual(['a', 'b', 'c'])
  })

  test('ranks what matches more words first, and needs enough of them', async () => {
    await importBooks({ a: { title: 'Whale Song' }, b: { title: 'Bird Song' } })
    expect(await find('whale song')).toEqual(['a', 'b'])
    expect(await find('song')).toHaveLength(2)
    expect(await find('whale qqqqqqqq xxxxxxxx zzzzzzzz')).toEqual([])
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
      for (const query of ['zygomorphic', 'quokkaberry', 'quokkabery']) {
        expect(await find(query, access), query).toEqual([])
      }
    }
    expect(await find('zygomorphic')).toEqual(['a'])
    expect(await find('Quokkaberry')).toEqual(['b', 'a'])
    // Typos are not corrected to words of texts, which would reveal them.
    const terms = (await db().searchTerm.findMany()).map(({ term }) => term)
    expect(terms.filter((term) => /^w:(?:xylo|zygo|quokka|paid)/.test(term))).toEqual([])
  })

  test('needs not every word, drops how somebody asks, and knows words that mean the same', async () => {
    await importBooks({
      time: { title: 'Aa', answers: [{ question: 'How do I stop wasting my time?', idea: 1 }] },
      work: { title: 'Bb', topics: ['work'], locked: true },
      other: { title: 'Cc', blurb: 'A book about the best way to get started.' },
    })
    expect(await find('How do I stop wasting time?', 'visitor')).toEqual(['time'])
    expect(await find('book about work', 'visitor')).toEqual(['work'])
    expect(await find('what is the best way to procrastinate', 'visitor')).toEqual(['time'])
    expect((await find('productivity', 'visitor')).toSorted()).toEqual(['time', 'work'])
    expect(await find('work zzzz yyyy xxxx wwww', 'visitor')).toEqual([])
  })

  test('puts rare words and better places first', async () => {
    await importBooks({
      ...numbered(20, (i) => ({ title: `Filler ${i}`, blurb: 'On money and people.' })),
      rare: { title: 'Zz', blurb: 'On money and otters.' },
      topic: { title: 'Yy', topics: ['slavery'] },
      question: { title: 'Xx', answers: [{ question: 'What was slavery like?', idea: 1 }] },
      text: { title: 'Ww', text: 'Hook\n\nSlavery.\n\n4. Paid\n\nPaid.' },
    })
    expect((await find('money otters', 'visitor'))[0]).toBe('rare')
    expect(await find('slavery', 'visitor')).toEqual(['topic', 'question', 'text'])
  })

  test('finds a title that is written as one word', async () => {
    await importBooks({ a: { title: 'Moby-Dick' }, b: { title: 'Emma' } })
    expect(await find('mobydick')).toEqual(['a'])
    expect(await find('mobydik')).toEqual(['a'])
  })

  test('offers what comes closest when nothing is good enough', async () => {
    await importBooks({
      whale: { title: 'Aa', blurb: 'About whales.', locked: true },
      other: { title: 'Bb' },
    })
    const search = async (text: string) => {
      const { books, total, closest } = await listBooks('visitor', { ...QUERY, search: text })
      return {
        found: books.map(({ slug }) => slug),
        total,
        closest: closest.map(({ slug }) => slug),
      }
    }
    expect(await search('whale')).toEqual({ found: ['whale'], total: 1, closest: [] })
    const none = { found: [], total: 0 }
    expect(await search('whale qqqqq xxxxx')).toEqual({ ...none, closest: ['whale'] })
    expect(await search('qqqqq')).toEqual({ ...none, closest: [] })
  })

  test('says why each book is found, from what the reader may read', async () => {
    const text =
      'Hook\n\nFirst. The <b>habits</b> of otters & “bees”. Last.\n\n4. Paid\n\nA beaver.'
    await importBooks({
      question: { title: 'Aa', answers: [{ question: 'Do otters dream?', idea: 5 }], locked: true },
      topic: { title: 'Bb', topics: ['habits'] },
      text: { title: 'Cc', text },
      locked: { title: 'Dd', text, locked: true },
    })
    const reasons = async (search: string, access: Access) => {
      const list = await listBooks(access, { ...QUERY, search })
      const found = await reasonsOf(access, list)
      return Object.fromEntries(
        list.books.map(({ id, slug }) => [
          slug,
          found
            .get(id)
            ?.map((part) => (part.found ? `[${part.text}]` : part.text))
            .join(''),
        ]),
      )
    }
    expect(await reasons('otter', 'visitor')).toEqual({
      question: 'Do [otters] dream?',
      text: 'The <b>habits</b> of [otters] & “bees”.',
    })
    expect(await reasons('habit', 'visitor')).toMatchObject({ topic: '[Habits]' })
    expect(await reasons('beaver', 'visitor')).toEqual({})
    expect(await reasons('beaver', 'full')).toEqual({ text: 'A [beaver].', locked: 'A [beaver].' })
  })

  test('without full access does not depend on what is behind a cut', async () => {
    const answers = [
      { question: 'Why do whales sing?', idea: 4 },
      { question: 'Who is free?', idea: 1 },
    ]
    const texts = (paid: string) => ({
      a: { title: 'Quokka', text: `Hook\n\nAbout whales.\n\n4. Idea\n\n${paid}` },
      b: { title: 'Bb', text: `Hook\n\nA quokka and whales.\n\n4. Idea\n\n${paid}`, answers },
      c: {
        title: 'Cc',
        text: `Hook\n\n${paid} whales\n\n4. Idea\n\n${paid}`,
        locked: true,
        answers,
      },
      ...numbered(20, (i) => ({ title: `Filler ${i}`, text: `Hook\n\nx\n\n4. ${paid}` })),
    })
    const searches = [
      ...['quokka', 'whales', 'quokka whales', 'secret', 'filler secret', 'quoka', 'sing free'],
      ...['whale secret met', 'secrt', 'why do whales meet', 'nothing', 'filler whales nothing'],
    ]
    const found = async () => {
      const lists = []
      for (const access of ['visitor', 'free'] as const) {
        for (const search of searches) {
          const list = await listBooks(access, { ...QUERY, search })
          const reasons = [...(await reasonsOf(access, list)).values()]
          const { total, corrected, closest } = list
          const slugsOf = (books: { slug: string }[]) => books.map(({ slug }) => slug)
          const [slugs, close] = [slugsOf(list.books), slugsOf(closest)]
          const suggestions = await suggestForSearch(search)
          lists.push({ slugs, total, corrected, close, reasons, suggestions })
        }
      }
      return lists
    }
    await importBooks(texts('Nothing.'))
    const before = await found()
    expect(before[0]!.slugs).toEqual(['a', 'b'])
    await importBooks(texts('The secret quokka met whales, and more whales.'))
    expect(await found()).toEqual(before)
  })

  test('counts and pages what it finds, in each order', async () => {
    const others = numbered(130, (i) => ({
      title: `B ${i}`,
      blurb: i < 45 ? 'Otters.' : 'Bees.',
      publishedAt: `2026-01-${10 + (i % 9)}`,
    }))
    await importBooks({ ...others, gone: { title: 'Gone', blurb: 'Otters.', withdrawn: true } })
    const all = Object.keys(others).slice(0, 45)
    for (const sort of [null, 'title', 'newest'] as const) {
      const found = await slugs({ search: 'otters', sort })
      expect(found.toSorted(), String(sort)).toEqual(all)
    }
    const list = await listBooks('full', { ...QUERY, search: 'otter', page: 2 })
    expect(list).toMatchObject({ total: 45, hasMore: true, page: 2 })
    expect(await slugs({ search: 'otter', genre: 'self-help' })).toEqual([])
    const grown = await listBooks('full', { ...QUERY, search: 'otter', page: 3, from: 1 })
    expect(grown.books.map(({ slug }) => slug)).toEqual(await slugs({ search: 'otter' }))
  })

  test('counts how common words are exactly, through all changes', async () => {
    const counts = () => db().searchTerm.findMany({ orderBy: { term: 'asc' } })
    const books = {
      a: { title: 'Whale', text: 'Hook\n\nOtters.\n\n4. Paid\n\nWhale otters.' },
      b: { title: 'Otter', locked: true },
    }
    await importBooks(books)
    const before = await counts()
    await importBooks({ a: { title: 'Shark', blurb: 'On sharks.' }, c: { title: 'Bee' } })
    await importBooks({ ...books, c: { title: 'Otter' } })
    await importBooks({ c: { title: 'Whale' } })
    await emptyCatalogue()
    await importBooks(books)
    expect(await counts()).toEqual(before)
    await importBooks({ b: { title: 'Bee' } })
    await importBooks({ b: books.b })
    expect(await counts()).toEqual(before)
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
    await db().searchTerm.deleteMany()
    forgetCatalogueVersion()
    expect(await find('bees')).toEqual([])
    const { id } = await db().book.findFirstOrThrow()
    expect(await indexSomeTexts(id - 1)).toBeGreaterThan(id)
    expect(await indexSomeTexts(id)).toBe(null)
    expect(await find('bees', 'visitor')).toEqual(['a'])
    await emptyCatalogue()
    expect(await find('bees')).toEqual([])
  })

  test('finds the new words of a changed book, not the old ones', async () => {
    await importBooks({ a: { title: 'Whale' } })
    await importBooks({ a: { title: 'Shark' } })
    expect(await find('whale')).toEqual([])
    expect(await find('shark')).toEqual(['a'])
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
