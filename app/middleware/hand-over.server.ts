import { type IncomingMessage, request as ask, type ServerResponse } from 'node:http'

/** Has another process answer a request, and passes its answer on as it comes. */
export function handOver(request: IncomingMessage, response: ServerResponse, home: string): void {
  const { method, headers, url = '/' } = request
  const asked = ask(home + url, { method: method ?? 'GET', headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(response)
  })
  asked.on('error', () => response.destroy())
  request.pipe(asked)
}
