/**
 * The baseline of the benchmark: only node:http and better-sqlite3. For each request, it reads one
 * row with a prepared statement, the session's or a book's, and sends the product's bytes for this
 * URL and reader. It does not render, escape, compress, or log, so it is faster than any real server.
 *
 * Arguments: the database and a file of responses (see capture-responses.ts).
 */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { deserialize } from 'node:v8'
import Sqlite from 'better-sqlite3'
import { answerKey, type Answers } from './capture-responses.ts'
import { askerOf } from './signed-in-reader.ts'

const [, , database = '', answersFile = ''] = process.argv
const answers = deserialize(readFileSync(answersFile)) as Answers
const db = new Sqlite(database, { readonly: true })

const book = db.prepare('SELECT * FROM Book ORDER BY id LIMIT 1')
const session = db.prepare(
  'SELECT * FROM Session s JOIN User u ON u.id = s.userId ORDER BY s.id DESC LIMIT 1',
)

const server = createServer((request, response) => {
  const asker = askerOf(request.headers)
  const answer = answers.get(answerKey(asker, request.url ?? '/'))
  ;(asker === 'visitor' ? book : session).get()
  if (answer) response.writeHead(answer.status, answer.headers).end(answer.body)
  else response.writeHead(404).end()
})
// As in the product: do not close a connection that waits for a slow response.
server.keepAliveTimeout = 65_000
server.listen(Number(process.env['PORT']), process.env['HOST'])
