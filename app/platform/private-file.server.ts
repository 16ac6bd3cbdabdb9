import { chmodSync, closeSync, existsSync, mkdirSync, openSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

const OWNER_ONLY = 0o600

/**
 * Creates a SQLite file if it is missing, and lets only its owner read it: it contains personal data.
 * The files that SQLite creates next to it get the same mode. A file of another user stays as it is.
 */
export function makePrivate(file: string): void {
  mkdirSync(dirname(file), { recursive: true })
  if (!existsSync(file)) closeSync(openSync(file, 'a', OWNER_ONLY))
  for (const path of [file, `${file}-wal`, `${file}-shm`]) {
    const found = statSync(path, { throwIfNoEntry: false })
    const isOwn = found?.uid === process.getuid?.()
    if (found && isOwn && (found.mode & 0o077) !== 0) chmodSync(path, OWNER_ONLY)
  }
}
