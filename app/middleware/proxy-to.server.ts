import { type IncomingMessage, request as ask, type ServerResponse } from 'node:http'
import { callerOf } from './connection.server.ts'

/**
 * Has another process answer a request, and passes its answer on as it comes. To that process this
 * one is a client on its machine: who asks from elsewhere is named, as proxies do.
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
