import fc from 'fast-check'
import { expect, test } from 'vitest'
import { latestMarks } from '#app/reading/rules/marks.ts'

const marks = fc.array(
  fc.record({
    bookId: fc.integer({ min: 1, max: 6 }),
    at: fc.integer({ min: 0, max: 9 }),
    isRead: fc.boolean(),
  }),
)

/** As SQLite returns computed dates. */
const text = (at: number) => new Date(at).toISOString().replace('Z', '+00:00')

test('marked books come once each, latest mark first, equal ones by id', () => {
  fc.assert(
    fc.property(marks, (rows) => {
      const found = latestMarks(rows.map((row) => ({ ...row, at: new Date(row.at) })))
      const books = [...new Set(rows.map(({ bookId }) => bookId))]
      const latest = (bookId: number) =>
        Math.max(...rows.flatMap((row) => (row.bookId === bookId ? row.at : [])))
      books.sort((a, b) => latest(b) - latest(a) || a - b)
      expect(found).toEqual(
        books.map((bookId) => ({
          bookId,
          isRead: rows.some((row) => row.bookId === bookId && row.isRead),
        })),
      )
      expect(latestMarks(rows.map((row) => ({ ...row, at: text(row.at) })))).toEqual(found)
    }),
  )
})
