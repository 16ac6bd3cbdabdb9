/** A decoded form: strings, lists, and maps. */
export type Form = string | Form[] | { [name: string]: Form }

/** These limits are far above what Stripe's calls need. */
export const MAX_FIELDS = 500
const MAX_NAME_CHARS = 500
const MAX_DEPTH = 10

const NAME = /^([^[\]]+)((?:\[[^[\]]*\])*)$/

/**
 * Decodes `items[0][price]=p&expand[]=a`. Maps whose keys are all numbers become lists.
 * @param fields at most MAX_FIELDS: unnamed entries (`a[]`) take quadratic time
 * @throws TypeError naming an invalid field
 */
export function decodeForm(fields: URLSearchParams): { [name: string]: Form } {
  const root: { [name: string]: Form } = {}
  for (const [name, value] of fields) {
    const parts = name.length > MAX_NAME_CHARS ? null : NAME.exec(name)
    if (!parts) throw new TypeError(name)
    const path = [parts[1]!, ...[...parts[2]!.matchAll(/\[([^[\]]*)\]/g)].map((one) => one[1]!)]
    if (path.length > MAX_DEPTH) throw new TypeError(name)
    put(root, path, value, name)
  }
  return listsOf(root) as { [name: string]: Form }
}

function put(root: { [name: string]: Form }, path: string[], value: string, name: string): void {
  let at = root
  for (const [depth, part] of path.entries()) {
    const key = part === '' ? String(Object.keys(at).length) : part
    if (key === '__proto__') throw new TypeError(name)
    if (depth === path.length - 1) {
      at[key] = value
      return
    }
    at[key] ??= {}
    const next = at[key]
    if (typeof next !== 'object' || Array.isArray(next)) throw new TypeError(name)
    at = next
  }
}

function listsOf(value: Form): Form {
  if (typeof value !== 'object' || Array.isArray(value)) return value
  const entries = Object.entries(value)
  const isList = entries.length > 0 && entries.every(([name]) => /^\d{1,4}$/.test(name))
  if (!isList) return Object.fromEntries(entries.map(([name, inner]) => [name, listsOf(inner)]))
  return entries.toSorted(([a], [b]) => Number(a) - Number(b)).map(([, inner]) => listsOf(inner))
}
