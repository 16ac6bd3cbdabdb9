import { useSyncExternalStore } from 'react'

const neverChanges = () => () => {}

/**
 * A value of the server's markup, for readers without the framework.
 * @returns undefined once the framework runs
 */
export function useInServersMarkup<T>(value: T): T | undefined {
  return useSyncExternalStore(
    neverChanges,
    () => undefined,
    () => value,
  )
}
