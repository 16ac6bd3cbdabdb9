/** The cached responses. */
import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { lastCatalogueVersion } from '../../catalogue/service/version.server.ts'
import { env } from '../../platform/env.server.ts'
import type { Template } from './template.server.ts'

interface Kept {
  /** The catalogue's version from which it was made; it is stale when that changes. */
  version: number
  /** The template of its route. */
  route: string | null
  headers: Record<string, string>
}

/** A response without reader data, as it is sent. */
export interface WholeEntry extends Kept {
  /** By content encoding. */
  bodies: { identity: Buffer; br?: Buffer; gzip?: Buffer }
  /** How often it was sent with brotli. */
  sent: number
}

/** A response that is filled with each reader's data. */
export interface FilledEntry extends Kept {
  template: Template
  /** The security policy around the hash of the script with the data; null: there is none. */
  policy: string[] | null
  /** A cookie that everybody gets with the response. */
  cookie: string | null
  /** The reader for whom it was made; null: the rendering for a second reader was the same. */
  onlyFor: number | null
}

/** The memory of an entry in addition to its contents. */
const ENTRY_BYTES = 2048

/** The memory of an entry. A compressed body may be part of a larger buffer. */
export function entryBytes(entry: WholeEntry | FilledEntry, key: string): number {
  const texts = 2 * (key.length + JSON.stringify(entry.headers).length)
  const sizes =
    'bodies' in entry
      ? Object.values(entry.bodies).map(({ buffer }) => buffer.byteLength)
      : entry.template.pieces.map((piece) => (typeof piece === 'string' ? 2 * piece.length : 0))
  return sizes.reduce((sum, size) => sum + size, ENTRY_BYTES + texts)
}

const entries = new LRUCache<string, WholeEntry | FilledEntry>({
  maxSize: Math.max(1, env().pageCacheBytes),
  sizeCalculation: entryBytes,
})

/** Whether responses are kept at all. */
export const isCacheOn = () => env().pageCacheBytes > 0

/** The entry of a catalogue version. */
export function entryOf<E extends WholeEntry | FilledEntry>(
  key: string,
  version: number | null,
): E | undefined {
  const entry = entries.get(key)
  return entry && entry.version === version ? (entry as E) : undefined
}

/** The entry of the current catalogue, or of the last known one if the database is down. */
export const recall = async <E extends WholeEntry | FilledEntry>(
  key: string,
): Promise<E | undefined> => entryOf<E>(key, await lastCatalogueVersion())

/** Keeps an entry. The least recently used ones are dropped to make room. */
export function keep(key: string, entry: WholeEntry | FilledEntry): void {
  // Deleted first, because the same object would not be measured again.
  entries.delete(key)
  if (isCacheOn()) entries.set(key, entry)
}

export const forget = (key: string) => entries.delete(key)

/** The entity tag of a body. */
export const etagOf = (body: Buffer): string => `"${hash('sha1', body, 'base64url')}"`

/** Whether the client has the response with this entity tag already. */
export function isCurrent(
  ifNoneMatch: string | null | undefined,
  etag: string | null | undefined,
): boolean {
  if (!etag || !ifNoneMatch) return false
  return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
}
