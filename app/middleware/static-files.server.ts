import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import sirv, { type Options, type RequestHandler } from 'sirv'
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

/**
 * Serves the precompressed files of a folder, and the built files of earlier builds, which pages ask
 * for that were opened before an update. Calls `next` for all other paths.
 * @param earlier has a folder for each earlier build (bin/keep-earlier-files.mjs); it need not exist
 */
export function serveFilesOf(
  folder: string,
  earlier = join(folder, '../../generated/earlier-builds'),
): RequestHandler {
  const serve = sirv(folder, OPTIONS)
  return (request, response, next) => {
    const path = pathOf(request.url)
    // Every file has an extension, and most other addresses have none.
    if (!path.includes('.')) return next?.()
    serve(request, response, () => {
      const isBuilt = /^\/assets\/[\w.-]+$/.test(path) && existsSync(earlier)
      const builds = isBuilt ? readdirSync(earlier).map((name) => join(earlier, name)) : []
      const build = builds.find((name) => existsSync(join(name, path)))
      if (build) sirv(build, OPTIONS)(request, response, next)
      else next?.()
    })
  }
}

const pathOf = (url = '') => url.split('?', 1)[0]!
