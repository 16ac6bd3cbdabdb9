import { readFileSync } from 'node:fs'

/** What a measured server reports (probe.mjs). */
export interface Usage {
  /** Processor time so far, in ms: of all threads, and of the main thread. */
  cpuMs: number
  mainMs: number
  /** The longest time since the last request for it that the main thread worked without a pause, in ms. */
  blockMs: number
  rssBytes: number
}

export type ProbeRequest = 'usage' | 'start profile' | 'stop profile'

/** The unit of processor time in /proc. */
export const TICKS_PER_SECOND = 100

/** The fields of /proc/<pid>/stat from the parent's id on; null if the process has ended. */
export function figuresOf(pid: string | number): string[] | null {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ').slice(1)
  } catch {
    return null
  }
}
