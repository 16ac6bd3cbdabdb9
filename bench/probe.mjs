/**
 * Loaded into every measured server (node --import): reports processor time and memory (usage.ts),
 * profiles on request, and exits when the benchmark does. Not TypeScript, whose parser would take 14 MB
 * of the server's memory.
 */
import { Session } from 'node:inspector/promises'

const SAMPLE_EVERY_US = 200

const milliseconds = ({ user, system }) => (user + system) / 1000
let session

/** Other work gets its turn at least this often, unless something occupies the main thread. */
const TURN_MS = 1
let blockMs = 0
let workedMs = 0
setInterval(() => {
  const now = milliseconds(process.threadCpuUsage())
  blockMs = Math.max(blockMs, now - workedMs)
  workedMs = now
}, TURN_MS).unref()

async function answer(asked) {
  if (asked === 'start profile') {
    session = new Session()
    session.connect()
    await session.post('Profiler.enable')
    await session.post('Profiler.setSamplingInterval', { interval: SAMPLE_EVERY_US })
    await session.post('Profiler.start')
    return true
  }
  if (asked === 'stop profile') return (await session.post('Profiler.stop')).profile
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
  void answer(message).then((result) => process.send?.(result))
})
process.on('disconnect', () => process.exit())
