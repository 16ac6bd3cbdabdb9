import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Plugin } from 'vite'
import { CHUNKS } from './bin/chunks.ts'
import { inlineBytes } from './bin/inline-bytes.ts'
import { inlineScript } from './bin/inline-script.ts'
import { leanPackages } from './bin/lean-packages.ts'
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

export default defineConfig(({ command }) => ({
  plugins: [
    inlineScript(),
    inlineBytes(),
    leanPackages(),
    typefaces(),
    tailwindcss(),
    reactRouter(),
    nameServerEntries(),
  ],
  environments: {
    client: { build: { rollupOptions: { output: { codeSplitting: { groups: CHUNKS } } } } },
    ssr: {
      build: {
        rollupOptions: {
          input: { index: './server.ts', readr: './bin/readr.ts', serve: './bin/serve.ts' },
        },
      },
      resolve: {
        // One bundle without node_modules: the image stays small and the start quick.
        noExternal: command === 'build' ? true : undefined,
        external: ['better-sqlite3', 'pg-native', 'sharp'],
      },
    },
  },
  // What is imported later names all its files itself (catalogue/ui/fetch-article.ts).
  build: { target: 'es2022', modulePreload: false },
  // Whatever the environment of the process says later, a build is a production build.
  ...(command === 'build' ? { define: { 'process.env.NODE_ENV': '"production"' } } : {}),
}))
