/** Records the product's responses, byte for byte, for the bare server. */
import { writeFileSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { serialize } from 'node:v8'
import type { Asker, Askers } from './signed-in-reader.ts'

export interface Answer {
  status: number
  headers: Record<string, string | string[]>
  body: Buffer
}
/** By asker and path. */
export type Answers = Map<string, Answer>
export const answerKey = (asker: Asker, path: string) => `${asker} ${path}`

/** Set by node:http, or different in each response. */
const NOT_PART_OF_THE_ANSWER = ['date', 'connection', 'keep-alive', 'x-request-id']

/** Sends a request like the load generator. */
export function ask(
  port: number,
  path: string,
  who: Record<string, string> = {},
  agent?: Agent,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = { ...who, Host: 'readr.example', 'Accept-Encoding': 'gzip, deflate, br, zstd' }
    get({ host: '127.0.0.1', port, path, agent, headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.once('error', reject)
      response.once('end', () => {
        const kept = Object.entries(response.headers).flatMap(([name, value]) =>
          value === undefined || NOT_PART_OF_THE_ANSWER.includes(name) ? [] : [[name, value]],
        )
        resolve({
          status: response.statusCode ?? 0,
          headers: Object.fromEntries(kept) as Answer['headers'],
          body: Buffer.concat(chunks),
        })
      })
    }).once('error', reject)
  })
}

/** Writes a server's responses to this asker and these paths to a file. */
export async function capture(
  port: number,
  { asker, paths }: { asker: Asker; paths: string[] },
  askers: Askers,
  file: string,
): Promise<void> {
  const answers: Answers = new Map()
  const agent = new Agent({ keepAlive: true })
  for (const path of paths)
    answers.set(answerKey(asker, path), await ask(port, path, askers[asker], agent))
  agent.destroy()
  writeFileSync(file, serialize(answers))
}

/** Pages whose shelves follow the background worker differ by a few bytes. */
const LENGTH_TOLERANCE = 0.02

/**
 * Compares the responses of two servers.
 * @throws Error naming the first path with a different status, encoding, or length
 */
export async function checkSame(
  a: number,
  b: number,
  paths: string[],
  who: Record<string, string>,
): Promise<void> {
  for (const path of paths) {
    const [one, other] = [await ask(a, path, who), await ask(b, path, who)]
    const kind = ({ status, headers }: Answer) => `${status} ${headers['content-encoding']}`
    const difference = Math.abs(one.body.length - other.body.length)
    if (kind(one) !== kind(other) || difference > one.body.length * LENGTH_TOLERANCE)
      throw new Error(`The responses to ${path} differ, so the servers cannot be compared.`)
  }
}
