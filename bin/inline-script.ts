import { build } from 'rolldown'
import type { Plugin } from 'vite'

const SUFFIX = '?inline-script'

/**
 * Imports a TypeScript file with its dependencies as the text of a classic script:
 * `import excerpt from './excerpt.script.ts?inline-script'`. Pages contain it inline, which saves a
 * request. The security headers allow it by its hash.
 */
export function inlineScript(): Plugin {
  return {
    name: 'inline-script',
    enforce: 'pre',
    async load(id) {
      if (!id.endsWith(SUFFIX)) return null
      const { output } = await build({
        input: id.slice(0, -SUFFIX.length),
        write: false,
        output: { format: 'iife', minify: true },
      })
      for (const file of output[0].moduleIds) this.addWatchFile(file)
      return `export default ${JSON.stringify(output[0].code.trim())}`
    },
  }
}
