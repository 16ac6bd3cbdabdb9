import type { Account } from './account.ts'
import { refused } from './errors.ts'
import type { Stored } from './store.ts'

/** Fields of an object that are computed only when the call expands them. */
export type Includable = Record<string, (account: Account, object: Stored) => unknown>

const DEEPEST = 4

type Value = { [field: string]: unknown }
const isObject = (value: unknown): value is Value => typeof value === 'object' && value !== null

/**
 * Replaces references in a response by their objects.
 * @throws ApiError naming a path that cannot be expanded
 */
export function expand(
  account: Account,
  includable: Record<string, Includable>,
  answer: unknown,
  paths: string[],
): unknown {
  return paths.reduce((value, path) => {
    const fields = path.split('.')
    if (fields.filter((field) => field !== 'data').length > DEEPEST) {
      throw refused(`You cannot expand more than ${DEEPEST} levels of a property.`, {
        param: 'expand',
      })
    }
    return along(value, fields)
  }, answer)

  function along(value: unknown, [field, ...rest]: string[]): unknown {
    if (field === undefined || value === null) return value
    if (Array.isArray(value)) return value.map((one) => along(one, [field, ...rest]))
    if (!isObject(value)) throw notExpandable(field)
    let inner = value[field]
    const compute = includable[String(value['object'])]?.[field]
    if (inner === undefined && compute) inner = compute(account, value as unknown as Stored)
    if (inner === undefined) throw notExpandable(field)
    return { ...value, [field]: along(refer(inner, field), rest) }
  }

  function refer(value: unknown, field: string): unknown {
    if (Array.isArray(value))
      return value.map((one) => (typeof one === 'string' ? look(one, field) : one))
    if (typeof value === 'string') return look(value, field)
    if (value !== null && !isObject(value)) throw notExpandable(field)
    return value
  }

  function look(id: string, field: string): Stored {
    const found = account.store.any(id)
    if (!found) throw notExpandable(field)
    return found
  }
}

function notExpandable(field: string) {
  return refused(
    `This property cannot be expanded (${field}). You may want to try expanding 'data.${field}' or remove it.`,
    { param: 'expand' },
  )
}
