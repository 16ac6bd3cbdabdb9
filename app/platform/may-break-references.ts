const SAFE = /^(?:CREATE |DROP INDEX |ALTER TABLE "\w+" ADD COLUMN )/i
/** A value for one column, such as a backfill. */
const UPDATE = /^UPDATE "\w+" SET ("\w+") = (?:(?!, ").)*$/is

/**
 * Whether a migration may leave rows that refer to rows that do not exist. SQLite does not check while
 * tables are rebuilt, and to check all of a large database afterward takes long.
 */
export function mayBreakReferences(sql: string): boolean {
  const text = sql.replaceAll(/--.*$/gm, '').replaceAll(/\bCREATE TRIGGER\b.*?\bEND;/gis, '')
  const added = new Set(
    [...text.matchAll(/ ADD COLUMN ("\w+")(?![^;]*\bREFERENCES\b)/gi)].map(([, column]) => column),
  )
  return text
    .split(';')
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '' && !SAFE.test(statement))
    .some((statement) => !added.has(UPDATE.exec(statement)?.[1]))
}
