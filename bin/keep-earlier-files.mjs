/**
 * Before a build: keeps the files of the last one for browsers whose pages come from it, and deletes
 * those that were replaced more than a day ago. The server serves them too
 * (app/middleware/static-files.server.ts).
 */
import { cpSync, existsSync, readdirSync, rmSync } from 'node:fs'

const CURRENT = 'build/client/assets'
// The router empties the folder of the build.
const EARLIER = 'generated/earlier-builds'
const KEPT_MS = 86_400_000

for (const replacedAt of existsSync(EARLIER) ? readdirSync(EARLIER) : []) {
  if (Date.now() - Number(replacedAt) > KEPT_MS) {
    rmSync(`${EARLIER}/${replacedAt}`, { recursive: true })
  }
}
if (existsSync(CURRENT)) {
  cpSync(CURRENT, `${EARLIER}/${Date.now()}/assets`, { recursive: true })
}
