import type { Plugin } from 'vite'

/**
 * Parts of packages that do nothing here, and what stands for them in the browser: routes are not
 * discovered one by one (react-router.config.ts), nobody instruments the router, React looks at no
 * prop types any more, and all styles are there.
 */
const SWITCHED_OFF: Record<string, string> = {
  'react-router/dist/production/lib/dom/ssr/fog-of-war.js': `
    export const isFogOfWarEnabled = () => false
    export const getPatchRoutesOnNavigationFunction = () => undefined
    export const useFogOFWarDiscovery = () => {}
    // Only the server and server components ask these.
    export { no as getManifestPath, no as getPartialManifest, no as getPathsWithAncestors }
    export { no as handleClientVersionMismatch, no as URL_LIMIT }
    const no = undefined`,
  'react-router/dist/production/lib/router/instrumentation.js': `
    export const getRouteInstrumentationUpdates = () => ({})
    export const instrumentClientSideRouter = (router) => router
    export const consumeInstrumentationClientResultMetaReceiver = () => undefined
    export { no as instrumentHandler, no as instrumentationResultMetaContext }
    const no = undefined`,
  'prop-types/index.js': `
    const type = () => type
    type.isRequired = type
    export default new Proxy({}, { get: () => type })`,
  // It brings the styles of what is imported later. Every page has them, but under an address with an
  // empty fragment; so they came again, and the page was laid out anew under the first touched book.
  '\0vite/preload-helper.js': 'export const __vitePreload = (load) => load()',
}
const FILE = /\/node_modules\/([^?]+)$/

/** Leaves them out of what browsers load: 2.5 kB of every first script. */
export function leanPackages(): Plugin {
  const found = new Set<string>()
  return {
    name: 'lean-packages',
    enforce: 'pre',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    load(id) {
      const file = FILE.exec(id)?.[1] ?? id
      const stand = SWITCHED_OFF[file]
      if (!stand) return null
      found.add(file)
      return stand
    },
    buildEnd(error) {
      const missed = Object.keys(SWITCHED_OFF).filter((file) => !found.has(file))
      // Another version of a package has them elsewhere.
      if (!error && missed.length > 0) this.error(`There is no ${missed.join(' and no ')}`)
    },
  }
}
