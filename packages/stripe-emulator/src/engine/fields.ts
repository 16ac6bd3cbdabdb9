import { z } from 'zod'
import { ApiError, refused } from './errors.ts'
import type { Form } from './form.ts'

/** Parameter types. In a form, everything arrives as text. */

export const text = z.string().min(1).max(5000)
export const whole = z
  .string()
  .regex(/^-?\d{1,12}$/)
  .transform(Number)
export const cents = whole.refine((amount) => amount >= 0)
export const yesNo = z.enum(['true', 'false']).transform((value) => value === 'true')
/** Seconds since 1970. */
export const moment = z
  .string()
  .regex(/^\d{1,11}$/)
  .transform(Number)

const unset = z.literal('').transform(() => null)

/** A parameter that '' unsets (null). */
export const emptyable = <S extends z.ZodType>(schema: S) => z.union([unset, schema])

/** A metadata change: '' removes a key. */
export const metadata = z.record(z.string().max(40), emptyable(text.max(500)))
type MetadataChange = z.output<typeof metadata>

export function withMetadata(
  before: Record<string, string> | null,
  change: MetadataChange | undefined,
): Record<string, string> {
  if (change === undefined) return before ?? {}
  const all = Object.entries({ ...before, ...change })
  return Object.fromEntries(all.filter((entry): entry is [string, string] => entry[1] !== null))
}

/** Parameters of every call. */
export const expandable = { expand: z.array(text).max(20).optional() }

/** Parameters of every list. */
export const paging = {
  ...expandable,
  limit: whole.refine((limit) => limit >= 1 && limit <= 100).optional(),
  starting_after: text.optional(),
  ending_before: text.optional(),
}

export const since = z.strictObject({ gte: moment }).optional()

const nameOf = (path: PropertyKey[]) =>
  path.map((part, depth) => (depth === 0 ? String(part) : `[${String(part)}]`)).join('')

function innermost(issue: z.core.$ZodIssue): z.core.$ZodIssue {
  if (issue.code !== 'invalid_union') return issue
  const inner = issue.errors.at(-1)?.[0]
  return inner ? innermost({ ...inner, path: [...issue.path, ...inner.path] }) : issue
}

/**
 * Parses the parameters of an operation.
 * @throws ApiError with Stripe's message
 */
export function readParameters<S extends z.ZodType>(schema: S, form: Form): z.output<S> {
  const result = schema.safeParse(form)
  if (result.success) return result.data
  const issue = innermost(result.error.issues[0]!)
  if (issue.code === 'unrecognized_keys') {
    const param = nameOf([...issue.path, issue.keys[0]!])
    throw refused(`Received unknown parameter: ${param}`, { code: 'parameter_unknown', param })
  }
  const param = nameOf(issue.path)
  const at = issue.path.reduce<unknown>(
    (value, part) => (value as Record<PropertyKey, unknown> | undefined)?.[part],
    form,
  )
  if (at === undefined) {
    throw refused(`Missing required param: ${param}.`, { code: 'parameter_missing', param })
  }
  if (at === '') {
    throw refused(
      `You passed an empty string for '${param}'. We assume empty values are an attempt to unset a parameter; however '${param}' cannot be unset.`,
      { code: 'parameter_invalid_empty', param },
    )
  }
  throw new ApiError(400, {
    type: 'invalid_request_error',
    message: `Invalid ${param}: ${issue.message}`,
    param,
    ...(issue.code === 'invalid_format' && { code: 'parameter_invalid_integer' }),
  })
}
