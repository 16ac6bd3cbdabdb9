/**
 * Copies what a running installation needs into a folder. Copy it to a machine with Node 26 and run
 * bin/readr there. Usage, after a build: node bin/pack.mjs <folder>
 */
import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { listComponents } from './list-components.mjs'

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
