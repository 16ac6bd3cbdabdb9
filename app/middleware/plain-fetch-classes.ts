import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { endInBatch } from './batch-responses.server.ts'

/**
 * What the pipeline and the calls use of fetch's classes, without streams and validation: those took
 * half of the time of a small call. Only for requests without a body.
 */

/** The headers of a response. */
class PlainHeaders implements Pick<Headers, 'get' | 'has' | 'set' | 'append' | 'delete'> {
  readonly #values = new Map<string, string>()
  readonly #cookies: string[] = []

  get(name: string): string | null {
    return this.#values.get(name.toLowerCase()) ?? null
  }

  has(name: string): boolean {
    return this.#values.has(name.toLowerCase())
  }

  set(name: string, value: string): void {
    this.delete(name)
    this.append(name, value)
  }

  append(name: string, value: string): void {
    const key = name.toLowerCase()
    const before = this.#values.get(key)
    if (key === 'set-cookie') this.#cookies.push(value)
    this.#values.set(key, before === undefined ? value : `${before}, ${value}`)
  }

  delete(name: string): void {
    this.#values.delete(name.toLowerCase())
    if (name.toLowerCase() === 'set-cookie') this.#cookies.length = 0
  }

  /** Each cookie is a separate entry. */
  *[Symbol.iterator](): IterableIterator<[string, string]> {
    for (const entry of this.#values) if (entry[0] !== 'set-cookie') yield entry
    for (const cookie of this.#cookies) yield ['set-cookie', cookie]
  }

  /** For node:http. */
  toNode(): OutgoingHttpHeaders {
    const headers: OutgoingHttpHeaders = Object.fromEntries(this.#values)
    if (this.#cookies.length > 0) headers['set-cookie'] = this.#cookies
    return headers
  }
}

/** The headers of a request. */
class ReceivedHeaders implements Pick<Headers, 'get' | 'has'> {
  readonly #headers: IncomingMessage['headers']

  constructor(headers: IncomingMessage['headers']) {
    this.#headers = headers
  }

  get(name: string): string | null {
    const value = this.#headers[name.toLowerCase()]
    return Array.isArray(value) ? value.join(', ') : (value ?? null)
  }

  has(name: string): boolean {
    return this.#headers[name.toLowerCase()] !== undefined
  }
}

/** A request without a body. */
export class PlainRequest {
  readonly method = 'GET'
  readonly url: string
  readonly headers: ReceivedHeaders
  readonly body = null

  constructor(url: string, request: IncomingMessage) {
    this.url = url
    this.headers = new ReceivedHeaders(request.headers)
  }
}

/** A body in parts. */
export interface WrittenBody {
  /** In bytes. */
  readonly length: number
  etag(): string
  toBuffer(): Buffer
}

/** A JSON response to a PlainRequest, as bytes. */
export class PlainResponse {
  readonly status: number
  readonly headers = new PlainHeaders()
  readonly body: Buffer | WrittenBody | null

  constructor(
    body: Buffer | WrittenBody | null,
    { status, headers = [] }: { status: number; headers?: Iterable<[string, string]> },
  ) {
    this.body = body
    this.status = status
    for (const [name, value] of headers) this.headers.append(name, value)
  }

  send(response: ServerResponse): void {
    response.writeHead(this.status, this.headers.toNode())
    endInBatch(response, this.body && bytesOf(this.body))
  }
}

export const bytesOf = (body: Buffer | WrittenBody): Buffer =>
  'toBuffer' in body ? body.toBuffer() : body

/** A response of the request's kind. */
export function respondTo(
  request: Request,
  body: Buffer | WrittenBody | null,
  init: { status: number; headers: Headers | [string, string][] },
): Response {
  return request instanceof PlainRequest
    ? (new PlainResponse(body, init) as unknown as Response)
    : new Response(body && new Uint8Array(bytesOf(body)), init)
}
