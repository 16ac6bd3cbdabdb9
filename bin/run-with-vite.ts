/** `node bin/run-with-vite.ts <file>`: runs a file whose imports need Vite's plugins. */
import { resolve } from 'node:path'
import { runnerImport } from 'vite'
import { inlineScript } from './inline-script.ts'
import { typefaces } from './typefaces.ts'

await runnerImport(resolve(process.argv[2]!), {
  configFile: false,
  plugins: [inlineScript(), typefaces()],
})
