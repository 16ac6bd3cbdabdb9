import { z } from 'zod'
import type { ZodOpenApiOperationObject } from 'zod-openapi'
import { envelope, errorJson } from '../wire/answers.ts'

/** Calls by path and method. */
export type Calls = Record<
  string,
  Partial<Record<'get' | 'post' | 'put' | 'delete', ZodOpenApiOperationObject>>
>

/** An answer in JSON. */
export const json = (description: string, schema: z.ZodType) => ({
  description,
  content: { 'application/json': { schema } },
})

/** A body that a call asks for. */
export const requires = (schema: z.ZodType) => ({
  required: true,
  content: { 'application/json': { schema } },
})

/** An answer that sends a browser elsewhere. */
export const redirects = (description: string) => ({
  description,
  headers: z.object({ Location: z.string() }),
})

export const serverFault = json('Something went wrong on our end.', errorJson)
export const refused = json('What is wrong with the input, by field.', errorJson)
export const signInFirst = json(
  'Nobody is signed in, or the token is not valid any more.',
  errorJson,
)
export const tooMany = json('Too many attempts; Retry-After says when to come back.', errorJson)
export const needsFull = json('Subscription required', errorJson)
export const done = envelope(z.strictObject({}))

/** A session, by token or by cookie. */
export const SESSION: Record<string, string[]>[] = [{ bearer: [] }, { session: [] }]
