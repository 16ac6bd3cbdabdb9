import { stringify } from 'csv-stringify/sync'

/**
 * Rows as CSV; dates are in ISO 8601.
 * @param bom begin with a byte order mark, by which spreadsheets recognize UTF-8
 */
export const toCsv = (
  rows: readonly (readonly (string | Date)[])[],
  { bom = false }: { bom?: boolean } = {},
): string =>
  stringify([...rows], {
    bom,
    record_delimiter: 'windows',
    // By itself, the library quotes a value only for the line ends that separate rows.
    quoted_match: /[\r\n]/,
    // Spreadsheets run cells that start with = + - @ as formulas.
    escape_formulas: true,
    cast: { date: (date) => date.toISOString() },
  })
