import { ApiError } from './errors.ts'

/** Calls of Stripe's API are far smaller. */
const MAX_BODY_BYTES = 64 * 1024

/**
 * Reads a request body as text.
 * @throws ApiError 413 when it is larger than MAX_BODY_BYTES
 */
export async function readBody(body: AsyncIterable<Uint8Array> | null): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body ?? []) {
    size += chunk.length
    if (size > MAX_BODY_BYTES) {
      throw new ApiError(413, {
        type: 'invalid_request_error',
        message: 'The request is too large.',
      })
    }
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
