import type { z } from 'zod'
import type { Endpoint } from '#app/api/endpoint.server.ts'
import type { OperationId, Operations } from '#packages/client/types.ts'

type DataOf<K extends OperationId> = Operations[K]['answer'] extends { data: infer D } ? D : never

/** The schema of the data that a call answers, by its operationId. */
export function dataSchema<K extends OperationId>(loader: Endpoint, id: K): z.ZodType<DataOf<K>> {
  return loader.callsAt('').find((call) => call.id === id)!.output as z.ZodType<DataOf<K>>
}
