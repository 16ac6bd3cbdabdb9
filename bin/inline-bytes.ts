import { readFile } from 'node:fs/promises'
import type { Plugin } from 'vite'

const SUFFIX = '?inline-bytes'

/**
 * Lets a module import a file, also one of a package, as text in base64:
 * `import wasm from 'package/file.wasm?inline-bytes'`. The server's bundle needs no files beside it.
 */
export function inlineBytes(): Plugin {
  return {
    name: 'inline-bytes',
    enforce: 'pre',
    async resolveId(source, importer) {
      if (!source.endsWith(SUFFIX)) return null
      const found = await this.resolve(source.slice(0, -SUFFIX.length), importer)
      return found && found.id + SUFFIX
    },
    async load(id) {
      if (!id.endsWith(SUFFIX)) return null
      const bytes = await readFile(id.slice(0, -SUFFIX.length))
      return `export default ${JSON.stringify(bytes.toString('base64'))}`
    },
  }
}
