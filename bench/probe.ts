/**
 * Loaded into every server that is measured (node --import): answers the benchmark's questions
 * about processor time and memory, and ends the server when the benchmark is gone.
 */
export interface Usage {
  /** Processor time of the whole process so far, all threads, in ms. */
  cpuMs: number
  rssBytes: number
}

process.on('message', (message) => {
  if (message !== 'usage') return
  const { user, system } = process.cpuUsage()
  process.send?.({ cpuMs: (user + system) / 1000, rssBytes: process.memoryUsage.rss() })
})
process.on('disconnect', () => process.exit())
