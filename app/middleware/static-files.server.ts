import { existsSync } from 'node:fs'
import { join } from 'node:path'
import sirv, { type RequestHandler } from 'sirv'
import { FOR_OTHER_SITES } from './security-headers.server.ts'

/** The icons of the product. */
const PICTURE = /\.(?:svg|png|ico)$/

const SERVICE_WORKER = '/service-worker.js'

/** Whether the build has named the file after its content: scripts, styles and letters. */
export const isBuiltFile = (path: string): boolean => path.startsWith('/assets/')

/** How long browsers may keep a file; of the service worker they ask each time whether it is new. */
function keptByBrowsers(path: string): string {
  if (isBuiltFile(path)) return 'public, max-age=31536000, immutable'
  return path === SERVICE_WORKER ? 'no-cache' : 'public, max-age=3600'
}

/**
 * Answers with the files of a folder, compressed beforehand; what is not there goes on. The folder
 * may be built anew meanwhile: the library lists it once, and a file that it listed and cannot open
 * any more would end the process.
 */
export function serveFilesOf(folder: string): RequestHandler {
  const serve = sirv(folder, {
    etag: true,
    brotli: true,
    gzip: true,
    setHeaders(response, path) {
      // The one kind of file here whose type the library does not know.
      if (path.endsWith('.ico')) response.setHeader('Content-Type', 'image/x-icon')
      response.setHeader('Cache-Control', keptByBrowsers(path))
      if (PICTURE.test(path)) response.setHeaders(new Headers(FOR_OTHER_SITES))
      // What the worker fetches for pages, it fetches under a policy of its own.
      if (path === SERVICE_WORKER) {
        response.setHeader('Content-Security-Policy', "default-src 'none'; connect-src 'self'")
      }
    },
  })
  return (request, response, next) => {
    const [path = ''] = (request.url ?? '').split('?')
    if (existsSync(join(folder, path))) serve(request, response, next)
    else next?.()
  }
}
