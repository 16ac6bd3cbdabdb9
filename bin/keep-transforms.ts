import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DevEnvironment, Plugin, TransformResult } from 'vite'

/** The server's modules whose code Vite makes from nothing but their file and `INPUTS`. */
const MODULE = /^\/[\w./-]+\.tsx?$/
const INPUTS = 'package.json package-lock.json tsconfig.json react-router.config.ts app/routes.ts'

/** In development, keeps the code that Vite makes for the server until the next start. */
export function keepTransforms(): Plugin {
  return {
    name: 'keep-transforms',
    apply: 'serve',
    configureServer({ config: { root, env, configFileDependencies }, environments }) {
      const files = [
        ...INPUTS.split(' ').map((name) => join(root, name)),
        ...configFileDependencies,
      ]
      const hash = createHash('sha256').update(JSON.stringify([root, env]))
      for (const file of files) hash.update(readFileSync(file))
      const folder = join(root, 'node_modules/.cache/dev-server')
      keep(environments['ssr'] as DevEnvironment, root, folder, hash.digest('hex'))
    },
  }
}

interface Kept {
  version: string
  source: string
  imports: string[]
  result: TransformResult
}

/**
 * Answers the first request for a module from a folder, if its file is the same as when it was kept.
 * @param version another one makes all kept code invalid
 */
export function keep(environment: DevEnvironment, root: string, folder: string, version: string) {
  mkdirSync(folder, { recursive: true })
  const { moduleGraph } = environment
  const transform = environment.transformRequest.bind(environment)
  const requested = new Set<string>()
  environment.transformRequest = async (url) => {
    // Vite itself answers what is requested again, after an edit or not.
    if (!MODULE.test(url) || requested.has(url)) return transform(url)
    requested.add(url)
    const module = await moduleGraph.ensureEntryFromUrl(url)
    const file = join(folder, `${encodeURIComponent(url)}.json`)
    const kept: Kept | null = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null
    if (kept?.version === version) {
      const imports = new Set(kept.imports)
      // Vite finds by the imports what to load again after an edit.
      await moduleGraph.updateModuleInfo(module, imports, null, NONE, null, false, imports)
      if (read(root + url) === kept.source) {
        moduleGraph.updateModuleTransformResult(module, kept.result)
        return kept.result
      }
    }
    const source = read(root + url)
    const result = await transform(url)
    // The file may have been edited in the meantime.
    if (result && source !== null && source === read(root + url)) {
      const imports = Array.from(module.importedModules, (imported) => imported.url)
      const written = `${file}.${process.pid}`
      writeFileSync(written, JSON.stringify({ version, source, imports, result } satisfies Kept))
      renameSync(written, file)
    }
    return result
  }
}

const NONE = new Set<string>()

const read = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : null)
