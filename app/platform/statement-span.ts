import type { TracedOperation } from './trace.ts'

type System = 'sqlite' | 'postgresql'

const TEXT_LENGTH = 2000
/** Statements with the same text have the same span. There are some hundred. */
const MAX_CACHED = 1000

const described: Record<System, Map<string, TracedOperation>> = {
  sqlite: new Map(),
  postgresql: new Map(),
}

/** Describes a statement for its span. Its values are parameters, so that its text has none. */
export function statementSpan(system: System, sql: string): TracedOperation {
  const cached = described[system].get(sql)
  if (cached) return cached
  const made = describe(system, sql)
  if (described[system].size < MAX_CACHED) described[system].set(sql, made)
  return made
}

const TABLE = /\b(?:FROM|INTO|UPDATE)\s+(?:[`"]?\w+[`"]?\.)?[`"]?(\w+)[`"]?/i

function describe(system: System, sql: string): TracedOperation {
  const text = sql
    .replaceAll(/'(?:[^']|'')*'/g, '?')
    .replaceAll(/\s+/g, ' ')
    .trim()
  const first = /^\w+/.exec(text)?.[0].toUpperCase() ?? 'STATEMENT'
  const operation =
    first === 'WITH'
      ? (/\b(?:INSERT|UPDATE|DELETE)\b/i.exec(text)?.[0].toUpperCase() ?? 'SELECT')
      : first
  const table = TABLE.exec(text)?.[1]
  const summary = table === undefined ? operation : `${operation} ${table}`
  return {
    name: summary,
    attributes: {
      'db.system.name': system,
      'db.operation.name': operation,
      ...(table === undefined ? {} : { 'db.collection.name': table }),
      'db.query.summary': summary,
      'db.query.text': text.slice(0, TEXT_LENGTH),
    },
  }
}
