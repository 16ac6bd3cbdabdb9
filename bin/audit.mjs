/**
 * `npm run audit`: lists known vulnerabilities of the runtime, from a list in the repository, and of the
 * packages, from the configured registry. Exits with 0 if there are none, 1 if there are some, and 2 if the
 * registry cannot tell. Takes npm's options.
 */
import { spawnSync } from 'node:child_process'

// npm runs this with the packaged Node if there is one.
if (Number.parseInt(process.versions.node, 10) < 26) {
  console.error('readr: The packages with Node.js are not installed. Run npm ci first.')
  process.exit(2)
}
const { checkRuntime } = await import('../app/platform/check-runtime.server.ts')
const runtime = await checkRuntime(process.env.DATA_DIR ?? 'data')
console.log(`readr: ${runtime.message}`)
const isOutdated = runtime.level === 'error'

const options = process.argv.slice(2)
const { stdout } = spawnSync('npm', ['audit', '--json', ...options], {
  encoding: 'utf8',
  maxBuffer: 1e8,
})
const answer = JSON.parse(stdout || '{}')
if (answer.auditReportVersion) {
  const { status } = spawnSync('npm', ['audit', ...options], { stdio: 'inherit' })
  process.exit(status === 0 && isOutdated ? 1 : (status ?? 2))
}
console.error(`readr: The registry did not list vulnerabilities, so no package was checked.
${answer.message ?? 'npm gave no reason.'}
Some registries cannot do this. To ask another one, add for example:
npm run audit -- --registry https://registry.npmjs.org`)
process.exit(isOutdated ? 1 : 2)
