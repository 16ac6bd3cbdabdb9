import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { idFrom, publicId } from '#app/catalogue/rules/public-id.ts'
import { coverPath } from '#app/catalogue/rules/addresses.ts'
import { minutesToRead, yearLabel } from '#app/catalogue/rules/reading-time.ts'
import { pageCount, partOf } from '#app/catalogue/rules/lists.ts'
import { searchWords, sortKey, titleSortKey, editDistance } from '#app/catalogue/rules/search.ts'
import { inQuotes } from '#app/catalogue/rules/summary/in-quotes.ts'
import { GENRES, findGenre, genreBySlug, genreLabel } from '#app/catalogue/rules/genres.ts'

const anyText = fc.string({ unit: 'binary', maxLength: 60 })

describe('searchWords', () => {
  test.each([
    ['Habits', ['habits']],
    ['L’Étranger', ['letranger']],
    ["Don't  stop—now!", ['dont', 'stop', 'now']],
    ['Straße Æsop Œuvre Søren Łódź Þór', ['strasse', 'aesop', 'oeuvre', 'soren', 'lodz', 'thor']],
    ['ﬁn ½ Ⅷ', ['fin', '1', '2', 'viii']],
    ['Война и мир', ['воина', 'и', 'мир']],
    ['孫子 兵法', ['孫子', '兵法']],
    ['"a" OR b* ^c NEAR(d, 2) -e:f', ['a', 'or', 'b', 'c', 'near', 'd', '2', 'e', 'f']],
    ['🙂 % _ \0 \u202e', []],
    ['', []],
  ])('%j', (text, words) => {
    expect(searchWords(text)).toEqual(words)
  })

  test('returns only letters and digits, and is idempotent', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const words = searchWords(text)
        for (const word of words) expect(word).toMatch(/^[\p{L}\p{N}]+$/u)
        expect(searchWords(words.join(' '))).toEqual(words)
      }),
      { numRuns: 2000 },
    )
  })

  test('ignores case and accents', () => {
    const letters = fc.string({ unit: fc.constantFrom(...'abcxyzéèüñçåÉÈÜÑÇÅ0 '), maxLength: 30 })
    fc.assert(
      fc.property(letters, (text) => {
        const words = searchWords(text)
        expect(searchWords(text.toUpperCase())).toEqual(words)
        expect(searchWords(text.normalize('NFD'))).toEqual(words)
        expect(searchWords(text.normalize('NFD').replace(/\p{M}/gu, ''))).toEqual(words)
      }),
    )
  })
})

describe('titleSortKey', () => {
  test.each([
    ['The Art of War', 'art of war'],
    ['A Room of One’s Own', 'room of ones own'],
    ['An Inquiry', 'inquiry'],
    ['THE ÉTRANGER', 'etranger'],
    ['Theory', 'theory'],
    ['Another', 'another'],
    ['The', 'the'],
    ['A', 'a'],
    ['The The', 'the'],
    ['“The Trial”', 'trial'],
    ['  the   Trial ', 'trial'],
  ])('%j sorts by %j', (title, key) => {
    expect(titleSortKey(title)).toBe(key)
  })

  test('removes only the article', () => {
    fc.assert(
      fc.property(anyText, (title) => {
        const key = titleSortKey(title)
        expect(['', 'the ', 'an ', 'a '].map((article) => article + key)).toContain(sortKey(title))
      }),
    )
  })
})

describe('public ids', () => {
  const id = fc.integer({ min: 1, max: 0x7f_ff_ff_ff })

  test('convert back to the number and sort like it', () => {
    fc.assert(
      fc.property(id, id, (a, b) => {
        expect(publicId(a)).toMatch(/^[0-9a-f]{24}$/)
        expect(idFrom(publicId(a))).toBe(a)
        expect(publicId(a) < publicId(b)).toBe(a < b)
      }),
    )
  })

  test.each([
    '',
    '0',
    '000000000000000000000000',
    '000000000000000080000000',
    '0000000000000000ffffffff',
    'ffffffffffffffffffffffff',
    '00000000000000000000000G',
    '00000000000000000000000A',
    '0000000000000000000000001',
    '00000000000000000000001',
    ' 00000000000000000000001',
    '00000000000000000000000１',
    '000000000000000000000001\n',
  ])('%j is invalid', (text) => {
    expect(idFrom(text)).toBeNull()
  })

  test('are the only texts that idFrom() accepts', () => {
    fc.assert(
      fc.property(fc.oneof(anyText, fc.stringMatching(/^[0-9a-f]{20,26}$/)), (text) => {
        const found = idFrom(text)
        if (found !== null) expect(publicId(found)).toBe(text)
      }),
    )
  })
})

describe('editDistance', () => {
  /** Optimal string alignment by definition, without shortcuts. */
  function distance(a: string, b: string): number {
    const table = Array.from({ length: a.length + 1 }, (_, i) =>
      Array.from({ length: b.length + 1 }, (_, j) => (i === 0 ? j : j === 0 ? i : 0)),
    )
    for (let i = 1; i <= a.length; i++) {
      for (let j = 1; j <= b.length; j++) {
        table[i]![j] = Math.min(
          table[i - 1]![j]! + 1,
          table[i]![j - 1]! + 1,
          table[i - 1]![j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1),
          ...(i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
            ? [table[i - 2]![j - 2]! + 1]
            : []),
        )
      }
    }
    return table[a.length]![b.length]!
  }

  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'd'), maxLength: 9 })

  test('equals the definition, up to the limit', () => {
    fc.assert(
      fc.property(word, word, fc.integer({ min: 0, max: 4 }), (a, b, limit) => {
        const edits = editDistance(a, b, limit)
        expect(Math.min(edits, limit + 1)).toBe(Math.min(distance(a, b), limit + 1))
      }),
      { numRuns: 5000 },
    )
  })

  test.each([
    ['atomc', 'atomic', 1],
    ['habbits', 'habits', 1],
    ['ahbits', 'habits', 1],
    ['meditaiton', 'meditation', 1],
    ['wlaedn', 'walden', 2],
    ['', '', 0],
  ])('%s is %s with %i', (a, b, edits) => {
    expect(editDistance(a, b, 2)).toBe(edits)
    expect(editDistance(b, a, 2)).toBe(edits)
  })
})

describe('other rules', () => {
  test.each([
    ['', 1],
    ['word', 1],
    ['word '.repeat(238), 1],
    ['word '.repeat(357), 2],
    ['word\n\n'.repeat(3570), 15],
  ])('minutes to read', (text, minutes) => {
    expect(minutesToRead(text)).toBe(minutes)
  })

  test.each([
    [1854, '1854'],
    [1400, '1400'],
    [-385, 'written about 385 BCE'],
    [180, 'written about 180'],
  ])('the year %i is written %s', (year, label) => {
    expect(yearLabel(year)).toBe(label)
  })

  test.each([
    [0, 1],
    [1, 1],
    [20, 1],
    [21, 2],
    [400, 20],
  ])('%i books fill %i pages', (total, pages) => {
    expect(pageCount(total)).toBe(pages)
  })

  test('genres are found by slug and label', () => {
    for (const genre of GENRES) {
      expect(findGenre(genre.slug)).toBe(genre)
      expect(findGenre(` ${genre.label.toUpperCase()} `)).toBe(genre)
      expect(genreBySlug(genre.slug)).toBe(genre)
      expect(genreLabel(genre.slug)).toBe(genre.label)
      expect(genre.slug).toMatch(/^[a-z]+(?:-[a-z]+)*$/)
    }
    expect(findGenre('poetry')).toBeUndefined()
    expect(genreBySlug('__proto__')).toBeUndefined()
  })

  test('the address of a cover changes when the cover changes', () => {
    const book = { slug: 'walden', coverTag: 'abc', coverFile: null }
    expect(coverPath(book)).toMatch(/^\/covers\/walden\.abc\.\d+\.svg$/)
    expect(coverPath({ ...book, coverTag: 'abd' })).not.toBe(coverPath(book))
    expect(coverPath({ ...book, coverFile: 'walden-abc.png' })).toBe('/covers/walden-abc.png')
  })
})

test.each([
  [1, null, { first: 1, skip: 0, take: 20 }],
  [4, null, { first: 4, skip: 60, take: 20 }],
  [4, 1, { first: 1, skip: 0, take: 80 }],
  [4, 3, { first: 3, skip: 40, take: 40 }],
  [4, 9, { first: 4, skip: 60, take: 20 }],
  [12, 1, { first: 3, skip: 40, take: 200 }],
])('the address of page %i from %j shows the part %j', (page, from, part) => {
  expect(partOf(page, from)).toEqual(part)
})

describe('inQuotes', () => {
  test.each([
    ['Be brief.', '“Be brief.”'],
    ['“Be brief.”', '“Be brief.”'],
    ['“Upset us now!” she called.', '“‘Upset us now!’ she called.”'],
    ['He says “no” (“Economy”).', '“He says ‘no’ (‘Economy’).”'],
    ['“One” and “two”', '“‘One’ and ‘two’”'],
  ])('%s', (sentence, quoted) => {
    expect(inQuotes(sentence)).toBe(quoted)
  })
})
