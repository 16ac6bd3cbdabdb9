import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Plugin } from 'vite'
import { CHUNKS } from './bin/chunks.ts'
import { browserStyles, lazyRoutes, routeExports, serverPackages } from './bin/dev-plugins.ts'
import { inlineBytes } from './bin/inline-bytes.ts'
import { inlineScript } from './bin/inline-script.ts'
import { keepTransforms } from './bin/keep-transforms.ts'
import { listPackages } from './bin/list-packages.ts'
import { smallServerBundle } from './bin/small-server-bundle.ts'
import { typefaces } from './bin/typefaces.ts'

/** The router names every server entry index.js; the operator's commands are one of their own. */
function nameServerEntries(): Plugin {
  return {
    name: 'name-server-entries',
    enforce: 'post',
    configEnvironment(name) {
      if (name !== 'ssr') return
      return { build: { rollupOptions: { output: { entryFileNames: '[name].js' } } } }
    },
  }
}

/** What the browser's bundle may leave out: the code is there, but it does nothing here. */
const treeshake = {
  // The router's warnings for developers, its checks of how it is called, and its search for routes:
  // the browser knows them all (routeDiscovery in react-router.config.ts).
  manualPureFunctions: [
    'warning',
    'warnOnce',
    'console.warn',
    'invariant',
    'UNSAFE_invariant',
    'UNSAFE_useFogOFWarDiscovery',
  ],
  // Importing a component does nothing by itself.
  moduleSideEffects: [{ test: /\/app\/.*\.tsx$/, sideEffects: false }],
}

/** No module of the app is in these folders; watching them would delay the development server. */
const UNWATCHED = [
  '.react-router',
  'bench',
  'build',
  'content',
  'data',
  'docs',
  'eval',
  'prisma',
  'tests',
]

export default defineConfig(({ command }) => ({
  plugins: [
    inlineScript(),
    inlineBytes(),
    typefaces(),
    tailwindcss(),
    serverPackages(),
    browserStyles(),
    lazyRoutes(),
    routeExports(),
    keepTransforms(),
    reactRouter(),
    nameServerEntries(),
    smallServerBundle(),
    listPackages(),
  ],
  server: { watch: { ignored: UNWATCHED.map((name) => `${import.meta.dirname}/${name}/**`) } },
  environments: {
    client: {
      build: { rollupOptions: { treeshake, output: { codeSplitting: { groups: CHUNKS } } } },
    },
    ssr: {
      build: {
        // The server runs on the Node of the lockfile, which needs no older syntax.
        target: 'esnext',
        rollupOptions: {
          input: {
            index: './server.ts',
            readr: './bin/readr.ts',
            serve: './bin/serve.ts',
            operations: './app/middleware/operations-thread.ts',
            'read-files': './app/catalogue/service/read-files-process.server.ts',
          },
        },
      },
      resolve: {
        // One bundle without node_modules: the image stays small and the start quick.
        noExternal: command === 'build' ? true : undefined,
        external: ['better-sqlite3', 'pg-native', 'sharp'],
      },
    },
  },
  // No import() in code for browsers: Vite's helper for it is 600 bytes of every reader's scripts, and
  // fetches the page's styles a second time, because the router gives them another address.
  build: { target: 'es2022', modulePreload: false },
  // Whatever the environment of the process says later, a build is a production build.
  ...(command === 'build' ? { define: { 'process.env.NODE_ENV': '"production"' } } : {}),
}))
