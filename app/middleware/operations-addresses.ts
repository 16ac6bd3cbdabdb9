import type { IncomingMessage, ServerResponse } from 'node:http'

/**
 * The addresses for operators. They are answered before the framework, are not counted by limits,
 * and appear in the log only at level debug.
 */
export const OPERATIONS = ['healthz', 'readyz', 'metrics'] as const

export type Operation = (typeof OPERATIONS)[number]

export interface OperationAnswer {
  status: number
  text: string
  /** Content type; plain text if there is none. */
  type?: string
}

/** Which of the addresses a request names, or null. */
export function operationOf(url: string): Operation | null {
  const [path = ''] = url.split('?', 1)
  return OPERATIONS.find((name) => path === `/${name}`) ?? null
}

/** Sends an answer, or 404 if there is none. */
export function sendOperation(
  { method }: IncomingMessage,
  response: ServerResponse,
  found: OperationAnswer | null,
): void {
  let answer = found ?? { status: 404, text: 'Not found\n' }
  if (method !== 'GET' && method !== 'HEAD') {
    response.setHeader('Allow', 'GET, HEAD')
    answer = { status: 405, text: `${method} is not supported here. Use GET.\n` }
  }
  response.writeHead(answer.status, {
    'Cache-Control': 'no-store',
    'Content-Type': answer.type ?? 'text/plain; charset=utf-8',
    'Content-Length': Buffer.byteLength(answer.text),
  })
  response.end(answer.text)
}
