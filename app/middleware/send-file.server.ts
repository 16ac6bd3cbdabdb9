import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import sirv, { type Options } from 'sirv'
import type { Link } from './request/link.ts'
import { FOR_OTHER_SITES } from './security-headers.server.ts'

const PICTURE = /\.(?:svg|png|ico)$/

const SERVICE_WORKER = '/service-worker.js'

/** Whether the file's name contains a hash of its content: scripts, styles, and fonts. */
export const isBuiltFile = (path: string): boolean => path.startsWith('/assets/')

/** The Cache-Control of a file. Browsers must always revalidate the service worker. */
function cacheControlOf(path: string): string {
  if (isBuiltFile(path)) return 'public, max-age=31536000, immutable'
  return path === SERVICE_WORKER ? 'no-cache' : 'public, max-age=3600'
}

const OPTIONS: Options = {
  // Looks for a file at each request, because a build replaces the files of a server that runs.
  dev: true,
  extensions: [],
  etag: true,
  brotli: true,
  gzip: true,
  setHeaders(response, path) {
    // The only file type here that the library does not know.
    if (path.endsWith('.ico')) response.setHeader('Content-Type', 'image/x-icon')
    response.setHeader('Cache-Control', cacheControlOf(path))
    if (PICTURE.test(path)) response.setHeaders(new Headers(FOR_OTHER_SITES))
    // The worker's own policy applies to what it fetches.
    if (path === SERVICE_WORKER) {
      response.setHeader('Content-Security-Policy', "default-src 'none'; connect-src 'self'")
    }
  },
}

const CLIENT = join(import.meta.dirname, '..', 'client')

/** Has a folder for each earlier build (bin/keep-earlier-files.mjs); it need not exist. */
const EARLIER = join(CLIENT, '../../generated/earlier-builds')

/**
 * Serves the precompressed files of a folder, and the built files of earlier builds, which pages ask
 * for that were opened before an update.
 */
export function filesIn(folder: string, earlier: string): Link {
  const current = sirv(folder, OPTIONS)
  return async (request, response, facts) => {
    const [path = ''] = (request.url ?? '').split('?', 1)
    // Every file has an extension, and most other addresses have none.
    if (!path.includes('.')) return false
    facts.route = 'static files'
    const isBuilt = /^\/assets\/[\w.-]+$/.test(path) && existsSync(earlier)
    const builds = isBuilt ? readdirSync(earlier).map((name) => join(earlier, name)) : []
    const build = builds.find((name) => existsSync(join(name, path)))
    for (const files of [current, ...(build ? [sirv(build, OPTIONS)] : [])]) {
      let isFound = true
      // Calls back right away if there is no such file.
      files(request, response, () => void (isFound = false))
      if (isFound) return true
    }
    facts.route = null
    return false
  }
}

/** Sends the files of the build. */
export const sendFile: Link = filesIn(CLIENT, EARLIER)
