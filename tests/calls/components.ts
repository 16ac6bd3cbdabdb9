import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { z } from 'zod'

const component = z.object({
  'bom-ref': z.string(),
  type: z.literal('library'),
  name: z.string(),
  version: z.string(),
  purl: z.string().startsWith('pkg:npm/'),
  licenses: z
    .array(z.object({ license: z.object({}) }).or(z.object({ expression: z.string() })))
    .min(1),
  hashes: z.array(z.object({ alg: z.literal('SHA-512'), content: z.string().length(128) })).min(1),
})

const listShape = z.object({
  bomFormat: z.literal('CycloneDX'),
  specVersion: z.string().regex(/^1\.\d$/),
  metadata: z.object({ component: z.object({ name: z.literal('readr'), version: z.string() }) }),
  components: z.array(component),
  dependencies: z.array(z.object({ ref: z.string(), dependsOn: z.array(z.string()) })),
})

const packageShape = z.object({
  dependencies: z.record(z.string(), z.string()),
  devDependencies: z.record(z.string(), z.string()),
})

/** Compares a packed installation's list of components with the packages that the project names. */
export function expectComponents(packed: string): void {
  const read = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'))
  const { components, dependencies: edges } = listShape.parse(read(join(packed, 'sbom.cdx.json')))
  const refs = components.map((found) => found['bom-ref'])
  expect(new Set(refs).size).toBe(refs.length)
  expect(edges.flatMap(({ dependsOn }) => dependsOn.filter((ref) => !refs.includes(ref)))).toEqual(
    [],
  )

  const names = new Set(components.map(({ name }) => name))
  const { dependencies, devDependencies } = packageShape.parse(read('package.json'))
  expect(Object.keys(dependencies).filter((name) => !names.has(name))).toEqual([])
  expect(Object.keys(devDependencies).filter((name) => names.has(name))).toEqual([
    '@fontsource-variable/archivo',
    '@fontsource-variable/hanken-grotesk',
    '@fontsource-variable/literata',
    '@fontsource-variable/newsreader',
    '@zxcvbn-ts/language-common',
    'marked',
    'tailwindcss',
    'workbox-core',
    'workbox-precaching',
    'workbox-routing',
    'workbox-strategies',
    'zod-openapi',
  ])
  // Packages of packages: bundled, and native for this platform.
  for (const name of [
    'scheduler',
    'pg-protocol',
    `@img/sharp-${process.platform}-${process.arch}`,
  ]) {
    expect(names).toContain(name)
  }
}
