/** Removes what browsers do not need from the built files, and compresses them. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

/**
 * Pages that browsers always load as documents: nothing links to them with the router. The editor of a
 * book runs the router, and goes to the book's page.
 */
const DOCUMENTS = /^web\/(?:demo|admin)\/(?!(?:edit-)?book$)/

// The router's manifest in the browser needs only pages, no false values, no styles that the root has
// already, and no imports, which only links with `prefetch` use. Ids repeat the keys: a line adds them.
const ADD_IDS =
  ";for(const[i,r]of Object.entries(__reactRouterManifest.routes))r.id=i,i!='root'&&(r.parentId='root')"

for (const name of readdirSync('build/client/assets')) {
  if (!/^manifest-.*\.js$/.test(name)) continue
  const path = join('build/client/assets', name)
  const [, before, json, after] = /^([^{]*)(.*\})(;?\s*)$/s.exec(readFileSync(path, 'utf8'))
  const manifest = JSON.parse(json)
  for (const [id, route] of Object.entries(manifest.routes)) {
    if (!route.hasDefaultExport || DOCUMENTS.test(id)) delete manifest.routes[id]
    delete route.imports
    delete route.id
    delete route.hasDefaultExport
    if (id !== 'root') {
      if (route.parentId !== 'root') throw new Error(`${id} has another parent than the root.`)
      delete route.parentId
      route.css = route.css?.filter((file) => !manifest.routes.root.css.includes(file))
      if (!route.css?.length) delete route.css
    }
    for (const [name, value] of Object.entries(route)) if (value === false) delete route[name]
  }
  writeFileSync(path, before + JSON.stringify(manifest) + ADD_IDS + after)
}

for (const entry of readdirSync('build/client', { recursive: true, withFileTypes: true })) {
  if (!entry.isFile() || !/\.(js|css|svg|txt|json|webmanifest)$/.test(entry.name)) continue
  const path = join(entry.parentPath, entry.name)
  const source = readFileSync(path)
  if (source.length < 100) continue
  writeFileSync(`${path}.gz`, gzipSync(source, { level: 9 }))
  writeFileSync(
    `${path}.br`,
    brotliCompressSync(source, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: source.length,
        [constants.BROTLI_PARAM_LGBLOCK]: 20,
      },
    }),
  )
}
