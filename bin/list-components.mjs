/** The list of components (SBOM) of a packed installation, in the format CycloneDX. */
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Their files are read by steps of the build (bin/typefaces.ts, bin/subset-fonts.mjs, Tailwind). */
const READ_BY_THE_BUILD = [
  '@fontsource-variable/archivo',
  '@fontsource-variable/hanken-grotesk',
  '@fontsource-variable/literata',
  '@fontsource-variable/newsreader',
  'tailwindcss',
]

const BUNDLES = 'build/packages'

const identify = (folder) => {
  const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return `${name}@${version}`
}

/** Every package in a folder `node_modules`, as `name@version`. */
const packagesIn = (folder) =>
  readdirSync(folder).flatMap((name) =>
    name.startsWith('@')
      ? readdirSync(join(folder, name)).map((part) => identify(join(folder, name, part)))
      : [identify(join(folder, name))],
  )

/**
 * What npm knows about the packages in the bundles and in the installation's folder, and nothing
 * about those that only build it.
 */
export function listComponents(nodeModules) {
  const contained = new Set([
    ...readdirSync(BUNDLES).flatMap((name) =>
      JSON.parse(readFileSync(join(BUNDLES, name), 'utf8')),
    ),
    ...packagesIn(nodeModules),
    ...READ_BY_THE_BUILD.map((name) => identify(join('node_modules', name))),
  ])
  const options = ['--sbom-format', 'cyclonedx', '--sbom-type', 'application']
  const { serialNumber: _, ...all } = JSON.parse(
    execFileSync('npm', ['sbom', ...options], {
      encoding: 'utf8',
      maxBuffer: 1e8,
      stdio: ['ignore', 'pipe', 'ignore'],
    }),
  )
  const { component } = all.metadata
  const components = all.components
    .filter(({ 'bom-ref': ref }) => contained.delete(ref))
    .map((found) => ({ ...found, scope: 'required', properties: [] }))
  if (contained.size > 0) throw new Error(`npm does not know ${[...contained].join(', ')}`)
  const refs = new Set([component['bom-ref'], ...components.map(({ 'bom-ref': ref }) => ref)])
  const dependencies = all.dependencies
    .filter(({ ref }) => refs.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((other) => refs.has(other)) }))
  const metadata = { ...all.metadata, component: { ...component, name: 'readr' } }
  return { ...all, metadata, components, dependencies }
}
