import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, type Plugin } from 'rolldown'
import { writePackages } from './list-packages.ts'

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
  const { output } = await build({
    input: 'app/web/behaviors/offline/worker.ts',
    write: false,
    plugins: [shell({ BUILD, SHELL })],
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
    output: { format: 'iife', minify: true },
  })
  writeFileSync(join(clientFolder, 'service-worker.js'), output[0].code)
  writePackages('worker', output[0].moduleIds)
}

/** The virtual module that tells the worker about the build. */
function shell(facts: object): Plugin {
  const name = 'virtual:shell'
  return {
    name,
    resolveId: (source) => (source === name ? `\0${name}` : null),
    load: (id) =>
      id === `\0${name}`
        ? Object.entries(facts)
            .map(([key, value]) => `export const ${key} = ${JSON.stringify(value)}`)
            .join('\n')
        : null,
  }
}
