import { env } from '../platform/env.server.ts'
import { MAX_BODY_BYTES } from './body.server.ts'
import type { Link } from './request/link.ts'
import { hostName, publicAddress, refuse } from './request/connection.server.ts'
import {
  crossOriginHeaders,
  isCallPath,
  mayCall,
  PREFLIGHT_HEADERS,
} from './request/cross-origin.server.ts'
import { isCrossSiteWrite } from './guard-origin.server.ts'
import { operationOf } from './operations-addresses.ts'
import { answerOperation } from './answer-operations.server.ts'
import { commonHeaders, fileHeaders } from './security-headers.server.ts'
import { isBuiltFile } from './send-file.server.ts'
import { typedBytes } from './typed-input.server.ts'

/** Maximum length of path and query. */
const MAX_URL_CHARS = 8192
/** Pages that take file uploads limit them where they read the body. */
const TAKES_FILES = /^\/admin\/(?:import|books\/[^/?]+(?:\/(?:audio|file|edit|draft))?)(?:\?|$)/

/** Methods that any call supports; each call answers 405 to those it does not. */
const CALL_METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']
const PAGE_METHODS = ['GET', 'HEAD', 'POST']

/**
 * The checks before any work is done for a request. Sets the headers that every response has, and
 * answers malformed and forbidden requests, operators' URLs, and CORS preflights.
 */
export const checkRequest: Link = async (request, response, facts) => {
  const { url = '/', method = '', headers } = request
  const { protocol, host } = publicAddress(request)
  // Otherwise the framework would believe it instead of the headers just read.
  if (env().trustProxy > 0) delete headers.forwarded
  const securityHeaders = isBuiltFile(url) ? fileHeaders : commonHeaders
  for (const [name, value] of Object.entries(securityHeaders(protocol === 'https:'))) {
    response.setHeader(name, value)
  }
  const refuseWith = (status: number, message: string, more?: Record<string, string>) => {
    refuse(request, response, status, message, more)
    return true
  }
  if (!url.startsWith('/'))
    return refuseWith(400, 'We could not understand this address. Please check it and try again.')
  if (host !== '' && hostName(host) === null) {
    return refuseWith(400, 'The Host header is malformed.')
  }
  if (url.length > MAX_URL_CHARS)
    return refuseWith(
      414,
      'This address is too long. Please shorten it, or start from the home page.',
    )
  const operation = operationOf(url)
  if (operation) {
    facts.route = `/${operation}`
    await answerOperation(operation, request, response)
    return true
  }
  for (const [name, value] of Object.entries(crossOriginHeaders(url, headers.origin))) {
    response.setHeader(name, value)
  }
  if (method === 'OPTIONS' && mayCall(url, headers.origin)) {
    response.writeHead(204, PREFLIGHT_HEADERS).end()
    return true
  }
  const methods = isCallPath(url) ? CALL_METHODS : PAGE_METHODS
  if (!methods.includes(method)) {
    return refuseWith(405, `${method} requests are not supported at this address.`, {
      Allow: methods.filter((name) => name !== 'OPTIONS' && name !== 'PATCH').join(', '),
    })
  }
  if (headers['transfer-encoding'] !== undefined && headers['content-length'] === undefined) {
    return refuseWith(411, 'The request must state the length of its body (Content-Length).')
  }
  const maxBytes = typedBytes(url) ?? MAX_BODY_BYTES
  if (Number(headers['content-length'] ?? 0) > maxBytes && !TAKES_FILES.test(url)) {
    return refuseWith(413, 'The request is larger than 64 KB. Please shorten it and try again.')
  }
  // Checked here because the framework's own check of forms would come first and answer 400.
  const target = { method, pathname: url.split('?', 1)[0]! }
  if (isCrossSiteWrite(target, headers, `${protocol}//${host}`)) {
    return refuseWith(403, 'Requests from other sites are not accepted here.')
  }
  return false
}
