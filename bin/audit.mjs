/**
 * `npm run audit`: lists known vulnerabilities of the packages, from the configured registry. Exits with
 * 0 if there are none, 1 if there are some, and 2 if the registry cannot tell. Takes npm's options.
 */
import { spawnSync } from 'node:child_process'

const options = process.argv.slice(2)
const { stdout } = spawnSync('npm', ['audit', '--json', ...options], {
  encoding: 'utf8',
  maxBuffer: 1e8,
})
const answer = JSON.parse(stdout || '{}')
if (answer.auditReportVersion) {
  process.exit(spawnSync('npm', ['audit', ...options], { stdio: 'inherit' }).status ?? 2)
}
console.error(`readr: The registry did not list vulnerabilities, so nothing was checked.
${answer.message ?? 'npm gave no reason.'}
Some registries cannot do this. To ask another one, add for example:
npm run audit -- --registry https://registry.npmjs.org`)
process.exit(2)
