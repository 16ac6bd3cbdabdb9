import type { MiddlewareFunction } from 'react-router'
import { answerBackground } from './answer-background.server.ts'
import { answerRepeats } from './answer-repeats.server.ts'
import { compressAndCache } from './compress-and-cache.server.ts'
import { failAsJson } from './fail-as-json.server.ts'
import { guardAdministration } from './guard-administration.server.ts'
import { guardDemoTools } from './guard-demo-tools.server.ts'
import { identify } from './identify.server.ts'
import { checkPageReader } from './page-reader.server.ts'
import { limitCalls } from './limit-calls.server.ts'
import { guardHeaders } from './security-headers.server.ts'

/** From outside to inside: compression and cache, headers, limits, the reader, whose page it is, restricted areas, repeats. */
export const pipeline: MiddlewareFunction<Response>[] = [
  compressAndCache,
  answerBackground,
  guardHeaders,
  failAsJson,
  limitCalls,
  identify,
  checkPageReader,
  guardAdministration,
  guardDemoTools,
  answerRepeats,
]
