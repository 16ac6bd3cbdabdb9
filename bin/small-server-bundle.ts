import { hash } from 'node:crypto'
import { isBuiltin } from 'node:module'
import { basename, join } from 'node:path'
import { parseSync, type Plugin } from 'vite'

const COMPILER = /query_compiler_\w+\.(?:sqlite|postgresql)\.wasm-base64\.mjs$/
/** By its path: for a module of a package, #app would be that package's. */
const READER = join(import.meta.dirname, '../app/platform/processes/keep-build.server.ts')
const PRISMA = /@prisma\/client\/runtime\/client\.m?js$/

/**
 * Saves 27 MB of memory in every server process, and a tenth of its start (docs/performance.md).
 * - Prisma's compiler is a file next to the bundle instead of base64 in a module, which V8 keeps twice.
 * - Prisma's description of queries is decoded when a query needs it (`decodedWhenUsed`).
 * - The bundle is ASCII, because V8 keeps a source with any other character in two bytes each, and
 *   minified, because V8 keeps the whole source and, from the first stack trace on, where each line
 *   ends. Stack traces still name functions and classes.
 * - Node's modules are imported without their ES modules (`withoutFacades`).
 */
export function smallServerBundle(): Plugin {
  const files = new Map<string, Buffer>()
  let isGraphChanged = false
  return {
    name: 'small-server-bundle',
    enforce: 'pre',
    applyToEnvironment: ({ name, config }) => name === 'ssr' && config.command === 'build',
    configEnvironment(name) {
      if (name !== 'ssr') return
      const keepNames = { function: true, class: true }
      const minify = { compress: { keepNames }, mangle: { keepNames } }
      return { build: { rollupOptions: { output: { minify } } } }
    },
    transform: {
      filter: { id: PRISMA },
      handler(code) {
        isGraphChanged = true
        return decodedWhenUsed(code)
      },
    },
    async load(id) {
      if (!COMPILER.test(id)) return null
      const { wasm } = (await import(id)) as { wasm: string }
      const bytes = Buffer.from(wasm, 'base64')
      // Named by its content, like the other files: a new build must not write into one that is kept.
      const name = hash('sha256', bytes).slice(0, 8)
      const file = basename(id).replace('.wasm-base64.mjs', `-${name}.wasm`)
      files.set(file, bytes)
      // Decoded by Buffer.from(), which asks for the value, so that only V8 keeps the bytes.
      return `import { join } from 'node:path'
        import { readBuildFile } from ${JSON.stringify(READER)}
        const file = join(import.meta.dirname, ${JSON.stringify(file)})
        export const wasm = { valueOf: () => readBuildFile(file) }`
    },
    generateBundle(_, bundle) {
      if (!isGraphChanged || files.size === 0) {
        throw new Error('Prisma’s runtime has moved: adapt the patterns of smallServerBundle().')
      }
      // Unit by unit: a pair of escapes is one character, also in regular expressions.
      const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
      for (const output of Object.values(bundle)) {
        if (output.type !== 'chunk') continue
        output.code = withoutFacades(output.fileName, output.code).replace(/[^\0-\x7f]/g, escaped)
      }
      for (const [file, source] of files)
        this.emitFile({ type: 'asset', fileName: `assets/${file}`, source })
    },
  }
}

/** A node whose edges are decoded when a query needs them. */
const NODE = `class NodeOfGraph {
  constructor(read) { this.read = read; this.kept = undefined }
  get edges() { return this.kept ??= this.read() }
}`

/**
 * Prisma decodes a graph that says what a query may contain, with 25,000 edges in this product, into
 * objects with numeric keys, for which V8 reserves 8 MB. The changed code still reads all nodes in
 * order, but reads the edges of a node again, and keeps them, when a query needs them.
 * @throws Error if Prisma's code is not the expected one
 */
export function decodedWhenUsed(code: string): string {
  const position = /getUint8\(this\.(#\w+)\+\+\)/.exec(code)?.[1]
  let places = 0
  const changed = code.replace(
    /(let \w=this\.#\w+\(\),(\w)=\{\};for\((?:(?!edges).)*\})(\w\.push\()\{edges:\2\}\)/g,
    (_, read: string, edges: string, push: string) => {
      places++
      return `let at=this.${position},decode=()=>{this.${position}=at;${read}return ${edges}};decode();${push}new NodeOfGraph(decode))`
    },
  )
  if (position === undefined || places !== 2) {
    throw new Error('Prisma decodes its graph of queries in another way: adapt decodedWhenUsed().')
  }
  return `${changed}\n${NODE}`
}

/**
 * Imports Node's modules without their ES modules: to make one, Node reads everything that a module
 * exports, and so loads what these load when they are first used, such as fetch by node:http.
 */
export function withoutFacades(file: string, code: string): string {
  let changed = ''
  let at = 0
  for (const statement of parseSync(file, code).program.body) {
    if (statement.type !== 'ImportDeclaration' || !isBuiltin(statement.source.value)) continue
    const module = `process.getBuiltinModule(${JSON.stringify(statement.source.value)})`
    const names = statement.specifiers.map((one) => {
      if (one.type !== 'ImportSpecifier') return `${one.local.name}=${module}`
      const { imported, local } = one
      const name = imported.type === 'Identifier' ? imported.name : imported.value
      return name === 'default'
        ? `${local.name}=${module}`
        : `{${JSON.stringify(name)}:${local.name}}=${module}`
    })
    changed += code.slice(at, statement.start)
    if (names.length > 0) changed += `const ${names.join()};`
    at = statement.end
  }
  return changed + code.slice(at)
}
