import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { engine, sqliteFile } from './database.server.ts'
import { env } from './env.server.ts'
import { measure } from './metrics.server.ts'
import { refusesForFullDisk } from './unavailable.server.ts'

/** With less than this, the next change may not fit: SQLite's write-ahead log alone takes a few MB. */
export const MIN_FREE_DISK_BYTES = 16 * 1024 * 1024

export interface Disk {
  /** What is on it. */
  name: 'data' | 'database'
  freeBytes: number
  sizeBytes: number
}

/** The disks of DATA_DIR and of a SQLite database; a folder that does not exist yet is left out. */
export async function disks(): Promise<Disk[]> {
  const folders = [{ name: 'data' as Disk['name'], path: env().dataDir }]
  if (engine() === 'sqlite') {
    folders.push({ name: 'database', path: dirname(sqliteFile(env().databaseUrl)) })
  }
  const found = await Promise.all(
    folders.map(async ({ name, path }) => {
      const disk = await statfs(path).catch(() => null)
      if (!disk) return []
      return [{ name, freeBytes: disk.bavail * disk.bsize, sizeBytes: disk.blocks * disk.bsize }]
    }),
  )
  return found.flat()
}

/** Whether the disk of SQLite is full, or the database has just refused a change because its own is. */
export async function isDiskFull(): Promise<boolean> {
  if (refusesForFullDisk()) return true
  const database = (await disks()).find(({ name }) => name === 'database')
  return database !== undefined && database.freeBytes < MIN_FREE_DISK_BYTES
}

/** Adds the metrics of the disks. */
export function measureDisks(): void {
  const read = async (key: 'freeBytes' | 'sizeBytes') =>
    Object.fromEntries((await disks()).map((disk) => [disk.name, disk[key]]))
  measure('readr_disk_free_bytes', 'Free space of the disk.', 'disk', () => read('freeBytes'))
  measure('readr_disk_size_bytes', 'Size of the disk.', 'disk', () => read('sizeBytes'))
}
