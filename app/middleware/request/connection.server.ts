import type { IncomingMessage, ServerResponse } from 'node:http'
import { BlockList, isIP } from 'node:net'
import { LRUCache } from 'lru-cache'
import { maxEntries } from '../../platform/cache-size.ts'
import { readAddress } from '../../platform/client-network.server.ts'
import { env } from '../../platform/env.server.ts'
import { isCallPath } from './cross-origin.server.ts'
import { REFUSAL_POLICY, refusalPage } from './refusal-page.ts'

/**
 * The client's address from X-Forwarded-For: each trusted proxy appends one entry, and everything
 * before those entries may be made up by the client.
 */
function forwardedAddress({ headers }: IncomingMessage): string | undefined {
  if (env().trustProxy === 0) return undefined
  return String(headers['x-forwarded-for'] ?? '')
    .split(',')
    .at(-env().trustProxy)
    ?.trim()
}

/** The client's address, from the trusted proxies or else from the connection. */
export function clientAddress(request: IncomingMessage): string {
  return (
    readAddress(forwardedAddress(request) ?? '') ??
    readAddress(request.socket.remoteAddress ?? '') ??
    'unknown'
  )
}

const LOOPBACK = new BlockList()
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4')
LOOPBACK.addAddress('::1', 'ipv6')

/** Whether an address is a loopback address, IPv4-mapped IPv6 included. */
export function isLoopback(address: string | undefined): boolean {
  const version = isIP(address ?? '')
  return version !== 0 && LOOPBACK.check(address!, version === 6 ? 'ipv6' : 'ipv4')
}

/** Headers that proxies add. */
const PROXY_HEADERS =
  /^(?:x-forwarded-.*|forwarded|via|x-real-ip|x-client-ip|x-cluster-client-ip|.*-connecting-ip|true-client-ip|fly-client-ip)$/

/**
 * Whether a client on this machine sent a request. Behind a proxy on this machine everyone seems
 * local, so its headers are checked, and a trusted proxy must name a local client.
 */
function isFromThisMachine(request: IncomingMessage): boolean {
  if (!isLoopback(request.socket.remoteAddress)) return false
  if (env().trustProxy > 0) return isLoopback(forwardedAddress(request))
  return !Object.keys(request.headers).some((name) => PROXY_HEADERS.test(name))
}

/** Longer than any name with a port. */
const MAX_HOST_CHARS = 300

/** Recent hosts: nearly all requests are for the same one. Empty: there is no name. */
const hostNames = new LRUCache<string, string>({
  ...maxEntries(100),
  memoMethod: (host) => parseHostName(host) ?? '',
})

/** The normalized name or address in a Host header, or null if there is none. */
export function hostName(host: string): string | null {
  return host.length > MAX_HOST_CHARS ? parseHostName(host) : hostNames.memo(host) || null
}

function parseHostName(host: string): string | null {
  // These characters could make the URL parser find a different host.
  if (/[\s/\\@?#]/.test(host)) return null
  return URL.parse(`http://${host}`)?.hostname ?? null
}

export interface Caller {
  /** The client runs on this machine. */
  isLocal: boolean
  host: string
}

/** Who sent a request. */
export function callerOf(request: IncomingMessage): Caller {
  return { isLocal: isFromThisMachine(request), host: publicAddress(request).host }
}

const REPLACEMENT = encodeURIComponent('\ufffd')

/**
 * Replaces percent signs in paths that do not decode, or decode to another percent sign. No URL of
 * the product has one, and the framework would decode it twice and log two errors.
 */
export function decodable(url: string): string {
  const at = `${url}?`.indexOf('?')
  const path = url.slice(0, at)
  if (!path.includes('%')) return url
  try {
    if (!decodeURIComponent(path).includes('%')) return url
  } catch {
    // Not valid percent-encoding: replaced below.
  }
  return path.replaceAll('%', REPLACEMENT) + url.slice(at)
}

function hasBody({ headers }: IncomingMessage): boolean {
  return Number(headers['content-length'] ?? 0) > 0 || headers['transfer-encoding'] !== undefined
}

/**
 * Refuses a request without reading its body: with a small page for browsers, JSON for calls, and
 * plain text for other clients.
 * @param message what happened and what to do, in full sentences
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
  const mayRetry = status === 503 && (method === 'GET' || method === 'HEAD')
  return {
    type: 'text/html',
    body: refusalPage(status, message, mayRetry),
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
