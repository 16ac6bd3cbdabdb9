import { type IncomingMessage, request as ask, type ServerResponse } from 'node:http'
import { callerOf } from './connection.server.ts'

/**
 * Forwards a request to another process on this machine and streams its response back. A client from
 * another machine is named in X-Forwarded-For, since the other process only sees this one.
 */
export function proxyTo(request: IncomingMessage, response: ServerResponse, home: string): void {
  const { method, url = '/' } = request
  const { 'x-forwarded-for': chain, ...others } = request.headers
  const forwarded = [chain, request.socket.remoteAddress].filter(Boolean).join(', ')
  const headers = callerOf(request).isLocal
    ? request.headers
    : { ...others, 'x-forwarded-for': forwarded }
  const asked = ask(home + url, { method: method ?? 'GET', headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(response)
  })
  asked.on('error', () => response.destroy())
  request.pipe(asked)
}
