import { basename } from 'node:path'
import type { Plugin } from 'vite'

const COMPILER = /query_compiler_\w+\.(?:sqlite|postgresql)\.wasm-base64\.mjs$/

/**
 * Saves 19 MB of memory in every server process. Prisma's compiler is a file next to the bundle
 * instead of base64 in a module, which V8 keeps twice. The bundle is ASCII, because V8 keeps a source
 * with any other character in two bytes each, and minified, because V8 keeps the whole source and,
 * from the first stack trace on, where each line ends. Stack traces still name functions and classes.
 */
export function smallServerBundle(): Plugin {
  const files = new Map<string, Buffer>()
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
    async load(id) {
      if (!COMPILER.test(id)) return null
      const { wasm } = (await import(id)) as { wasm: string }
      const file = basename(id).replace('-base64.mjs', '')
      files.set(file, Buffer.from(wasm, 'base64'))
      // Decoded by Buffer.from(), which asks for the value, so that only V8 keeps the bytes.
      return `import { readFileSync } from 'node:fs'
        import { join } from 'node:path'
        const file = join(import.meta.dirname, ${JSON.stringify(file)})
        export const wasm = { valueOf: () => readFileSync(file) }`
    },
    generateBundle(_, bundle) {
      // Unit by unit: a pair of escapes is one character, also in regular expressions.
      const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
      for (const output of Object.values(bundle)) {
        if (output.type === 'chunk') output.code = output.code.replace(/[^\0-\x7f]/g, escaped)
      }
      for (const [file, source] of files)
        this.emitFile({ type: 'asset', fileName: `assets/${file}`, source })
    },
  }
}
