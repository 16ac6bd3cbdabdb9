import { readFile } from 'node:fs/promises'
import { minifySync } from 'rolldown/utils'
import { transformWithOxc, type Plugin } from 'vite'

const SUFFIX = '?inline-script'

/**
 * Lets a module import a small TypeScript file as the text of a classic script:
 * `import shell from './shell.script.ts?inline-script'`. The page carries it inline, so that it
 * costs no request; the security headers allow it by its hash.
 */
export function inlineScript(): Plugin {
  return {
    name: 'inline-script',
    enforce: 'pre',
    async load(id) {
      if (!id.endsWith(SUFFIX)) return null
      const file = id.slice(0, -SUFFIX.length)
      this.addWatchFile(file)
      const source = await readFile(file, 'utf8')
      const { code } = await transformWithOxc(source, file, { sourcemap: false })
      const { code: small } = minifySync(file, `(()=>{${code}})()`, { module: false })
      return `export default ${JSON.stringify(small)}`
    },
  }
}
