import { fstatSync, openSync, readdirSync, readSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { extname, join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** Open files of the build by their addresses. */
const files = new Map<string, number>()

function read(file: number): Buffer {
  const bytes = Buffer.allocUnsafe(fstatSync(file).size)
  readSync(file, bytes, 0, bytes.length, 0)
  return bytes
}

/**
 * Keeps the build that this process was started from until the process ends: its files stay open, so
 * that what loads later, such as email, push messages, and audio, is still there when a new build has
 * replaced them on the disk. Loading everything at the start would take memory.
 * @param folder of the server's build
 */
export function keepBuild(folder: string): void {
  for (const path of [folder, join(folder, 'assets')]) {
    for (const name of readdirSync(path)) {
      const file = join(path, name)
      if (extname(name) === '.js') files.set(pathToFileURL(file).href, openSync(file, 'r'))
    }
  }
  registerHooks({
    resolve(specifier, context, next) {
      const url = URL.parse(specifier, context.parentURL)?.href ?? ''
      if (!files.has(url)) return next(specifier, context)
      return { url, format: 'module', shortCircuit: true }
    },
    load(url, context, next) {
      const file = files.get(url)
      if (file === undefined) return next(url, context)
      return { format: 'module', source: read(file), shortCircuit: true }
    },
  })
}
