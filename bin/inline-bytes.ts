import { readFile } from 'node:fs/promises'
import type { Plugin } from 'vite'

const SUFFIX = '?inline-bytes'

/**
 * Imports a file as base64 text: `import wasm from 'package/file.wasm?inline-bytes'`. So the server's
 * bundle needs no other files.
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
