/**
 * The baseline of the benchmark: only node:http and better-sqlite3. For each request, it reads one
 * row with a prepared statement, the session's or a book's, and sends the product's bytes for this
 * URL and reader. It does not render, escape, compress, or log, so it is faster than any real server.
 *
 * Arguments: the database and a file of responses.
 */
import { readFileSync } from 'node:fs'
import { Agent, createServer, get } from 'node:http'
import { deserialize } from 'node:v8'
import Sqlite from 'better-sqlite3'
import { type Requests, SENT } from './measure.ts'
import type { Server } from './servers.ts'

interface Answer {
  status: number
  headers: Record<string, string | string[]>
  body: Buffer
}

/** Responses by path. */
export type Answers = Map<string, Answer>

/** Set by node:http, or different in each response. */
const NOT_PART_OF_THE_ANSWER = ['date', 'connection', 'keep-alive', 'x-request-id']

/** The responses of a server to these requests, byte for byte. */
export async function record({ port }: Server, { paths, who }: Requests): Promise<Answers> {
  const answers: Answers = new Map()
  const agent = new Agent({ keepAlive: true })
  for (const path of paths) {
    answers.set(
      path,
      await new Promise<Answer>((resolve, reject) => {
        const headers = { ...SENT, ...who }
        get({ host: '127.0.0.1', port, path, agent, headers }, (response) => {
          const chunks: Buffer[] = []
          response.on('data', (chunk: Buffer) => chunks.push(chunk))
          response.once('error', reject)
          response.once('end', () => {
            const kept = Object.entries(response.headersDistinct).filter(
              ([name]) => !NOT_PART_OF_THE_ANSWER.includes(name),
            )
            resolve({
              status: response.statusCode!,
              headers: Object.fromEntries(kept) as Answer['headers'],
              body: Buffer.concat(chunks),
            })
          })
        }).once('error', reject)
      }),
    )
  }
  agent.destroy()
  return answers
}

if (import.meta.main) {
  const [, , database = '', file = ''] = process.argv
  const answers = deserialize(readFileSync(file)) as Answers
  const db = new Sqlite(database, { readonly: true })
  const book = db.prepare('SELECT * FROM Book ORDER BY id LIMIT 1')
  const session = db.prepare(
    'SELECT * FROM Session s JOIN User u ON u.id = s.userId ORDER BY s.id DESC LIMIT 1',
  )
  const server = createServer(({ headers, url }, response) => {
    const isReader = headers.authorization !== undefined || headers.cookie !== undefined
    ;(isReader ? session : book).get()
    const answer = answers.get(url!)
    if (answer) response.writeHead(answer.status, answer.headers).end(answer.body)
    else response.writeHead(404).end()
  })
  // As in the product: do not close a connection that waits for a slow response.
  server.keepAliveTimeout = 65_000
  server.listen(Number(process.env['PORT']), process.env['HOST'])
}
