/**
 * Copies what a running installation needs into a folder. Copy it to a machine with Node 26 and run
 * bin/readr there. Usage, after a build: node bin/pack.mjs <folder>
 */
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
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
 * The list of components (SBOM) in the format CycloneDX: what npm knows about the packages in the bundles and in the installation's folder, and nothing
 * about those that only build it.
 */
function listComponents(nodeModules) {
  const contained = new Set([
    ...readdirSync(BUNDLES)
      .flatMap((file) => JSON.parse(readFileSync(join(BUNDLES, file), 'utf8')))
      .map(({ name, version }) => `${name}@${version}`),
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

const [target] = process.argv.slice(2)
if (!target || target.startsWith('-')) {
  console.error('Usage: node bin/pack.mjs <folder>')
  process.exit(1)
}

mkdirSync(target, { recursive: true })
const pack = (path, filter) =>
  cpSync(path, join(target, path), { recursive: true, filter: filter ?? (() => true) })

pack('build', (path) => !/\.done$|^build\/packages\b|compile-cache\b/.test(path))
pack('content')
for (const engine of ['sqlite', 'postgres']) pack(join('prisma', engine, 'migrations'))
// Packages with native parts cannot be bundled. These are for this machine's platform.
const sqlite = 'node_modules/better-sqlite3'
pack(join(sqlite, 'package.json'))
pack(join(sqlite, 'lib'))
pack(join(sqlite, 'prebuilds', `${process.platform}-${process.arch}.node`))
for (const name of ['sharp', 'detect-libc', 'semver', '@img']) pack(`node_modules/${name}`)
cpSync('bin/readr.sh', join(target, 'bin/readr'))
// What the image contains, for those who check it for vulnerabilities and licenses.
const components = listComponents(join(target, 'node_modules'))
writeFileSync(join(target, 'sbom.cdx.json'), JSON.stringify(components))
writeFileSync(join(target, 'package.json'), '{ "private": true, "type": "module" }\n')
