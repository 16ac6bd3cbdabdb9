/**
 * Measures the session look-up of a request, a thousand times, without HTTP. Prints JSON.
 *
 * Arguments: the cookie secret and the access token of a signed-in reader.
 */
import {
  resumeAppSession,
  resumeWebSession,
} from '../app/accounts/service/resume-session.server.ts'
import { closeDatabase } from '../app/platform/database.server.ts'
import { latencyFigures } from './measure.ts'

const TIMES = 1000
const [, , secret = '', token = ''] = process.argv

async function timed(lookUp: () => Promise<unknown>) {
  for (let i = 0; i < TIMES; i++) await lookUp()
  const before = process.cpuUsage()
  const latencies: number[] = []
  for (let i = 0; i < TIMES; i++) {
    const started = performance.now()
    const found = await lookUp()
    latencies.push(performance.now() - started)
    if (found === null || 'problem' in (found as object)) throw new Error('No session found.')
  }
  const { user, system } = process.cpuUsage(before)
  return { ...latencyFigures(latencies), cpuMs: (user + system) / 1000 / TIMES }
}

const figures = {
  cookie: await timed(() => resumeWebSession(secret)),
  token: await timed(() => resumeAppSession(token)),
}
console.log(JSON.stringify(figures))
await closeDatabase()
