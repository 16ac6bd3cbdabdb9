import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { wordTerm } from '#app/catalogue/rules/relevance.ts'
import { editDistance, searchWords } from '#app/catalogue/rules/search.ts'
import { listBooks } from '#app/catalogue/service/list-books.server.ts'
import { db } from '#app/platform/database.server.ts'
import { emptyCatalogue, importBooks, numbered, QUERY, slugs } from './books.ts'
import { statements } from './statements.ts'

beforeEach(emptyCatalogue)

const find = (search: string) => slugs({ search })
const isCorrected = async (search: string) =>
  (await listBooks('full', { ...QUERY, search })).corrected

describe('typos', () => {
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
      expect(await isCorrected(query), query).toBe(true)
    }
    expect(await isCorrected('atomic habits')).toBe(false)
  })

  test('are corrected to any of thousands of words, which are read in steps, once', async () => {
    await importBooks({ a: { title: 'Yesterday' }, b: { title: 'Aardvark' } })
    const letters = 'abcdefghijklmnopqrstuvwxyz'
    const words = [...letters].flatMap((a) => [...letters].map((b) => `q${a}${b}`))
    const more = words.flatMap((word) => ['1', '2', '3'].map((n) => word + n))
    const terms = [...words, ...more].map((word) => ({ term: wordTerm(word), free: 1, whole: 1 }))
    await db().searchTerm.createMany({ data: terms })
    const read = await statements(async () => {
      const found = await Promise.all(['yestreday', 'aardvrk', 'qzz9'].map(find))
      expect(found).toEqual([['a'], ['b'], []])
    })
    // 2,700 words and a few more.
    expect(
      read.filter((sql) => /SELECT "term" FROM "SearchTerm" WHERE "term" >/.test(sql)),
    ).toHaveLength(3)
  })

  test('are corrected only when nothing matches exactly', async () => {
    await importBooks({ a: { title: 'Walden' }, b: { title: 'Walder' }, c: { title: 'Wald' } })
    expect(await find('walden')).toEqual(['a'])
    expect(await find('wald')).toEqual(['c', 'a', 'b'])
    expect((await find('walde')).slice(0, 2)).toEqual(['a', 'b'])
  })

  test('are not corrected to words that only look similar', async () => {
    await importBooks({
      a: { title: 'Emma', author: 'Jane Austen', blurb: 'Looking for the names of things.' },
    })
    for (const query of ['cooking', 'games', 'wames', 'thangs', 'tings']) {
      expect(await find(query), query).toEqual(query === 'tings' || query === 'thangs' ? ['a'] : [])
    }
    expect(await find('austn')).toEqual(['a'])
    expect(await find('jae')).toEqual([])
    expect(await find('jaen')).toEqual(['a'])
    expect(await find('loking')).toEqual(['a'])
  })

  test('are not corrected in words of three letters', async () => {
    await importBooks({ a: { title: 'Art of War' } })
    expect(await find('wxr')).toEqual([])
    expect(await find('arz')).toEqual([])
    expect(await isCorrected('wxr')).toBe(false)
  })

  test('are corrected up to two per word', async () => {
    await importBooks({ a: { title: 'Meditations' } })
    expect(await find('meditxtions')).toEqual(['a'])
    expect(await find('mxditxtions')).toEqual(['a'])
    expect(await find('mxdxtxtions')).toEqual([])
  })

  test('are corrected to the most similar words', async () => {
    await importBooks({ a: { title: 'Stoner' }, b: { title: 'Stones' }, c: { title: 'Tone' } })
    expect((await find('stonet')).toSorted()).toEqual(['a', 'b'])
  })

  test('rank the title first that begins with the corrected words', async () => {
    await importBooks({
      a: { title: 'All About Curious George' },
      b: { title: 'Curious George' },
      c: { title: 'Exile and Home' },
      d: { title: 'Beyond Exile' },
    })
    expect(await find('curious geroge')).toEqual(['b', 'a'])
    expect((await find('exlie')).toSorted()).toEqual(['c', 'd'])
  })

  test('are corrected in one term while the other matches', async () => {
    await importBooks({
      a: { title: 'Walden', author: 'Henry Thoreau' },
      b: { title: 'Walden', author: 'Other' },
    })
    expect((await find('walden theroau'))[0]).toBe('a')
    expect((await find('walden tho'))[0]).toBe('a')
  })

  test('are not reported as corrected when nothing is similar', async () => {
    await importBooks({ a: { title: 'Walden' }, b: { title: 'Meditations' } })
    expect(await isCorrected('waldn')).toBe(true)
    expect(await isCorrected('qqqqq xxxxxxx')).toBe(false)
  })

  test('are not corrected to words that no book has anymore', async () => {
    await importBooks({ a: { title: 'Atomc Habits' } })
    await importBooks({ a: { title: 'Atomic Habits' } })
    // One edit from the old title, two from the new one.
    expect(await find('atmc')).toEqual(['a'])
  })

  test('in any word still find its book', async () => {
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
    await importBooks(numbered(titles.length, (i) => ({ title: titles[i]! })))
    const vocabulary = (await db().searchTerm.findMany()).flatMap(({ term }) =>
      term.startsWith('w:') ? [term.slice(2)] : [],
    )
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
          const distance = editDistance(typed, word, 2)
          fc.pre(typed.length >= 4 && distance <= 2)
          fc.pre(!vocabulary.some((known) => known.startsWith(typed)))
          fc.pre(
            !vocabulary.some((known) => known !== word && editDistance(typed, known, 2) < distance),
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

  test('of a long title are corrected', async () => {
    const title =
      'Causes and Consequences of the Decline and Later Revival of Eastern Trading Cities'
    await importBooks({ a: { title }, b: { title: 'Other' } })
    const typed = (typos: Record<string, string>) =>
      title.replace(/\w+/g, (word) => typos[word] ?? word)
    const three = { Consequences: 'Consquences', Decline: 'Declne', Revival: 'Revivel' }
    expect(await find(typed(three))).toEqual(['a'])
    expect(await isCorrected(typed(three))).toBe(true)
  })
})
