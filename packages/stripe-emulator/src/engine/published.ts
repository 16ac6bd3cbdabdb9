import published from './published-objects.json' with { type: 'json' }

/** Fields of the published examples that the emulator's objects do not have, or only expanded. */
export const LEFT_OUT = [
  /^charge payment_method_details\.card\.(?:\w+_authorization|multicapture|network_token|overcapture)/,
  /^charge refunds/,
  /^dispute evidence\./,
  /^checkout\.session phone_number_collection/,
  /^invoice subscription$/,
  /^payment_intent amount_details/,
  /^subscription_schedule default_settings\.automatic_tax/,
]

/** Fields that may be null, false, or an empty list. */
type MayBeEmpty<T> = {
  [K in keyof T]-?: null extends T[K]
    ? K
    : boolean extends T[K]
      ? K
      : T[K] extends unknown[]
        ? K
        : never
}[keyof T]

type Inner<V> = V extends { object: string } | unknown[] ? V : V extends object ? Given<V> : V

type Filled<T> = Omit<T, MayBeEmpty<T>>

/** The fields of an object that have a value; the others may be left out. */
type Given<T> = { [K in keyof Filled<T>]: Inner<Filled<T>[K]> } & {
  [K in MayBeEmpty<T>]?: Inner<T[K]> | undefined
}

type Empty = null | false | []

/** The empty values of the fields under each `object path`, by the types of the published examples. */
const fields = new Map<string, Map<string, Empty>>()
for (const [object, example] of Object.entries(published)) {
  for (const field of example.split(' ')) {
    const [path, type] = field.split(':') as [string, string]
    if (path.endsWith('[]') || LEFT_OUT.some((one) => one.test(`${object} ${path}`))) continue
    const dot = path.lastIndexOf('.')
    const parent = `${object} ${path.slice(0, Math.max(0, dot))}`.trimEnd()
    const known = fields.get(parent) ?? new Map<string, Empty>()
    const empty: Empty = type === 'boolean' ? false : type === 'array' ? [] : null
    fields.set(parent, known.set(path.slice(dot + 1), empty))
  }
}

/**
 * Makes one of Stripe's objects with all fields of its published example. Those that are not given
 * are null, false, or an empty list.
 * @param path the object, or the object and the path of a part of it
 */
export function filled<T extends object>(path: string, given: Given<T>): T {
  const made: Record<string, unknown> = structuredClone(Object.fromEntries(fields.get(path) ?? []))
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined) continue
    const isPart = typeof value === 'object' && value !== null && !Array.isArray(value)
    const inner = path.includes(' ') ? `${path}.${name}` : `${path} ${name}`
    made[name] = isPart && !('object' in value) ? filled(inner, value as never) : value
  }
  return made as T
}
