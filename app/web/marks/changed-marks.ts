import { useSyncExternalStore } from 'react'
import type { BookMarks } from '../../reading/rules/marks.ts'
import { sendMark } from '../behaviors/send-mark.ts'

/**
 * The marks that were changed on this page since it was loaded, by slug: the same book may stand
 * on a card, in the dialog over it and on another shelf, and all of them show the change at once.
 * Only the browser changes it.
 */
const changed = new Map<string, Partial<BookMarks>>()
const listeners = new Set<() => void>()

/** How many books the list has since the last change; null: nothing was changed. */
let listCount: number | null = null

/** What is being sent: one after the other, so that the last toggle of a book stands. */
let sending: Promise<unknown> = Promise.resolve()

function tellListeners(): void {
  for (const listener of listeners) listener()
}

function show(slug: string, mark: 'saved' | 'read', on: boolean): void {
  changed.set(slug, { ...changed.get(slug), [mark]: on })
  tellListeners()
}

/**
 * Sets a mark or takes it away: it shows at once, wherever the book stands, and is sent in the
 * background. What does not get through is silently shown as it was.
 */
export async function changeMark(slug: string, mark: 'saved' | 'read', on: boolean): Promise<void> {
  show(slug, mark, on)
  const answer = sending.then(() => sendMark(slug, mark, on))
  sending = answer
  const savedCount = await answer
  if (savedCount === 'later') return
  if (savedCount !== null) {
    listCount = savedCount
    tellListeners()
  } else if (changed.get(slug)?.[mark] === on) show(slug, mark, !on)
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

/** How many books the list has: as loaded, or after the last change since. */
export function useListCount(loaded: number): number {
  const since = useSyncExternalStore(
    subscribe,
    () => listCount,
    () => null,
  )
  return since ?? loaded
}
