import { mkdirSync, renameSync } from 'node:fs'
import type { Config } from '@react-router/dev/config'

export default {
  ssr: true,
  // Each entry of vite.config.ts has its own file.
  serverBuildFile: '[name].js',
  // The whole route table is small; sending it once avoids a request per link.
  routeDiscovery: { mode: 'initial' },
  // Requests of other sites are refused by app/middleware/guard-origin.server.ts, at every address
  // and with 403; the framework's own check, of pages only, would answer 400 before it.
  allowedActionOrigins: ['**'],
  async buildEnd() {
    const { drawAppPictures } = await import('./bin/app-pictures.ts')
    const { writeServiceWorker } = await import('./bin/service-worker.ts')
    const client = 'build/client'
    await drawAppPictures(client)
    await writeServiceWorker(client, 'build/server/index.js')
    // For the list of components (bin/pack.mjs), and not for browsers.
    mkdirSync('build/packages', { recursive: true })
    for (const [bundle, file] of [
      ['client', 'license.json'],
      ['server', 'license.json'],
      ['client', 'worker-license.json'],
    ] as const) {
      renameSync(`build/${bundle}/${file}`, `build/packages/${bundle}-${file}`)
    }
  },
} satisfies Config
