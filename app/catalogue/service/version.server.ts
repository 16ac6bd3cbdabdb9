import { readCatalogueVersion } from '../store.server.ts'

/** How long a version number read from the database is believed. */
const VERSION_TRUST_MS = 500

let seen = { version: -1, checkedAt: 0 }
/**
 * The catalogue's version, at most half a second old. Whatever is rendered from the catalogue
 * alone holds for as long as it stays the same.
 */
export async function catalogueVersion(): Promise<number> {
  const now = performance.now()
  if (seen.version < 0 || now - seen.checkedAt > VERSION_TRUST_MS) {
    seen = { version: await readCatalogueVersion(), checkedAt: now }
  }
  return seen.version
}

/** Makes the next look at the catalogue ask the database. Called after each change. */
export function forgetCatalogueVersion(): void {
  seen = { version: -1, checkedAt: 0 }
}
