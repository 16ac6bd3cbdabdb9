import { z } from 'zod'
import type { Account } from './account.ts'
import { missing } from './errors.ts'
import { expandable, paging } from './fields.ts'
import type { Stored } from './store.ts'

export type Method = 'GET' | 'POST' | 'DELETE'

export interface Operation {
  method: Method
  /** The path, with `:id` for an object's id. */
  path: string
  /** A strict schema: unknown parameters are errors. */
  parameters: z.ZodType
  /** Whether browsers may make it, with the publishable key and the intent's secret. */
  fromBrowser: boolean
  run(account: Account, input: never, id: string): object
}

/** Defines a call with these parameters and `expand`. */
export function operation<S extends z.ZodRawShape>(
  method: Method,
  path: string,
  shape: S,
  run: (
    account: Account,
    input: z.output<z.ZodObject<S & typeof expandable, z.core.$strict>>,
    id: string,
  ) => object,
): Operation {
  return {
    method,
    path,
    parameters: z.strictObject({ ...expandable, ...shape }),
    fromBrowser: false,
    run,
  }
}

/** Lets browsers make this call. */
export const fromBrowsers = (one: Operation): Operation => ({ ...one, fromBrowser: true })

export const retrieval = (path: string, object: string): Operation =>
  operation('GET', path, {}, (account, _, id) => account.find(object, id))

/** Defines a call that lists objects, newest first. */
export function listing<S extends z.ZodRawShape>(
  path: string,
  shape: S,
  choose: (
    account: Account,
    input: z.output<z.ZodObject<S & typeof paging, z.core.$strict>>,
    id: string,
  ) => Iterable<Stored>,
): Operation {
  return {
    method: 'GET',
    path,
    parameters: z.strictObject({ ...paging, ...shape }),
    fromBrowser: false,
    run: (account, input, id) =>
      page(path.replace(':id', id), choose(account, input, id), input as Paging),
  }
}

type Paging = Pick<
  z.output<z.ZodObject<typeof paging>>,
  'limit' | 'starting_after' | 'ending_before'
>

export function listOf<T extends Stored>(url: string, data: T[]) {
  return { object: 'list' as const, data, has_more: false, url }
}

function page(url: string, all: Iterable<Stored>, input: Paging) {
  const { limit = 10, starting_after: after, ending_before: before } = input
  let data: Stored[] = []
  let isOpen = after === undefined
  let hasMore = false
  let foundEnd = before === undefined
  for (const one of all) {
    if (one.id === before) {
      foundEnd = true
      break
    }
    if (isOpen && data.length === limit && before === undefined) {
      hasMore = true
      break
    }
    if (isOpen) data.push(one)
    if (one.id === after) isOpen = true
  }
  if (!isOpen) throw missing('object', after!, 'starting_after')
  if (!foundEnd) throw missing('object', before!, 'ending_before')
  if (before !== undefined) {
    hasMore = data.length > limit
    data = data.slice(-limit)
  }
  return { object: 'list', data, has_more: hasMore, url }
}

export class Router {
  private readonly routes: { operation: Operation; pattern: RegExp }[]

  constructor(operations: Operation[]) {
    this.routes = operations.map((one) => ({
      operation: one,
      pattern: new RegExp(`^${one.path.replaceAll('.', '\\.').replace(':id', '([^/]+)')}$`),
    }))
  }

  find(method: string, path: string): { operation: Operation; id: string } | undefined {
    for (const { operation, pattern } of this.routes) {
      if (operation.method !== method) continue
      const match = pattern.exec(path)
      if (match) return { operation, id: decodeURIComponent(match[1] ?? '') }
    }
    return undefined
  }
}
