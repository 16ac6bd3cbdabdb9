import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Access } from '#app/catalogue/rules/access.ts'
import { listBooks } from '#app/catalogue/service/list-books.server.ts'
import { emptyCatalogue, importBooks, QUERY, slugs } from './books.ts'

beforeEach(emptyCatalogue)

const find = (search: string, access: Access = 'full') => slugs({ search }, access)

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
        text: 'Hook\n\nThe sea.\n\n4. Sentinelium\n\nx',
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

  test.each(hostile)('%j neither fails nor reveals a text', async (query) => {
    for (const access of ['visitor', 'full'] as const) {
      const list = await listBooks(access, { ...QUERY, search: query })
      expect(list.books.length).toBe(Math.min(list.total, 20))
      expect(JSON.stringify(list)).not.toContain('Sentinelium')
      // A word that visitors may not know of adds no result.
      const found = await find(`${query.slice(0, 180)} sentinelium`, 'visitor')
      expect(await find(query.slice(0, 180), 'visitor')).toEqual(expect.arrayContaining(found))
    }
  })

  test('treats operators as words', async () => {
    expect(await find('near')).toEqual(['a'])
    expect(await find('whale AND shark')).toEqual(['a'])
    expect((await find('bird OR whale')).toSorted()).toEqual(['a', 'b'])
    expect(await find('NOT bird')).toEqual(['b'])
    expect(await find('-bird')).toEqual(['b'])
    expect(await find('"shark whale"')).toEqual(['a'])
    expect(await find('%')).toEqual([])
  })

  test('with random characters neither fails nor reveals a text', async () => {
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
