import { hearsChanges, onChange } from '../../platform/meeting.server.ts'
import { readCatalogueVersion } from '../store.server.ts'

/** How long a version number is believed where changes are not heard of. */
const VERSION_TRUST_MS = 500

const NOTHING_SEEN = { version: -1, checkedAt: 0 }

let seen = NOTHING_SEEN

/**
 * The catalogue's version, at most half a second old. Whatever is rendered from the catalogue
 * alone holds for as long as it stays the same.
 */
export async function catalogueVersion(): Promise<number> {
  const now = performance.now()
  const { version, checkedAt } = seen
  if (version >= 0 && (hearsChanges() || now - checkedAt <= VERSION_TRUST_MS)) return version
  const before = seen
  const fresh = { version: await readCatalogueVersion(), checkedAt: now }
  // A change that was heard of meanwhile may not be in it.
  if (seen === before) seen = fresh
  return fresh.version
}

/** Makes the next look at the catalogue ask the database. Called after each change. */
export function forgetCatalogueVersion(): void {
  seen = { ...NOTHING_SEEN }
}

onChange('catalogue', forgetCatalogueVersion)
