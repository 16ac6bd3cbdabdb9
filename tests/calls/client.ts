import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { connect } from 'node:net'
import { GENRES } from '#app/catalogue/rules/genres.ts'
import { inject } from 'vitest'
import routes from '#app/routes.ts'
import { ask, type CallOptions } from './accounts-client.ts'

export const origin = inject('origin')

/** A request to the product that the tests of the run share. */
export const call = (path: string, wanted?: CallOptions) => ask(origin, path, wanted)

/** A visitor's GET request. */
export const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(origin + path, { headers, redirect: 'manual' })

/** A visitor's GET request for JSON. */
export async function json(path: string, headers: Record<string, string> = {}) {
  const response = await get(path, headers)
  return { response, body: await response.json() }
}

export interface RawAnswer {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: string
}

/** A request with exactly these headers, and its raw answer. */
export async function send(
  method: string,
  path: string,
  headers: Record<string, string | number> = {},
  body?: string,
): Promise<RawAnswer> {
  const outgoing = request(origin + path, { method, headers: { Connection: 'close', ...headers } })
  outgoing.end(body)
  const [incoming] = await once(outgoing, 'response')
  let text = ''
  incoming.setEncoding('utf8')
  for await (const chunk of incoming) text += chunk
  return { status: incoming.statusCode, headers: incoming.headers, body: text }
}

/** Sends raw bytes; returns everything until the product closes the connection. */
export async function sendBytes(bytes: string): Promise<string> {
  const socket = connect(Number(new URL(origin).port), '127.0.0.1')
  socket.setEncoding('utf8')
  socket.write(bytes)
  let answer = ''
  for await (const chunk of socket) answer += chunk
  return answer
}

interface RouteEntry {
  path?: string
  file: string
}

const entries = (routes as RouteEntry[]).map(({ path = '', file }) => ({ path: `/${path}`, file }))

/** The paths of the JSON calls in the route table. */
export const callPaths = entries
  .filter(({ file }) => /(?:^|\/)api\//.test(file) && !/not-found|openapi/.test(file))
  .map(({ path }) => path)

/** Every address that takes a form: the modules with an action that are no calls. */
export const formTemplates = entries
  .filter(
    ({ file, path }) =>
      !/(?:^|\/)api\/|^web\/demo\//.test(file) &&
      !path.endsWith('*') &&
      /export (?:async )?(?:function|const) action\b/.test(readFileSync(`app/${file}`, 'utf8')),
  )
  .map(({ path }) => path)

/** The paths of all pages in the route table, with example parameters. */
export const pagePaths = entries
  .filter(
    ({ file, path }) => file.endsWith('.tsx') && !path.endsWith('*') && !path.includes(':provider'),
  )
  .flatMap(({ path }) =>
    path.includes(':genre')
      ? GENRES.map((genre) => path.replace(':genre', genre.slug))
      : path.includes(':slug')
        ? [path.replace(':slug', 'walden')]
        : [path.replace(':topic', 'stoicism').replace(':collection', 'clear-heads')],
  )
