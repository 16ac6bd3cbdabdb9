import { asSharedWork } from '../../platform/database-work.server.ts'
import { catalogueVersion } from './version.server.ts'

/**
 * Reads something once per version of the catalogue, also for those who ask while it is being read.
 * Reading may take long, so it should pause for other requests.
 */
export function oncePerVersion<T>(read: () => Promise<T>): () => Promise<T> {
  let known: { version: number; value: Promise<T> } | undefined
  return async () => {
    const version = await catalogueVersion()
    if (known?.version === version) return known.value
    const asked = (known = { version, value: asSharedWork(read) })
    asked.value.catch(() => {
      if (known === asked) known = undefined
    })
    return asked.value
  }
}
