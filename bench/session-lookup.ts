/**
 * What it costs to find out who is asking, in a process of its own: the look-up that every request
 * with a session makes, a thousand times, without HTTP around it. Prints its figures as JSON.
 *
 * Arguments: the browser's cookie secret and an app's access token, both of a signed-in reader.
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
    if (found === null || 'problem' in (found as object)) throw new Error('Nobody was found.')
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
