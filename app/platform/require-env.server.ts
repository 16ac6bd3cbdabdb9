/** Import this first: it reports a wrong configuration before any other module fails over it. */
import { env, EnvError } from './env.server.ts'

try {
  env()
} catch (error) {
  if (!(error instanceof EnvError)) throw error
  process.stderr.write(`Readr cannot start. The configuration has errors:\n${error.message}\n`)
  process.exit(1)
}
