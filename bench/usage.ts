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
