import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { BackupSettings } from '#app/platform/backup-variables.server.ts'
import {
  BACKUP_JOB,
  backupProgress,
  makeBackup,
  passOn,
} from '#app/platform/backups/automatic-backups.server.ts'
import { db } from '#app/platform/database.server.ts'
import { holdLease } from '#app/platform/jobs/lease.server.ts'
import { readMetrics } from '#app/platform/metrics.server.ts'

let folder: string
let settings: BackupSettings

const write = async (file: string) => writeFileSync(file, 'a backup')
const day = (date: number) => new Date(Date.UTC(2026, 10, date, 3))
const nameOf = (date: number) => `readr-2026-11-${date}T030000Z.readr`
const never = () => new AbortController().signal

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'readr-backups-'))
  settings = {
    folder: join(folder, 'backups'),
    time: '03:00',
    keep: { daily: 2, weekly: 0, monthly: 0 },
    command: null,
    commandMs: 60_000,
  }
  await db().lease.deleteMany()
  await holdLease(BACKUP_JOB)
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

async function failures(step: string): Promise<number> {
  const { text } = await readMetrics()
  return Number(
    new RegExp(`readr_backup_failures_total\\{step="${step}"\\} (\\d+)`).exec(text)?.[1] ?? 0,
  )
}

/** A command that appends its argument to a list, and fails if there is a file `fail`. */
function addCommand(): () => string[] {
  const command = join(folder, 'command')
  const list = join(folder, 'list')
  const script = `test ! -e '${folder}/fail' || { echo "no network" >&2; exit 1; }\necho "$1" >> '${list}'`
  writeFileSync(command, `#!/bin/sh\n${script}\n`)
  chmodSync(command, 0o700)
  writeFileSync(list, '')
  settings.command = command
  return () => readFileSync(list, 'utf8').split('\n').filter(Boolean)
}

describe('an automatic backup', () => {
  test('is named by its time and recorded, and deletes what has expired', async () => {
    expect(await backupProgress()).toBeNull()
    for (const date of [20, 21]) await makeBackup(settings, write, day(date))
    // A backup that was killed may have filled the disk.
    writeFileSync(join(settings.folder, `${nameOf(20)}.part`), '')
    const writeAlone = async (file: string) => {
      expect(readdirSync(settings.folder).toSorted()).toEqual([nameOf(20), nameOf(21)])
      await write(file)
    }
    await makeBackup(settings, writeAlone, day(22))
    expect(readdirSync(settings.folder).toSorted()).toEqual([nameOf(21), nameOf(22)])
    expect(await backupProgress()).toEqual({ made: nameOf(22), passedOn: null })
  })

  test('that fails is counted, and deletes and records nothing', async () => {
    for (const date of [20, 21]) await makeBackup(settings, write, day(date))
    const before = await failures('backup')
    const fail = async () => {
      throw new Error('no space')
    }
    await expect(makeBackup(settings, fail, day(25))).rejects.toThrow('The backup failed: no space')
    expect(await failures('backup')).toBe(before + 1)
    expect(readdirSync(settings.folder).toSorted()).toEqual([nameOf(20), nameOf(21)])
    expect(await backupProgress()).toEqual({ made: nameOf(21), passedOn: null })
  })

  test('is passed on once', async () => {
    const passedOn = addCommand()
    await passOn(settings, never())
    expect(passedOn()).toEqual([])
    const file = await makeBackup(settings, write, day(20))
    for (let times = 0; times < 2; times++) await passOn(settings, never())
    expect(passedOn()).toEqual([file])
    expect(await backupProgress()).toEqual({ made: nameOf(20), passedOn: nameOf(20) })
    const next = await makeBackup(settings, write, day(21))
    await passOn(settings, never())
    expect(passedOn()).toEqual([file, next])
  })

  test('stays when the command fails, which is counted and run again', async () => {
    const passedOn = addCommand()
    const file = await makeBackup(settings, write, day(20))
    writeFileSync(join(folder, 'fail'), '')
    const before = await failures('command')
    await expect(passOn(settings, never())).rejects.toThrow(
      /is good, but BACKUP_COMMAND failed: .*exited with 1\nno network/,
    )
    expect(await failures('command')).toBe(before + 1)
    expect(readdirSync(settings.folder)).toEqual([nameOf(20)])
    expect(await backupProgress()).toEqual({ made: nameOf(20), passedOn: null })
    rmSync(join(folder, 'fail'))
    await passOn(settings, never())
    expect(passedOn()).toEqual([file])
  })
})
