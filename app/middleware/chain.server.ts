import type { MiddlewareFunction } from 'react-router'
import { answerBackground } from './answer-background.server.ts'
import { answerRepeats } from './answer-repeats.server.ts'
import { answerByVariant } from './cache/by-variant.server.ts'
import { finishResponse } from './finish-response.server.ts'
import { sendCached } from './cache/send-cached.server.ts'
import { checkPageReader } from './page-reader.server.ts'
import { checkRequest } from './check-request.server.ts'
import { limitConcurrency, waitInCrowd } from './connection-limits.server.ts'
import type { Link } from './request/link.ts'
import { failAsJson } from './fail-as-json.server.ts'
import { guardAdministration } from './guard-administration.server.ts'
import { guardDemoTools } from './guard-demo-tools.server.ts'
import { identify } from './identify.server.ts'
import { limitCalls } from './limit-calls.server.ts'
import { guardMarkup } from './security-headers.server.ts'
import { normalizeRequest } from './normalize-request.server.ts'
import { passToDemoHome } from './pass-to-demo-home.server.ts'
import { sendAudio } from './send-audio.server.ts'
import { sendFile } from './send-file.server.ts'

/**
 * What happens to every request, for a page or a call, in this order. Before the first link, server.ts
 * counts the unanswered requests of each connection and network.
 */
export const beforeTheRouter: readonly Link[] = [
  // Sets the headers of every response. Malformed, forbidden, and operators' requests end here.
  checkRequest,
  // A listener loads a file for minutes and costs next to nothing, so it is counted separately.
  sendAudio,
  // Networks with too many unanswered requests wait with the rest, files and cached pages included.
  waitInCrowd,
  passToDemoHome,
  normalizeRequest,
  sendFile,
  // Visitors' responses that were made before.
  sendCached,
  // All others take time: only so many run at the same time.
  limitConcurrency,
]

/**
 * What happens around the route that the router has found. The first is the outermost: it sees the
 * response last.
 */
export const aroundTheRoute: MiddlewareFunction<Response>[] = [
  // On the way out: keep it in the cache, add the ETag, compress.
  finishResponse,
  // On the way out: redirects for forms that a script has sent, a policy for markup, errors of calls as JSON.
  answerBackground,
  guardMarkup,
  failAsJson,
  // Needs the database, so it comes after the concurrency limit.
  limitCalls,
  identify,
  // Readers' responses that were made before, filled with the data of the one who asks.
  answerByVariant,
  checkPageReader,
  guardAdministration,
  guardDemoTools,
  answerRepeats,
]
