import type { SignedIn } from '../../accounts/service/resume-session.server.ts'
import type { Slot } from './page-pieces.ts'
import type { LoadedPart } from './part-json.ts'

/**
 * Loads a reader's part of a page's data.
 * @param isView the reader opens the page, and the browser does not only prefetch it
 */
export type LoadPart = (signedIn: SignedIn, isView: boolean) => Promise<unknown>

/** Finds what else the kept part of a page depends on. Undefined: it is for this reader alone. */
export type FindKind = (signedIn: SignedIn) => Promise<unknown>
/** Finds what the kept part depends on in the page's part of the reader's data. */
export type FindState = (own: unknown) => unknown

/** The rendering of a page that may be filled for other readers later. */
export interface FillableRendering {
  /** Set by the loaders: how to load each part of the reader's data, and the part. */
  parts: Map<string, { load: LoadPart; loaded: LoadedPart }>
  /** Set by a loader whose page depends on more than the access; what it found in this reader. */
  kind: { find: FindKind; value: unknown } | null
  state: { find: FindState; value: unknown } | null
  /** Set by a loader whose page has other content each time, such as a random book. */
  differsEachTime: boolean
  /** Set by the rendering. */
  slots: Slot[]
}

export const newRendering = (): FillableRendering => ({
  parts: new Map(),
  kind: null,
  state: null,
  slots: [],
  differsEachTime: false,
})
