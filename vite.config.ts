import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { inlineScript } from './bin/inline-script.ts'

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [inlineScript(), tailwindcss(), reactRouter()],
  environments: {
    ssr: {
      build: {
        rollupOptions: { input: { index: './server.ts', readr: './bin/readr.ts' } },
      },
      resolve: {
        // One bundle without node_modules: the image stays small and the start quick.
        noExternal: isSsrBuild ? true : undefined,
        external: ['better-sqlite3', 'pg-native'],
      },
    },
  },
  build: { target: 'es2022' },
}))
