/** The caches of pages that are filled for readers. */
import { LRUCache } from 'lru-cache'
import { maxEntries } from '../../platform/cache-size.ts'
import type { SentEncoding } from '../../platform/compression.server.ts'
import { type PagePiece, piecesBytes, type Slot } from './page-pieces.ts'
import type { FindKind, FindState, LoadPart } from './rendering.ts'
import { ENTRY_BYTES, maxSize } from './slot-markup.server.ts'

/** A page that was rendered for one reader and is filled for others of the same kind. */
export interface FillablePage {
  number: number
  version: number
  route: string
  headers: Record<string, string>
  commonCookie: string | null
  /** The security policy, cut where it has the hash of the script with the data; null: data has none. */
  policy: string[] | null
  pieces: PagePiece[]
  slots: Slot[]
  differsEachTime: boolean
  /** For whom it was rendered. Others wait until a rendering for another reader was the same. */
  onlyFor: number | null
}

/** Pages by kind of reader. Their data stays in memory too, for their slots. */
export const pages = new LRUCache<string, FillablePage>({
  maxSize,
  sizeCalculation: ({ pieces }) => 8 * ENTRY_BYTES + 2 * piecesBytes(pieces),
})

/** A page as it was sent to a reader. */
export interface SentPage {
  body: Buffer
  encoding: SentEncoding
  /** Whether other encodings have other bytes. */
  varies: boolean
  /** Of its script with the data. */
  hash: string | null
}

/** Pages that readers opened before, by page, encoding, and the reader's parts. */
export const sentBefore = new LRUCache<string, SentPage>({
  maxSize: Math.ceil(maxSize / 4),
  sizeCalculation: ({ body }, key) => ENTRY_BYTES + body.length + 2 * key.length,
})

/** What a page depends on, and how to load it for a reader. */
interface Step {
  version: number
  findKind: FindKind | null
  loads: Map<string, LoadPart>
  findState: FindState | null
}

/** How to find the page of a reader: by address first, and then by the kind of reader too. */
export const steps = new LRUCache<string, Step>(maxEntries(5000))
