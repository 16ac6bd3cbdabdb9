import { request as ask } from 'node:http'
import { env } from '../platform/env.server.ts'
import type { Link } from './request/link.ts'
import { callerOf } from './request/connection.server.ts'

/**
 * One of a demo's processes emulates what it needs from outside; the others forward requests for it, and
 * stream the response back. A client from another machine is named in X-Forwarded-For, since the other
 * process only sees this one.
 */
export const passToDemoHome: Link = async (request, response) => {
  const home = env().demoHome
  const { method = 'GET', url = '/' } = request
  if (home === undefined || !url.startsWith('/dev/')) return false
  const { 'x-forwarded-for': chain, ...others } = request.headers
  const forwarded = [chain, request.socket.remoteAddress].filter(Boolean).join(', ')
  const headers = callerOf(request).isLocal
    ? request.headers
    : { ...others, 'x-forwarded-for': forwarded }
  const asked = ask(home + url, { method, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(response)
  })
  asked.on('error', () => response.destroy())
  request.pipe(asked)
  return true
}
