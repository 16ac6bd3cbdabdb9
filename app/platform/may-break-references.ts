const SAFE = /^(?:CREATE |DROP INDEX |ALTER TABLE "\w+" ADD COLUMN )/i
/** A value for one column, such as a backfill. */
const UPDATE = /^UPDATE "\w+" SET ("\w+") = (?:(?!, ").)*$/is
/**
 * The words of the statements after which rows may refer to rows that do not exist: the names of the
 * changed tables are among them. SQLite does not check while tables are rebuilt, and to check all of a
 * large database afterward takes long.
 */
export function riskyWords(sql: string): Set<string> {
  const text = sql.replaceAll(/--.*$/gm, '').replaceAll(/\bCREATE TRIGGER\b.*?\bEND;/gis, '')
  const added = new Set(
    [...text.matchAll(/ ADD COLUMN ("\w+")(?![^;]*\bREFERENCES\b)/gi)].map(([, column]) => column),
  )
  const risky = text
    .split(';')
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '' && !SAFE.test(statement))
    .filter((statement) => !added.has(UPDATE.exec(statement)?.[1]))
  return new Set(risky.flatMap((statement) => statement.match(/\w+/g) ?? []))
}
