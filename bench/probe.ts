/**
 * Loaded into every measured server (node --import): reports processor time and memory, and exits
 * when the benchmark does.
 */
export interface Usage {
  /** Processor time of all threads so far, in ms. */
  cpuMs: number
  rssBytes: number
}

process.on('message', (message) => {
  if (message !== 'usage') return
  const { user, system } = process.cpuUsage()
  process.send?.({ cpuMs: (user + system) / 1000, rssBytes: process.memoryUsage.rss() })
})
process.on('disconnect', () => process.exit())
