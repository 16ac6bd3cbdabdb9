import type { RequestFacts } from '../request/context.server.ts'
import type { Fragment, ReaderDataParts } from './template.server.ts'

/** A reader's response that is kept for others when it is finished. */
interface SharedResponse {
  key: string
  variant: string
  /** Set by the loaders. */
  parts: ReaderDataParts
  /** Set by the rendering. */
  fragments: Fragment[]
}

/** The responses that are being made and will be kept. */
export const responses = new WeakMap<RequestFacts, SharedResponse>()
