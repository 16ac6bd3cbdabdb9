import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const FOLDER = 'build/packages'
const IN_PACKAGE = /^\0?(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//

/** The packages of these modules, as `name@version`. */
function packagesOf(modules: Iterable<string>): string[] {
  const folders = new Set<string>()
  for (const id of modules) {
    const [, folder] = IN_PACKAGE.exec(id) ?? []
    if (folder) folders.add(folder)
  }
  const names = [...folders].map((folder) => {
    const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    return `${name}@${version}`
  })
  return [...new Set(names)].toSorted()
}

/** Writes down which packages a bundle contains, for the list of components (bin/pack.mjs). */
export function writePackages(bundle: string, modules: Iterable<string>): void {
  mkdirSync(FOLDER, { recursive: true })
  writeFileSync(join(FOLDER, `${bundle}.json`), JSON.stringify(packagesOf(modules)))
}

/** Writes down the packages in the bundles of the browser and of the server. */
export function listPackages(): Plugin {
  return {
    name: 'list-packages',
    applyToEnvironment: ({ config }) => config.command === 'build',
    writeBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((output) => output.type === 'chunk')
      writePackages(
        this.environment.name,
        chunks.flatMap(({ moduleIds }) => moduleIds),
      )
    },
  }
}
