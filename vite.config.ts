import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { CHUNKS } from './bin/chunks.ts'
import { inlineScript } from './bin/inline-script.ts'
import { lazyRoutes } from './bin/lazy-routes.ts'
import { typefaces } from './bin/typefaces.ts'

/** Stack traces name functions and classes. */
const keepNames = { function: true, class: true }

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

/** Besides the router's: the packages that scripts of pages import. */
const BROWSER_PACKAGES = [
  '@conform-to/react',
  '@conform-to/zod/v4',
  '@stripe/react-stripe-js',
  '@stripe/stripe-js/pure',
  'ts-fsrs',
  'zod',
]

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
  plugins: [inlineScript(), typefaces(), tailwindcss(), lazyRoutes(), reactRouter()],
  server: { watch: { ignored: UNWATCHED.map((name) => `${import.meta.dirname}/${name}/**`) } },
  // In development, the router looks for a page's styles among all modules that the server imports.
  // Vite would take their packages for the browser's, bundle these, and load the page again.
  optimizeDeps: { noDiscovery: true, include: BROWSER_PACKAGES },
  environments: {
    client: {
      build: { rollupOptions: { treeshake, output: { codeSplitting: { groups: CHUNKS } } } },
    },
    ssr: {
      build: {
        // The server runs on the Node of the lockfile, which needs no older syntax.
        target: 'esnext',
        rollupOptions: {
          // V8 keeps the source of everything that is loaded.
          output: { minify: { compress: { keepNames }, mangle: { keepNames } } },
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
  // The licenses name the packages in each bundle (bin/pack.mjs).
  build: { target: 'es2022', modulePreload: false, license: { fileName: 'license.json' } },
  // Whatever the environment of the process says later, a build is a production build.
  ...(command === 'build' ? { define: { 'process.env.NODE_ENV': '"production"' } } : {}),
}))
