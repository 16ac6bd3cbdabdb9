/**
 * The baseline of the benchmark: only node:http and better-sqlite3. For each request, it reads the
 * rows that the response shows with a prepared statement, and sends the product's bytes for this URL
 * and reader. It does not render, escape, compress, or log, so it is faster than any real server.
 *
 * With BARE_COMPRESSES=1, it compresses every response (brotli, level 4), like a server without a
 * cache.
 *
 * Arguments: the database and a file of responses (see capture.ts).
 */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { deserialize } from 'node:v8'
import { brotliCompress, brotliDecompressSync, constants } from 'node:zlib'
import Sqlite from 'better-sqlite3'
import { findGenre } from '../app/catalogue/rules/genres.ts'
import { PAGE_SIZE, SORTS } from '../app/catalogue/rules/lists.ts'
import { searchWords } from '../app/catalogue/rules/search.ts'
import { answerKey, type Answers } from './capture.ts'
import { askerOf } from './reader.ts'

const [, , database = '', answersFile = ''] = process.argv
const answers = deserialize(readFileSync(answersFile)) as Answers
const compresses = process.env['BARE_COMPRESSES'] === '1'
if (compresses) {
  for (const answer of answers.values()) {
    if (answer.headers['content-encoding'] !== 'br') continue
    answer.body = brotliDecompressSync(answer.body)
  }
}
const db = new Sqlite(database, { readonly: true })

const CARD =
  'b.id, slug, title, author, year, genre, blurb, locked, minutes, publishedAt, coverFile, coverTag'
const ORDER = {
  title: 'titleKey, b.id',
  author: 'authorKey, b.id',
  newest: 'publishedAt DESC, b.id',
  popular: 'popularity DESC, publishedAt DESC, b.id',
}
/** Statements for lists: pages and calls, all books and each genre, each order. */
const lists = new Map<string, Sqlite.Statement<unknown[]>>()
for (const withText of [false, true]) {
  for (const inGenre of [false, true]) {
    for (const sort of SORTS) {
      const where = inGenre ? 'WHERE genre = ?' : ''
      const ids = `SELECT b.id FROM Book b ${where} ORDER BY locked, ${ORDER[sort]} LIMIT ${PAGE_SIZE} OFFSET ?`
      // Find the page in the index before reading rows.
      lists.set(
        `${withText} ${inGenre} ${sort}`,
        db.prepare(
          `SELECT ${withText ? `${CARD}, t.text` : CARD} FROM Book b
            ${withText ? 'JOIN BookText t ON t.bookId = b.id' : ''}
            WHERE b.id IN (${ids}) ORDER BY locked, ${ORDER[sort]}`,
        ),
      )
    }
  }
}
const summary = db.prepare(
  `SELECT ${CARD}, t.text FROM Book b JOIN BookText t ON t.bookId = b.id WHERE slug = ?`,
)
const found = db.prepare(
  `SELECT ${CARD} FROM (SELECT rowid AS hit, rank AS score FROM BookFts WHERE BookFts MATCH ?
    AND rank MATCH 'bm25(8, 4, 2, 1)' ORDER BY rank LIMIT ${PAGE_SIZE})
    JOIN Book b ON b.id = hit ORDER BY score`,
)
const foundCount = db.prepare('SELECT count(*) FROM BookFts WHERE BookFts MATCH ?').pluck()

/** The session look-up; it always reads the newest session. */
const session = db.prepare(
  'SELECT * FROM Session s JOIN User u ON u.id = s.userId ORDER BY s.id DESC LIMIT 1',
)

/** Reads the rows of the response to a URL. */
function read(path: string): void {
  const { pathname, searchParams } = new URL(path, 'http://localhost')
  if (pathname === '/settings') return
  if (pathname.startsWith('/summaries/')) {
    summary.get(pathname.slice('/summaries/'.length))
    return
  }
  const words = searchWords(searchParams.get('search') ?? '')
  if (words.length > 0) {
    const match = words.map((word) => `"${word}"*`).join(' ')
    found.all(match)
    foundCount.get(match)
    return
  }
  const name = pathname.split('/')[3] ?? searchParams.get('subgenre') ?? searchParams.get('genre')
  const genre = findGenre(name ?? '')
  const sort = searchParams.get('sort') ?? 'title'
  const statement = lists.get(`${pathname === '/books'} ${genre !== undefined} ${sort}`)!
  const offset = (Number(searchParams.get('page') ?? 1) - 1) * PAGE_SIZE
  statement.all(...(genre ? [genre.slug] : []), offset)
}

const server = createServer((request, response) => {
  const path = request.url ?? '/'
  const asker = askerOf(request.headers)
  const answer = answers.get(answerKey(asker, path))
  if (asker !== 'visitor') session.get()
  read(path)
  if (!answer) {
    response.writeHead(404).end()
    return
  }
  const { status, headers, body } = answer
  if (!compresses || headers['content-encoding'] !== 'br') {
    response.writeHead(status, headers).end(body)
    return
  }
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 4,
    [constants.BROTLI_PARAM_LGWIN]: 18,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
  }
  brotliCompress(body, { params }, (error, small) => {
    if (error) response.destroy(error)
    else response.writeHead(status, { ...headers, 'content-length': small.length }).end(small)
  })
})
// As in the product: do not close a connection that waits for a slow response.
server.keepAliveTimeout = 65_000
server.listen(Number(process.env['PORT']), process.env['HOST'])
