import type { IncomingMessage, ServerResponse } from 'node:http'
import { readAddress } from '../platform/client-network.server.ts'
import { env } from '../platform/env.server.ts'
import { isCallPath } from './cross-origin.server.ts'

/**
 * Where a request comes from: each trusted proxy has added one entry at the end of the header, so
 * what stands before them is what a client could have made up. An entry that is no address counts
 * as none.
 */
export function clientAddress(request: IncomingMessage): string {
  const chain = String(request.headers['x-forwarded-for'] ?? '').split(',')
  const forwarded = env().trustProxy > 0 ? chain.at(-env().trustProxy)?.trim() : undefined
  return (
    readAddress(forwarded ?? '') ?? readAddress(request.socket.remoteAddress ?? '') ?? 'unknown'
  )
}

/** What stands for a character that nobody can read. */
const REPLACEMENT = encodeURIComponent('\ufffd')

/**
 * No address of the product has a percent sign in it. One that has, or whose percent signs encode
 * nothing, leads nowhere; the framework would decode it twice and complain at each time.
 */
export function decodable(url: string): string {
  const at = `${url}?`.indexOf('?')
  const path = url.slice(0, at)
  if (!path.includes('%')) return url
  try {
    if (!decodeURIComponent(path).includes('%')) return url
  } catch {
    // Falls through to what cannot be read.
  }
  return path.replaceAll('%', REPLACEMENT) + url.slice(at)
}

/** Refuses a request before it is read; calls get the JSON that they expect. */
export function refuse(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  message: string,
  headers: Record<string, string> = {},
): void {
  const isCall = isCallPath(request.url ?? '')
  response.writeHead(status, {
    'Content-Type': isCall ? 'application/json; charset=utf-8' : 'text/plain; charset=utf-8',
    'Cache-Control': 'no-store',
    Connection: 'close',
    ...headers,
  })
  response.end(isCall ? JSON.stringify({ success: false, message }) : `${message}\n`)
}

/** Protocol and host as the reader's browser sees them. */
export function publicAddress(request: IncomingMessage): { protocol: string; host: string } {
  const first = (name: string) => {
    const value = request.headers[name]
    return (Array.isArray(value) ? value[0] : value)?.split(',')[0]?.trim()
  }
  const trusted = env().trustProxy > 0
  return {
    protocol: trusted && first('x-forwarded-proto') === 'https' ? 'https:' : 'http:',
    host: (trusted ? first('x-forwarded-host') : undefined) ?? request.headers.host ?? '',
  }
}
