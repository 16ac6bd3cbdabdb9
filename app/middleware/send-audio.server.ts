import type { IncomingMessage, ServerResponse } from 'node:http'
import { type AudioLink, readAudioLink } from '../catalogue/service/audio/audio-link.server.ts'
import { AUDIO_TYPES } from '../catalogue/rules/audio/formats.ts'
import { env } from '../platform/env.server.ts'
import { log } from '../platform/log.server.ts'
import { countAudioBytes, stateListeners } from '../platform/metrics.server.ts'
import { isUnavailable } from '../platform/unavailable.server.ts'
import { mayListen } from '../reading/service/audio/open-audio.server.ts'
import { unansweredOf } from './connection-limits.server.ts'
import { refuse } from './request/connection.server.ts'
import type { RequestContext } from './request/context.server.ts'
import { FOR_OTHER_SITES } from './security-headers.server.ts'

/** Responses with audio at the same time: a quarter of the connections. */
const MAX_LISTENERS = 1024
/** Requests of one network without an answer; times RATE_LIMIT_FACTOR. A player needs one or two. */
const MAX_PER_NETWORK = 64
const RETRY_AFTER_S = 5

const PATH = /^\/audio\/([a-z0-9-]{1,200})$/

/** The responses that are being sent. */
const listeners = new Set<ServerResponse>()

function follow(response: ServerResponse): void {
  listeners.add(response)
  stateListeners(listeners.size)
  response.once('close', () => {
    listeners.delete(response)
    stateListeners(listeners.size)
  })
}

/** Ends the responses with audio: players ask another process for the rest. */
export function stopListening(): void {
  for (const response of listeners) response.destroy()
}

/**
 * Answers requests for audio at signed addresses. They do not wait like others: a listener loads
 * a file for minutes, but costs next to nothing.
 * @returns false: the request is for something else
 */
export async function sendAudio(
  request: IncomingMessage,
  response: ServerResponse,
  requestContext: RequestContext,
): Promise<boolean> {
  const [path = '', query = ''] = (request.url ?? '').split('?', 2)
  const slug = PATH.exec(path)?.[1]
  const search = new URLSearchParams(query)
  if (slug === undefined || !search.has('signature')) return false
  requestContext.route = '/audio/:slug'
  const refuseWith = (status: number, message: string, headers?: Record<string, string>) =>
    refuse(request, response, status, message, headers)
  const link = readAudioLink(slug, search)
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    refuseWith(405, `${request.method} requests are not supported at this address.`, {
      Allow: 'GET, HEAD',
    })
  } else if (!link || link.expires * 1000 < Date.now()) {
    refuseWith(403, 'This link has expired. Please open the summary and play it again.')
  } else if (!(await mayOpen(link))) {
    refuseWith(403, 'Subscription required')
  } else if (
    listeners.size >= MAX_LISTENERS ||
    unansweredOf(requestContext) > MAX_PER_NETWORK * env().rateLimitFactor
  ) {
    refuseWith(503, 'Too many people are listening right now. Please try again in a few seconds.', {
      'Retry-After': String(RETRY_AFTER_S),
    })
  } else {
    follow(response)
    await sendFile(request, response, link, refuseWith)
  }
  return true
}

/** While the database is unavailable, only readers whose access was checked in the last minute can listen. */
async function mayOpen({ readerId, bookId }: AudioLink): Promise<boolean> {
  if (readerId === null) return true
  return mayListen(readerId, bookId).catch((error: unknown) => {
    if (!isUnavailable(error)) throw error
    return false
  })
}

async function sendFile(
  request: IncomingMessage,
  response: ServerResponse,
  { file, slug, expires }: AudioLink,
  refuseWith: (status: number, message: string, headers?: Record<string, string>) => void,
): Promise<void> {
  // Its list of all file types takes memory, and not every catalogue has audio.
  const { default: send } = await import('send')
  const extension = file.split('.')[1]!
  const [type] = Object.entries(AUDIO_TYPES).find(([, ending]) => ending === extension)!
  const maxAge = Math.max(0, Math.floor(expires - Date.now() / 1000))
  response.setHeaders(
    new Headers({
      ...FOR_OTHER_SITES,
      'Content-Type': type,
      'Content-Disposition': `inline; filename="${slug}.${extension}"`,
      'Content-Security-Policy': "default-src 'none'",
      'Cache-Control': `private, max-age=${maxAge}`,
      'X-Robots-Tag': 'noindex',
      ETag: `"${file}"`,
    }),
  )
  send(request, file, {
    root: env().audioDir,
    index: false,
    lastModified: false,
    cacheControl: false,
  })
    .on('error', (error: { status?: number; headers?: Record<string, string> }) => {
      const status = error.status ?? 500
      if (response.headersSent) return void response.destroy()
      for (const name of response.getHeaderNames()) {
        if (/^(?:etag|content-disposition|content-length|content-range)$/.test(name)) {
          response.removeHeader(name)
        }
      }
      if (status === 416) {
        refuseWith(416, 'The audio is not that long.', error.headers)
      } else {
        log.error({ file, status }, 'a file of audio cannot be read')
        refuseWith(404, 'This audio is no longer here. Please open the summary and play it again.')
      }
    })
    .on('stream', (stream: NodeJS.ReadableStream & { bytesRead?: number }) => {
      response.once('close', () => countAudioBytes(stream.bytesRead ?? 0))
    })
    .pipe(response)
}
