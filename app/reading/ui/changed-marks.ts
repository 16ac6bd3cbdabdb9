import { useSyncExternalStore } from 'react'
import type { BookMarks } from '../rules.ts'

/**
 * The marks that were changed on this page since it was loaded, by slug: the same book may stand
 * on a card, in the dialog over it and on another shelf, and all of them show the change at once.
 * Only the browser changes it.
 */
const changed = new Map<string, Partial<BookMarks>>()
const listeners = new Set<() => void>()

/** Shows a mark as set or not, wherever the book stands. */
export function showMark(slug: string, mark: 'saved' | 'read', on: boolean): void {
  changed.set(slug, { ...changed.get(slug), [mark]: on })
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** A book's marks: as loaded, with what was changed since. */
export function useMarks(slug: string, loaded: BookMarks): BookMarks {
  const changes = useSyncExternalStore(
    subscribe,
    () => changed.get(slug),
    () => undefined,
  )
  return { ...loaded, ...changes }
}
