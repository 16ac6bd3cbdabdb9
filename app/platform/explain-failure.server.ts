import { ZodError } from 'zod'
import { env, withoutCredentials } from './env.server.ts'

/** Tells an operator what went wrong at the start or in a command, and what to do. */
export function explainFailure(error: unknown): string {
  if (error instanceof ZodError) return error.issues.map((issue) => issue.message).join('\n')
  const message = error instanceof Error ? error.message : String(error)
  const { code = '' } = error as { code?: string }
  const { host, port, dataDir, databaseUrl } = env()
  const text = `${code} ${message}`
  if (/EADDRINUSE/.test(text)) {
    return `Port ${port} is in use. Stop the other program, or set PORT to another port.`
  }
  if (/EADDRNOTAVAIL/.test(text)) {
    return `This machine does not have the address ${host}. Set HOST to another address.`
  }
  if (/EACCES.*(?:listen|bind)|(?:listen|bind).*EACCES/.test(text)) {
    return `Readr may not listen on port ${port}. Set PORT to a port above 1023.`
  }
  if (/ENOSPC|SQLITE_FULL|SQLITE_IOERR_SHMSIZE|disk is full/.test(text)) {
    return `The disk with ${dataDir} is full. Nothing was changed. Free some space and try again.`
  }
  if (/SQLITE_(?:CANTOPEN|READONLY)|unable to open database|readonly database/.test(text)) {
    return `The database at ${withoutCredentials(databaseUrl)} cannot be opened for writing. Fix its permissions, or set DATA_DIR or DATABASE_URL to another location.`
  }
  if (/^(?:EACCES|EPERM|EROFS|ENOTDIR|EEXIST)/.test(code) && text.includes(dataDir)) {
    return `Readr cannot write to the folder ${dataDir}. Fix its permissions, or set DATA_DIR to another folder.`
  }
  if (/ECONNREFUSED|ENOTFOUND|P1001/.test(text)) {
    return 'The database server at DATABASE_URL is not responding. Start it, or check DATABASE_URL.'
  }
  return message
}
