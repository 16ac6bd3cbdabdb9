import type { IncomingMessage, ServerResponse } from 'node:http'
import { env } from '../platform/env.server.ts'
import { isCallPath } from './cross-origin.server.ts'
import { REFUSAL_POLICY, refusalPage } from './refusal-page.ts'

/**
 * Where a request comes from: each trusted proxy has added one entry at the end of the header, so
 * what stands before them is what a client could have made up.
 */
export function clientAddress(request: IncomingMessage): string {
  const chain = String(request.headers['x-forwarded-for'] ?? '').split(',')
  const forwarded = env().trustProxy > 0 ? chain.at(-env().trustProxy)?.trim() : undefined
  return forwarded || request.socket.remoteAddress || 'unknown'
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

/** Whether a request brings a body, which a refusal leaves unread. */
function hasBody({ headers }: IncomingMessage): boolean {
  return Number(headers['content-length'] ?? 0) > 0 || headers['transfer-encoding'] !== undefined
}

/**
 * Refuses a request before it is read: with a small page for browsers, JSON for calls, and a line
 * of text for everybody else.
 * @param message what happened and what to do, in whole sentences
 */
export function refuse(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  message: string,
  headers: Record<string, string> = {},
): void {
  const { type, body, policy } = refusal(request, status, message)
  response.writeHead(status, {
    'Content-Type': `${type}; charset=utf-8`,
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
    ...(policy === undefined ? {} : { 'Content-Security-Policy': policy }),
    ...(hasBody(request) ? { Connection: 'close' } : {}),
    ...headers,
  })
  response.end(body)
}

function refusal(
  { url = '', method, headers }: IncomingMessage,
  status: number,
  message: string,
): { type: string; body: string; policy?: string } {
  if (isCallPath(url)) {
    return { type: 'application/json', body: JSON.stringify({ success: false, message }) }
  }
  if (!headers.accept?.includes('text/html')) return { type: 'text/plain', body: `${message}\n` }
  const mayAskAgain = status === 503 && (method === 'GET' || method === 'HEAD')
  return {
    type: 'text/html',
    body: refusalPage(status, message, mayAskAgain),
    policy: REFUSAL_POLICY,
  }
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
