import type { ServerResponse } from 'node:http'

interface Batched {
  response: ServerResponse
  body: Buffer | null
}

let batch: Batched[] = []

function sendBatch(): void {
  const sent = batch
  batch = []
  for (const { response, body } of sent) response.end(body ?? undefined)
}

/**
 * Ends a response together with the others of this turn of the event loop. A client that waits is woken
 * by the first of them, which takes the system as long as the rest of a cached page, and is still awake
 * for the others.
 * @param response with its head written
 */
export function endInBatch(response: ServerResponse, body: Buffer | null = null): void {
  if (batch.push({ response, body }) === 1) setImmediate(sendBatch)
}
