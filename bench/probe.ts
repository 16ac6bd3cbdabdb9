/**
 * Loaded into every measured server (node --import): reports processor time and memory, profiles on
 * request, and exits when the benchmark does.
 */
import { type Profiler, Session } from 'node:inspector/promises'

export interface Usage {
  /** Processor time so far, in ms: of all threads, and of the main thread. */
  cpuMs: number
  mainMs: number
  /** The longest time since the last request for it that the main thread worked without a pause, in ms. */
  blockMs: number
  rssBytes: number
}

export type ProbeRequest = 'usage' | 'start profile' | 'stop profile'

const SAMPLE_EVERY_US = 200

const milliseconds = ({ user, system }: NodeJS.CpuUsage) => (user + system) / 1000
let session: Session | undefined

/** Other work gets its turn at least this often, unless something occupies the main thread. */
const TURN_MS = 1
let blockMs = 0
let workedMs = 0
setInterval(() => {
  const now = milliseconds(process.threadCpuUsage())
  blockMs = Math.max(blockMs, now - workedMs)
  workedMs = now
}, TURN_MS).unref()

async function answer(asked: ProbeRequest): Promise<Usage | Profiler.Profile | true> {
  if (asked === 'start profile') {
    session = new Session()
    session.connect()
    await session.post('Profiler.enable')
    await session.post('Profiler.setSamplingInterval', { interval: SAMPLE_EVERY_US })
    await session.post('Profiler.start')
    return true
  }
  if (asked === 'stop profile') return (await session!.post('Profiler.stop')).profile
  const longestMs = blockMs
  blockMs = 0
  return {
    blockMs: longestMs,
    cpuMs: milliseconds(process.cpuUsage()),
    mainMs: milliseconds(process.threadCpuUsage()),
    rssBytes: process.memoryUsage.rss(),
  }
}

process.on('message', (message) => {
  void answer(message as ProbeRequest).then((result) => process.send?.(result))
})
process.on('disconnect', () => process.exit())
