import type { IncomingMessage, ServerResponse } from 'node:http'
import { BlockList, isIP } from 'node:net'
import { readAddress } from '../platform/client-network.server.ts'
import { env } from '../platform/env.server.ts'
import { isCallPath } from './cross-origin.server.ts'
import { REFUSAL_POLICY, refusalPage } from './refusal-page.ts'

/**
 * Where a request comes from: each trusted proxy has added one entry at the end of the header, so
 * what stands before them is what a client could have made up. An entry that is no address counts
 * as none.
 */
function forwardedAddress({ headers }: IncomingMessage): string | undefined {
  if (env().trustProxy === 0) return undefined
  return String(headers['x-forwarded-for'] ?? '')
    .split(',')
    .at(-env().trustProxy)
    ?.trim()
}

/** Where a request comes from, as the trusted proxies say it, else as the connection does. */
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

/** Whether a network address leads back to the machine itself; IPv6 also holds those of IPv4. */
export function isLoopback(address: string | undefined): boolean {
  const version = isIP(address ?? '')
  return version !== 0 && LOOPBACK.check(address!, version === 6 ? 'ipv6' : 'ipv4')
}

/** What proxies add to a request, whatever they are called. */
const BY_A_PROXY =
  /^(?:x-forwarded-.*|forwarded|via|x-real-ip|x-client-ip|x-cluster-client-ip|.*-connecting-ip|true-client-ip|fly-client-ip)$/

/**
 * Whether a client on this machine sent a request. A proxy on this machine makes everybody look so:
 * what it adds gives it away, and where it is trusted it has to name a client on this machine.
 */
function isFromThisMachine(request: IncomingMessage): boolean {
  if (!isLoopback(request.socket.remoteAddress)) return false
  if (env().trustProxy > 0) return isLoopback(forwardedAddress(request))
  return !Object.keys(request.headers).some((name) => BY_A_PROXY.test(name))
}

/** The name or address in a Host header, in one spelling; null where there is none in it. */
export function hostName(host: string): string | null {
  // Of these an address could be made in which the name is another one.
  if (/[\s/\\@?#]/.test(host)) return null
  return URL.parse(`http://${host}`)?.hostname ?? null
}

/** Who sent a request, as far as the connection says. */
export interface Caller {
  /** A program on this machine. */
  isLocal: boolean
  /** The host that it asked for, as its browser sees it. */
  host: string
}

/** Who sent a request. */
export function callerOf(request: IncomingMessage): Caller {
  return { isLocal: isFromThisMachine(request), host: publicAddress(request).host }
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
