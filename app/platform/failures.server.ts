import { ZodError } from 'zod'
import { env } from './env.server.ts'

/** What an operator should know of a failure at start or in a command: what happened, what to do. */
export function explainFailure(error: unknown): string {
  if (error instanceof ZodError) return error.issues.map((issue) => issue.message).join('\n')
  const message = error instanceof Error ? error.message : String(error)
  const { code = '' } = error as { code?: string }
  const { host, port, dataDir, databaseUrl } = env()
  const seen = `${code} ${message}`
  if (/EADDRINUSE/.test(seen)) {
    return `Port ${port} is in use. Stop the other program or choose another port with PORT.`
  }
  if (/EADDRNOTAVAIL/.test(seen)) {
    return `This machine has no address ${host}. Choose another with HOST.`
  }
  if (/EACCES.*(?:listen|bind)|(?:listen|bind).*EACCES/.test(seen)) {
    return `No permission to listen on port ${port}. Choose one above 1023 with PORT.`
  }
  if (/ENOSPC|SQLITE_FULL|disk is full/.test(seen)) {
    return `The disk that holds ${dataDir} is full. Nothing was changed. Free some space and try again.`
  }
  if (/SQLITE_(?:CANTOPEN|READONLY)|unable to open database|readonly database/.test(seen)) {
    return `The database at ${databaseUrl} cannot be opened for writing. Mend its permissions or choose another place with DATA_DIR or DATABASE_URL.`
  }
  if (/^(?:EACCES|EPERM|EROFS|ENOTDIR|EEXIST)/.test(code) && seen.includes(dataDir)) {
    return `The folder ${dataDir} cannot be written. Mend its permissions or choose another with DATA_DIR.`
  }
  if (/ECONNREFUSED|ENOTFOUND|P1001/.test(seen)) {
    return `The database server does not answer at the address in DATABASE_URL. Is it running?`
  }
  return message
}
