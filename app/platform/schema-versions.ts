/**
 * Which versions of Readr can run on a database. The first line of each migration says which of those
 * that do not know it still can (docs/decisions/103-migrations-expand-first.md). It is stored with the
 * migration, so that they can read it.
 */

export interface KnownMigration {
  name: string
  checksum: string
  /** `expand`, or `contract, since` a migration; null in old migrations: no earlier version can. */
  kind: string | null
}

const FIRST_LINE = /^-- readr: (expand|contract, since \d{14}_\w+)\n/
const CONTRACT = 'contract, since '

/** What a migration says about earlier versions. */
export function kindOf(sql: string): string | null {
  return FIRST_LINE.exec(sql)?.[1] ?? null
}

function canRunAfter(names: ReadonlySet<string>, { kind }: KnownMigration): boolean {
  if (kind?.startsWith(CONTRACT)) return names.has(kind.slice(CONTRACT.length))
  return kind === 'expand'
}

/** Compares the migrations of a version with those of a database. */
export function compareMigrations<Shipped extends KnownMigration>(
  shipped: Shipped[],
  applied: KnownMigration[],
) {
  const checksums = new Map(applied.map(({ name, checksum }) => [name, checksum]))
  const known = new Set(shipped.map(({ name }) => name))
  const unknown = applied.filter(({ name }) => !known.has(name))
  const pending = shipped.filter(({ name }) => !checksums.has(name))
  const before = new Set(checksums.keys())
  return {
    pending,
    /** Pending ones after which the version that applied the last migration cannot run. */
    final: pending.filter((migration) => !canRunAfter(before, migration)),
    /** Applied by a newer version. */
    unknown,
    /** Those of them after which this version cannot run. */
    refused: unknown.filter((migration) => !canRunAfter(known, migration)),
    changed: shipped.filter(({ name, checksum }) => {
      const then = checksums.get(name)
      return then !== undefined && then !== checksum
    }),
    lastApplied: applied.at(-1) ?? null,
  }
}

type Comparison = ReturnType<typeof compareMigrations>

const list = (migrations: KnownMigration[]) => migrations.map(({ name }) => name).join(', ')

/** Why this version cannot run on the database; null: it can. */
export function problemWith({ changed, unknown, refused }: Comparison): string | null {
  if (changed.length > 0) {
    return `Migration ${changed[0]!.name} was changed after it had been applied.`
  }
  if (refused.length === 0) return null
  return `The database is newer than this program: it has the migrations ${list(unknown)}. This version cannot run on it after ${list(refused)}. Start a newer version of Readr, or restore the backup from before the upgrade.`
}

/** What `readr migrate --check` prints, and its exit status. */
export function reportOn(compared: Comparison): { text: string; status: 0 | 2 | 3 } {
  const { pending, final, unknown, lastApplied } = compared
  const problem = problemWith(compared)
  if (problem !== null) return { text: problem, status: 3 }
  if (pending.length > 0) {
    const text = `Pending migrations: ${list(pending)}.`
    if (lastApplied === null) return { text, status: 2 }
    const before = `the version of the last migration (${lastApplied.name})`
    const after =
      final.length === 0
        ? `After them, ${before} can still run: you can go back to it without a restore.`
        : `After ${list(final)}, ${before} cannot run: make a backup first.`
    return { text: `${text}\n${after}`, status: 2 }
  }
  return {
    text:
      unknown.length === 0
        ? 'The database is up to date.'
        : `The database is newer than this version and compatible: it also has the migrations ${list(unknown)}.`,
    status: 0,
  }
}
