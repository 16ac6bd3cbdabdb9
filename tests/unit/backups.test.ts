import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import fc from 'fast-check'
import { runProgram } from '#app/platform/processes/run-program.server.ts'
import {
  abandonedBackups,
  backupName,
  backupTime,
  expiredBackups,
  isDue,
  lastBackup,
  type Retention,
} from '#app/platform/backups/schedule.server.ts'
import { tableDifferences } from '#app/platform/copy-database/drill.server.ts'
import { createTemporaryDatabase } from '#app/platform/copy-database/temporary-database.server.ts'
import { foreignVariables, readEnv, settings } from '#app/platform/env.server.ts'

const DAY_MS = 86_400_000
const at = (text: string) => new Date(`${text}Z`)

describe('the schedule', () => {
  test.each([
    [null, '2026-11-23T02:59:59', true],
    ['2026-11-22T03:00:00', '2026-11-23T02:59:59', false],
    ['2026-11-22T03:00:00', '2026-11-23T03:00:00', true],
    ['2026-11-23T03:00:00', '2026-11-23T23:59:59', false],
    // One by hand in the evening does not replace the one of the night.
    ['2026-11-22T20:00:00', '2026-11-23T03:00:00', true],
    // The process was stopped at night.
    ['2026-11-20T03:00:00', '2026-11-23T01:00:00', true],
    // The clock was ahead.
    ['2026-11-29T03:00:00', '2026-11-23T04:00:00', true],
    ['2026-11-23T04:00:01', '2026-11-23T04:00:00', false],
  ])('after a backup at %s, at %s one is due: %s', (last, now, expected) => {
    expect(isDue(last === null ? null : at(last), at(now), '03:00')).toBe(expected)
  })

  test('names backups so that they sort by time', () => {
    const name = backupName(at('2026-11-23T03:00:07.123'))
    expect(name).toBe('readr-2026-11-23T030007Z.readr')
    expect(backupTime(name)).toEqual(at('2026-11-23T03:00:07'))
    expect(backupTime('readr-2026-13-23T030007Z.readr')).toBeNull()
    expect(backupTime('2026-11-23.readr')).toBeNull()
    expect(lastBackup([name, 'z.readr', `${name}.part`])).toBe(name)
    expect(lastBackup(['z.readr'])).toBeNull()
    const ahead = backupName(at('2030-11-23T03:00:07'))
    expect(lastBackup([name, ahead], at('2026-11-24T00:00:00'))).toBe(name)
  })
})

describe('the retention', () => {
  const KEEP: Retention = { daily: 7, weekly: 5, monthly: 12 }
  const keptOf = (names: string[], keep: Retention, now = at('2030-01-01T00:00:00')) => {
    const expired = new Set(expiredBackups(names, keep, now))
    return names.filter((name) => !expired.has(name)).toSorted()
  }
  const days = (first: string, count: number) =>
    Array.from({ length: count }, (_, i) =>
      backupName(new Date(at(`${first}T03:00:00`).getTime() + i * DAY_MS)),
    )
  const day = (name: string) => name.slice('readr-'.length, 'readr-2026-11-23'.length)

  test('keeps seven days, five weeks, and twelve months', () => {
    // 2026-11-23 is a Monday.
    const kept = keptOf(days('2025-01-01', 692), KEEP).map(day)
    expect(kept).toEqual(
      [
        ...['2025-12-31', '2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31'],
        ...['2026-06-30', '2026-07-31', '2026-08-31', '2026-09-30', '2026-10-31'],
        ...['2026-11-01', '2026-11-08', '2026-11-15', '2026-11-17', '2026-11-18', '2026-11-19'],
        ...['2026-11-20', '2026-11-21', '2026-11-22', '2026-11-23'],
      ].toSorted(),
    )
  })

  test('keeps everything of the last 24 hours', () => {
    const names = ['03:00:00', '09:30:00', '09:30:01'].map((time) =>
      backupName(at(`2026-11-23T${time}`)),
    )
    expect(keptOf(names, KEEP)).toEqual(names)
    expect(
      keptOf([...days('2026-11-23', 1), ...days('2026-11-24', 1)], { ...KEEP, daily: 1 }),
    ).toHaveLength(1)
  })

  test('deletes unfinished backups after a day, and nothing with another name', () => {
    const name = backupName(at('2026-11-20T03:00:00'))
    const others = ['readr.db', 'before-upgrade.readr', 'x.part', `copy of ${name}`]
    const parts = ['', '-journal', '-wal', '-shm'].map((ending) => `${name}.part${ending}`)
    const names = [...others, ...parts, name]
    expect(abandonedBackups(names, at('2026-11-20T09:00:00'))).toEqual([])
    expect(abandonedBackups(names, at('2026-11-22T09:00:00'))).toEqual(parts)
    expect(expiredBackups(names, KEEP, at('2026-11-22T09:00:00'))).toEqual([])
  })

  test('ignores backups of a clock that was ahead', () => {
    const ahead = days('2030-01-01', 20)
    const keep = { daily: 1, weekly: 0, monthly: 0 }
    const names = [...days('2026-11-20', 4), ...ahead]
    expect(keptOf(names, keep, at('2026-11-23T03:00:00'))).toEqual([
      ...days('2026-11-23', 1),
      ...ahead,
    ])
  })

  const retentions = fc.record({
    daily: fc.integer({ min: 0, max: 9 }),
    weekly: fc.integer({ min: 0, max: 9 }),
    monthly: fc.integer({ min: 0, max: 9 }),
  })
  const times = fc
    .uniqueArray(fc.integer({ min: 0, max: 400 * 24 * 60 }), { minLength: 1, maxLength: 80 })
    .map((minutes) =>
      minutes
        .toSorted((a, b) => a - b)
        .map((m) => backupName(new Date(at('2026-01-01T00:00:00').getTime() + m * 60_000))),
    )

  test('keeps the last backup, and no more than asked for', () => {
    fc.assert(
      fc.property(times, retentions, (names, keep) => {
        const kept = keptOf(names, keep)
        expect(kept).toContain(names.at(-1))
        const last = backupTime(names.at(-1)!)!.getTime()
        const older = kept.filter((name) => last - backupTime(name)!.getTime() >= DAY_MS)
        expect(older.length).toBeLessThanOrEqual(keep.daily + keep.weekly + keep.monthly)
        expect(new Set(keptOf(kept, keep))).toEqual(new Set(kept))
      }),
    )
  })

  test('deleting after each backup leaves the same as deleting once at the end', () => {
    fc.assert(
      fc.property(times, retentions, (names, keep) => {
        let kept: string[] = []
        for (const name of names) kept = keptOf([...kept, name], keep)
        expect(kept).toEqual(keptOf(names, keep))
      }),
    )
  })
})

describe('the settings', () => {
  test('turn backups on with a folder', () => {
    expect(readEnv({}).backups).toBeNull()
    expect(readEnv({ BACKUP_DIR: '/backups' }).backups).toEqual({
      folder: '/backups',
      time: '03:00',
      keep: { daily: 7, weekly: 5, monthly: 12 },
      command: null,
      commandMs: 3_600_000,
    })
    const shown = settings({ BACKUP_DIR: '/backups' }).map(({ name, value }) => `${name}=${value}`)
    expect(shown).toEqual(expect.arrayContaining(['BACKUP_DIR=/backups', 'BACKUP_TIME=03:00']))
  })

  test.each([
    [{ BACKUP_TIME: '24:00' }, 'BACKUP_TIME: must be a time in UTC, from 00:00 to 23:59'],
    [{ BACKUP_TIME: '3:00' }, 'BACKUP_TIME: must be a time'],
    [{ BACKUP_KEEP_DAILY: '-1' }, 'BACKUP_KEEP_DAILY: must be a whole number from 0 to 1000'],
    [{ BACKUP_COMMAND: 'rclone copy' }, 'BACKUP_COMMAND: must be the absolute path of one program'],
    [
      { BACKUP_DIR: '', BACKUP_COMMAND: '/x' },
      'BACKUP_DIR: is required when BACKUP_COMMAND is set',
    ],
    [{ BACKUP_COMMAND_MINUTES: '0' }, 'BACKUP_COMMAND_MINUTES: must be a whole number from 1'],
  ])('refuse %j', (given, message) => {
    expect(() => readEnv({ BACKUP_DIR: '/backups', ...given })).toThrow(message)
  })

  test('keep secrets from the backup command', () => {
    const own = { PATH: '/bin', RCLONE_CONFIG: '/rclone.conf' }
    const secret = { AUTH_SECRETS: 'x', SMTP_URL: 'y', PGPASSWORD: 'z', POSTGRES_PASSWORD: 'z' }
    expect(foreignVariables({ ...own, ...secret })).toEqual(own)
  })
})

describe('a program', () => {
  function script(text: string): { path: string; folder: string } {
    const folder = mkdtempSync(join(tmpdir(), 'readr-program-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const path = join(folder, 'a program')
    writeFileSync(path, `#!/bin/sh\n${text}\n`, { mode: 0o700 })
    return { path, folder }
  }
  const never = () => new AbortController().signal
  const options = () => ({ limitMs: 60_000, signal: never() })

  test('gets its argument as it is, and only the given environment', async () => {
    const { path, folder } = script('printf "%s|%s" "$1" "$SECRET" > "$OUT"')
    const argument = `$(touch ${folder}/hacked); 'a' "b" *`
    const env = { OUT: join(folder, 'out') }
    await runProgram(path, [argument], { ...options(), env })
    expect(readFileSync(env.OUT, 'utf8')).toBe(`${argument}|`)
    expect(existsSync(join(folder, 'hacked'))).toBe(false)
  })

  test('makes files that only its owner may read', async () => {
    const { path, folder } = script('touch "$(dirname "$0")/copy"')
    await runProgram(path, [], options())
    expect(statSync(join(folder, 'copy')).mode & 0o777).toBe(0o600)
  })

  test('fails with what it printed', async () => {
    const { path } = script('echo "no such bucket" >&2; exit 3')
    await expect(runProgram(path, [], options())).rejects.toThrow(/exited with 3\nno such bucket$/)
    await expect(runProgram('/no/such/program', [], options())).rejects.toThrow('ENOENT')
  })

  test('has ended when a program that it leaves in the background still holds its output', async () => {
    const { path, folder } = script('sleep 600 & echo $! > "$(dirname "$0")/pid"; exit 0')
    await runProgram(path, [], options())
    // It still runs.
    const pid = Number(readFileSync(join(folder, 'pid'), 'utf8'))
    expect(process.kill(pid)).toBe(true)
  })

  test('succeeds when it ends well although it was asked to end', async () => {
    const { path } = script("trap 'exit 0' TERM; sleep 600 & wait")
    await expect(runProgram(path, [], { ...options(), limitMs: 300 })).resolves.toBeUndefined()
  })

  test('ends at the limit and at the signal, with the programs it has started', async () => {
    const { path, folder } = script('sleep 600 & echo $! > "$(dirname "$0")/pid"; wait')
    await expect(runProgram(path, [], { ...options(), limitMs: 300 })).rejects.toThrow(
      'took longer than 0 minutes',
    )
    const stopping = new AbortController()
    const running = runProgram(path, [], { ...options(), signal: stopping.signal })
    await expect.poll(() => existsSync(join(folder, 'pid'))).toBe(true)
    stopping.abort()
    await expect(running).rejects.toThrow('was ended by SIGTERM')
  })
})

test('a drill on a PostgreSQL socket says what to do instead', async () => {
  const url = 'postgresql://readr@/readr?host=/run/postgresql'
  await expect(createTemporaryDatabase(url)).rejects.toThrow(/Use --sqlite/)
})

test('a drill names each table that differs', () => {
  const backup = { rows: 3, checksum: 'a' }
  const tables = [
    { name: 'Book', backup, restored: { rows: 3, checksum: 'a' }, rowsNow: 4 },
    { name: 'Mark', backup, restored: { rows: 2, checksum: 'a' }, rowsNow: 4 },
    { name: 'User', backup, restored: { rows: 3, checksum: 'b' }, rowsNow: null },
  ]
  expect(tableDifferences(tables)).toEqual([
    'Mark: 3 rows in the backup, 2 after the restore.',
    'User: 3 rows, but their values differ.',
  ])
})
