import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'

const hash = (content: string | Buffer) =>
  createHash('sha256').update(content).digest('hex').slice(0, 12)

/**
 * Builds the service worker into the client folder. It contains the list of built files, so its text
 * changes with them, and browsers notice the new version.
 */
export async function writeServiceWorker(clientFolder: string, server: string): Promise<void> {
  const files = readdirSync(join(clientFolder, 'assets'))
  const BUILD = hash(readFileSync(server) + files.toSorted().join('\n'))
  const SHELL: { url: string; revision: string | null }[] = files
    .filter((name) => /\.(?:css|woff2)$/.test(name))
    .map((name) => ({ url: `/assets/${name}`, revision: null }))
  for (const url of ['/offline', '/scripts/changes.js']) SHELL.push({ url, revision: BUILD })
  SHELL.push({
    url: '/favicon.svg',
    revision: hash(readFileSync(join(clientFolder, 'favicon.svg'))),
  })
  await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    define: {
      BUILD: JSON.stringify(BUILD),
      SHELL: JSON.stringify(SHELL),
      'process.env.NODE_ENV': '"production"',
    },
    build: {
      outDir: clientFolder,
      emptyOutDir: false,
      license: { fileName: 'worker-license.json' },
      rollupOptions: {
        input: 'app/web/behaviors/offline/worker.ts',
        output: { format: 'iife', entryFileNames: 'service-worker.js' },
      },
    },
  })
}
