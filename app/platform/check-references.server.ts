import type { Database } from 'better-sqlite3'

interface Table {
  name: string
  refersTo: string[]
  /** The words of its triggers: what they change, changes with it. */
  triggers: Set<string>
}

/**
 * Checks the references of the changed tables of a SQLite database, and of those that refer to them.
 * @param changed words, the names of changed tables among them
 * @param onCheck called before each table
 * @returns how many rows refer to rows that do not exist
 */
export function checkReferences(
  db: Database,
  changed: ReadonlySet<string>,
  onCheck: (table: string) => void,
): number {
  const tables = tablesOf(db)
  const affected = new Set(changed)
  // A set also visits what is added while it is read.
  for (const word of affected) {
    for (const other of tables.find(({ name }) => name === word)?.triggers ?? [])
      affected.add(other)
  }
  let broken = 0
  for (const { name, refersTo } of tables) {
    if (!affected.has(name) && !refersTo.some((other) => affected.has(other))) continue
    if (refersTo.length === 0 || !db.prepare(`SELECT 1 FROM "${name}" LIMIT 1`).get()) continue
    onCheck(name)
    broken += (db.pragma(`foreign_key_check("${name}")`) as unknown[]).length
  }
  return broken
}

function tablesOf(db: Database): Table[] {
  const triggers = db
    .prepare<[], { name: string; sql: string }>(
      `SELECT tbl_name AS name, sql FROM sqlite_master WHERE type = 'trigger'`,
    )
    .all()
  return db
    .prepare<[], { name: string }>(`SELECT name FROM sqlite_master WHERE type = 'table'`)
    .all()
    .map(({ name }) => ({
      name,
      refersTo: (db.pragma(`foreign_key_list("${name}")`) as { table: string }[]).map(
        ({ table }) => table,
      ),
      triggers: new Set(
        triggers.filter((one) => one.name === name).flatMap(({ sql }) => sql.match(/\w+/g) ?? []),
      ),
    }))
}
