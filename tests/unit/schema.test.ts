import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { GENRES } from '#app/catalogue/rules/genres.ts'
import { SORTS } from '#app/catalogue/rules/lists.ts'
import { bookHead, isSlug } from '#app/catalogue/schema/book.ts'
import { listCallQuery, listPageQuery, queryValues } from '#app/catalogue/schema/lists.ts'
import { contactForm } from '#app/web/site/contact-schema.ts'

const LONG = 'a'.repeat(10_000)
const fieldsRefused = (query: Record<string, string>) => {
  const result = listCallQuery.safeParse(query)
  return result.success ? [] : [...new Set(result.error.issues.map((issue) => issue.path[0]))]
}

describe('listCallQuery', () => {
  test('defaults to page 1 of all books', () => {
    expect(listCallQuery.parse({})).toEqual({ page: 1, search: '', subgenre: null, sort: null })
  })

  test.each([
    '0',
    '-1',
    '1e9',
    '1000000000',
    'abc',
    '',
    '1.5',
    '01',
    '+1',
    ' 1',
    '1\0',
    '\0',
    LONG,
    '１',
    'NaN',
  ])('refuses page %j', (page) => {
    expect(fieldsRefused({ page })).toEqual(['page'])
  })

  test.each([
    ['1', 1],
    ['9999999', 9_999_999],
  ])('accepts page %s', (page, number) => {
    expect(listCallQuery.parse({ page })).toMatchObject({ page: number })
  })

  test.each([...SORTS, ''])('accepts sort %j', (sort) => {
    expect(listCallQuery.parse({ sort })).toMatchObject({ sort: sort === '' ? null : sort })
  })

  test.each(['Title', 'rating', 'title,author', '\0', LONG])('refuses sort %j', (sort) => {
    expect(fieldsRefused({ sort })).toEqual(['sort'])
  })

  test('accepts genres by slug and label, and all or nothing for every genre', () => {
    for (const { slug, label } of GENRES) {
      expect(listCallQuery.parse({ subgenre: slug })).toMatchObject({ subgenre: slug })
      expect(listCallQuery.parse({ subgenre: label })).toMatchObject({ subgenre: slug })
    }
    for (const none of ['', 'all', 'All']) {
      expect(listCallQuery.parse({ subgenre: none })).toMatchObject({ subgenre: null })
    }
  })

  test.each(['poetry', '\0', LONG, "' OR 1=1 --"])('refuses genre %j', (subgenre) => {
    expect(fieldsRefused({ subgenre })).toEqual(['subgenre'])
  })

  test('accepts 200 characters of search', () => {
    expect(listCallQuery.parse({ search: 'a'.repeat(200) }).search).toHaveLength(200)
    expect(fieldsRefused({ search: 'a'.repeat(201) })).toEqual(['search'])
    expect(fieldsRefused({ search: LONG })).toEqual(['search'])
  })

  test('reports every invalid field', () => {
    expect(fieldsRefused({ page: 'x', sort: 'y', subgenre: 'z', search: LONG }).toSorted()).toEqual(
      ['page', 'search', 'sort', 'subgenre'],
    )
  })
})

describe('listPageQuery', () => {
  test.each(['0', '-1', 'abc', '', '1.5', '\0', LONG, '1e9'])('shows page 1 for %j', (page) => {
    expect(listPageQuery.parse({ page }).page).toBe(1)
  })

  test.each(['99999999999999999999999', '9'.repeat(10_000)])(
    'treats huge page numbers as past the end',
    (page) => {
      expect(listPageQuery.parse({ page }).page).toBe(9_999_999)
    },
  )

  test('truncates a long search', () => {
    expect(listPageQuery.parse({ search: `  ${LONG}` }).search.length).toBeLessThanOrEqual(200)
  })

  test('never fails and returns only valid values', () => {
    const value = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('2', 'title', 'newest', 'fiction', 'Fiction', 'all', LONG, '\0'),
    )
    const query = fc.record(
      { page: value, search: value, genre: value, sort: value, __proto__: value, other: value },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(query, (input) => {
        const { page, search, genre, sort } = listPageQuery.parse(input)
        expect(Number.isSafeInteger(page) && page >= 1 && page <= 9_999_999).toBe(true)
        expect(search.length).toBeLessThanOrEqual(200)
        expect([null, undefined, ...GENRES.map((g) => g.slug)]).toContain(genre)
        expect([null, ...SORTS]).toContain(sort)
      }),
      { numRuns: 500 },
    )
  })

  test('uses the last of repeated fields', () => {
    expect(queryValues(new URLSearchParams('page=1&page=2'))).toEqual({ page: '2' })
  })
})

describe('bookHead', () => {
  const frontMatter = {
    title: 'Walden',
    author: 'Henry David Thoreau',
    year: 1854,
    genre: 'Culture & Humanity',
    blurb: 'A house by a pond.',
    locked: false,
    publishedAt: '2026-09-14',
  }
  const invalidFields = (changes: Record<string, unknown>) => {
    const result = bookHead.safeParse({ ...frontMatter, ...changes })
    return result.success
      ? []
      : result.error.issues.map((issue) => issue.path.join('.') || issue.code)
  }

  test('converts values', () => {
    expect(bookHead.parse(frontMatter)).toMatchObject({
      genre: 'culture-and-humanity',
      publishedAt: new Date('2026-09-14T00:00:00Z'),
      sources: [],
    })
  })

  test.each([
    ['title', ''],
    ['title', '  '],
    ['title', 'a'.repeat(201)],
    ['title', 'two\nlines'],
    ['title', 1984],
    ['author', null],
    ['author', 'nul\0'],
    ['year', '1854'],
    ['year', 1854.5],
    ['year', -3001],
    ['year', Number.NaN],
    ['genre', 'Poetry'],
    ['genre', 3],
    ['blurb', 'a'.repeat(601)],
    ['locked', 'yes'],
    ['publishedAt', '2026-02-30'],
    ['publishedAt', '14.9.2026'],
    ['publishedAt', '2026-09-14T25:00Z'],
    ['publishedAt', 20260914],
    ['cover', '../secret.png'],
    ['cover', '/etc/passwd.png'],
    ['cover', 'cover.svg'],
    ['cover', 'cover.png\n'],
    ['cover', '.png'],
    ['sources', 'one'],
    ['sources', ['']],
    ['topics', 'stoicism'],
    ['topics', ['Stoicism']],
    ['topics', ['unheard-of']],
    ['topics', ['habits', 'habits']],
    ['topics', ['love', 'war', 'work', 'race', 'trade', 'family', 'beauty']],
  ])('%s must not be %j', (field, value) => {
    expect(invalidFields({ [field]: value })[0]).toMatch(new RegExp(`^${field}`))
  })

  test('refuses other fields', () => {
    expect(invalidFields({ subtitle: 'x' })).toEqual(['unrecognized_keys'])
  })
})

test.each([
  ['walden', true],
  ['on-the-origin-of-species', true],
  ['1984', true],
  ['', false],
  ['Walden', false],
  ['-walden', false],
  ['walden-', false],
  ['a--b', false],
  ['a/b', false],
  ['wälden', false],
  ['walden\n', false],
  ['new', false],
  ['a'.repeat(121), false],
])('the slug %j is valid: %s', (slug, valid) => {
  expect(isSlug(slug)).toBe(valid)
})

describe('the contact form', () => {
  const form = { name: 'Ada', email: 'ada@example.com', message: 'Hello.' }

  test.each([
    ['name', ' ', 'Please enter your name.'],
    ['name', 'a'.repeat(101), 'Please use at most 100 characters.'],
    ['email', '', 'Please enter your email address.'],
    ['email', 'ada', 'Please enter an email address such as name@example.com.'],
    ['message', '', 'Please enter a message.'],
    ['message', 'a'.repeat(5001), 'Please use at most 5,000 characters.'],
  ])('%s %j: %s', (field, value, message) => {
    const result = contactForm.safeParse({ ...form, [field]: value })
    expect(result.error?.issues[0]).toMatchObject({ path: [field], message })
  })
})
