import type { RequestContext } from '../request/context.server.ts'
import type { Fragment, ReaderDataParts } from './template.server.ts'

/** A reader's response that is kept for others when it is finished. */
interface UnfinishedResponse {
  key: string
  variant: string
  /** Set by the loaders. */
  parts: ReaderDataParts
  /** Set by the rendering. */
  fragments: Fragment[]
}

/** The responses that are being made and will be kept. */
export const unfinishedResponses = new WeakMap<RequestContext, UnfinishedResponse>()
