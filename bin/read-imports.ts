/** Who imports what, read from the sources: for tests/architecture.test.ts and the picture in docs. */
import { readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { parseAst } from 'rolldown/parseAst'

/** A file that an import leads to; packages are named `npm:<name>`. */
export interface Import {
  from: string
  to: string
  /** Only types: nothing of it is there when the program runs. */
  isType: boolean
}

export const SOURCE = /\.tsx?$/

/** The imports of a file, with paths from the root of the checkout. */
export function importsOf(file: string, source: string): Import[] {
  const found: Import[] = []
  const add = (specifier: string, isType: boolean) => {
    const path = specifier.replace(/\?.*$/, '')
    const to = path.startsWith('.')
      ? posix.normalize(posix.join(posix.dirname(file), path))
      : path.startsWith('#')
        ? path.slice(1)
        : path.startsWith('node:')
          ? path
          : `npm:${path.split('/', path.startsWith('@') ? 2 : 1).join('/')}`
    // The framework writes these types.
    if (!to.includes('/+types/')) found.push({ from: file, to, isType })
  }
  for (const node of parseAst(source, { lang: file.endsWith('x') ? 'tsx' : 'ts' }).body) {
    if (node.type === 'ImportDeclaration') {
      const named = node.specifiers.filter((one) => one.type === 'ImportSpecifier')
      const allTypes =
        named.length > 0 &&
        named.length === node.specifiers.length &&
        named.every((one) => one.importKind === 'type')
      add(node.source.value, node.importKind === 'type' || allTypes)
    } else if (
      (node.type === 'ExportNamedDeclaration' || node.type === 'ExportAllDeclaration') &&
      node.source
    ) {
      add(node.source.value, node.exportKind === 'type')
    }
  }
  for (const [, specifier] of source.matchAll(/\bimport\(\s*'([^']+)'/g)) add(specifier!, false)
  return found
}

/** Every TypeScript file of the app and its packages, tests of packages left out. */
export function readSources(): { path: string; code: string }[] {
  return ['app', 'packages']
    .flatMap((root) => readdirSync(root, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && SOURCE.test(entry.name))
    .map((entry) => posix.join(entry.parentPath, entry.name))
    .filter((path) => !path.includes('/tests/'))
    .map((path) => ({ path, code: readFileSync(path, 'utf8') }))
}
