/**
 * Loaded into every measured server (node --import): reports processor time and memory, profiles on
 * request, and exits when the benchmark does.
 */
import { type Profiler, Session } from 'node:inspector/promises'

export interface Usage {
  /** Processor time so far, in ms: of all threads, and of the main thread. */
  cpuMs: number
  mainMs: number
  rssBytes: number
}

export type ProbeRequest = 'usage' | 'start profile' | 'stop profile'

const SAMPLE_EVERY_US = 200

const milliseconds = ({ user, system }: NodeJS.CpuUsage) => (user + system) / 1000
let session: Session | undefined

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
  return {
    cpuMs: milliseconds(process.cpuUsage()),
    mainMs: milliseconds(process.threadCpuUsage()),
    rssBytes: process.memoryUsage.rss(),
  }
}

process.on('message', (message) => {
  void answer(message as ProbeRequest).then((result) => process.send?.(result))
})
process.on('disconnect', () => process.exit())
