import { useSyncExternalStore } from 'react'

function subscribe(listener: () => void): () => void {
  document.addEventListener('readr:list-count', listener)
  return () => document.removeEventListener('readr:list-count', listener)
}

/** How many books are in My List: as loaded, or after the last change on this page (behaviors/changes/marks.ts). */
export function useListCount(loaded: number): number {
  const changed = useSyncExternalStore(
    subscribe,
    () => document.documentElement.dataset['savedCount'],
    () => undefined,
  )
  return changed === undefined ? loaded : Number(changed)
}
