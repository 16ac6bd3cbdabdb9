import { vi } from 'vitest'
import { HOUR } from './accounts.ts'

/** When the tests of sessions start. */
export const NOW = new Date('2026-11-21T12:00:00.500Z')
export const DAY = 24 * HOUR
export const SECRETS = ['a'.repeat(32), 'b'.repeat(32), 'c'.repeat(32)] as const

/** A time after the start. */
export const at = (ms: number) => new Date(NOW.getTime() + ms)

/** Sets the clock and returns the same time, for parameters. */
export function moveTo(ms: number): Date {
  vi.setSystemTime(at(ms))
  return at(ms)
}
