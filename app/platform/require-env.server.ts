/**
 * Imported before everything else: a configuration that is not right is said in a sentence, before
 * any module trips over it.
 */
import { env, EnvError } from './env.server.ts'

try {
  env()
} catch (error) {
  if (!(error instanceof EnvError)) throw error
  process.stderr.write(`Readr cannot start. The configuration is not right.\n${error.message}\n`)
  process.exit(1)
}
