import type { SubmissionResult } from '@conform-to/react'
import { parseWithZod } from '@conform-to/zod/v4'
import { data, type HeadersArgs, redirect } from 'react-router'
import type { z } from 'zod'
import type { Limit } from '../accounts/rules/rate-limits.ts'
import { saveFlashMessage } from '../accounts/service/flash-message.server.ts'
import { requireAttemptsLeft } from '../accounts/service/rate-limits.server.ts'
import { DomainError } from '../platform/errors.ts'
import { type BodyBounds, readFormData } from './body.server.ts'
import { fieldNames } from './field-names.server.ts'
import { refusalOf } from '../platform/unavailable.server.ts'

export interface Refused {
  result: SubmissionResult<string[]>
  /** The intent of the form's button. */
  intent?: string
}

/** Maximum number of files in one form. */
const MAX_FILES = 5000

/**
 * The posted form, within the limits of body.server.ts.
 * @throws a 400 or 413 page if it cannot be read
 */
export async function readForm(request: Request, bounds: BodyBounds = {}): Promise<FormData> {
  try {
    return await readFormData(request, bounds)
  } catch (error) {
    throw asPage(error)
  }
}

/**
 * A posted form with files.
 * @param field the field that a too-large error is about
 * @throws DomainError too-large; a 400 page if it cannot be read
 */
export async function readFiles(
  request: Request,
  maxBytes: number,
  field: string,
): Promise<FormData> {
  try {
    return await readFormData(request, { maxBytes, maxFields: MAX_FILES })
  } catch (error) {
    if (!(error instanceof DomainError && error.code === 'too-large')) throw asPage(error)
    const message = `Please choose files of no more than ${Math.floor(maxBytes / 2 ** 20)} MB in total.`
    throw new DomainError('too-large', message, { [field]: [message] })
  }
}

/** The request of a form as if a call had sent its fields. */
export function withFieldsAsJson({ url, headers }: Request, form: FormData): Request {
  const body = JSON.stringify(Object.fromEntries(form))
  return new Request(url, { method: 'POST', headers, body })
}

function asPage(error: unknown): unknown {
  return error instanceof DomainError ? data(null, { status: error.status }) : error
}

/** Fields whose values are never sent back. */
const HIDDEN = /password/i

/**
 * The fields of a form that its schema contains. The parser must see no others: it would build an
 * array of a billion items for `a[999999999]`, and obey its own `__intent__`.
 */
function onlyFields(form: FormData, schema: z.ZodType): FormData {
  const names = fieldNames(schema)
  const known = new FormData()
  for (const [name, value] of form) if (names.has(name)) known.append(name, value)
  return known
}

/**
 * The refusal of a form that was not validated, or that is shown again with something else in it.
 * @param initialValue what its fields contain
 */
export function refusedWith(
  error: DomainError,
  initialValue?: Record<string, string>,
): ReturnType<typeof data<Refused>> {
  const result = {
    status: 'error',
    error: error.fields ?? { '': [error.message] },
    ...(initialValue && { initialValue }),
  } as const
  return data({ result }, { status: error.status, headers: error.headers })
}

/**
 * A posted form with files, or its refusal if they are too large.
 * @param kept what else the refusal returns
 */
export async function filesOrRefusal<K extends object>(
  request: Request,
  maxBytes: number,
  field: string,
  kept: K,
): Promise<FormData | ReturnType<typeof data<Refused & K>>> {
  try {
    return await readFiles(request, maxBytes, field)
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    const { data: refusal, init } = refusedWith(error)
    return data({ ...refusal, ...kept }, init ?? {})
  }
}

/**
 * The refusal of a form, with its input, if the network address has used up a limit; otherwise null.
 * It counts nothing: only valid forms count as attempts, where their use case runs.
 */
export async function refusalWhenRateLimited(
  read: () => Promise<FormData>,
  schema: z.ZodType,
  limit: Limit,
  clientAddress: string,
): Promise<ReturnType<typeof data<Refused>> | null> {
  try {
    await requireAttemptsLeft(limit, clientAddress)
    return null
  } catch (error) {
    const known = refusalOf(error)
    if (!known) throw error
    const form = await read().catch(() => new FormData())
    const initialValue: Record<string, string> = {}
    for (const [name, value] of onlyFields(form, schema)) {
      if (typeof value === 'string' && !HIDDEN.test(name)) initialValue[name] = value
    }
    return refusedWith(known, initialValue)
  }
}

/**
 * Runs what a page's buttons are for: each has its intent in the form's field of that name.
 * @throws a 400 page for any other intent
 */
export async function runIntent<Actions extends Record<string, () => unknown>>(
  form: FormData,
  actions: Actions,
): Promise<Awaited<ReturnType<Actions[keyof Actions]>>> {
  const intent = form.get('intent')
  if (typeof intent !== 'string' || !Object.hasOwn(actions, intent)) {
    throw data(null, { status: 400 })
  }
  return (await actions[intent]!()) as Awaited<ReturnType<Actions[keyof Actions]>>
}

/** Redirects to a page that shows the text once. */
export async function redirectWithText(
  sessionId: number,
  path: string,
  text: string,
  isProblem = false,
): Promise<Response> {
  await saveFlashMessage(sessionId, text, { isProblem })
  return redirect(path, 303)
}

/** Copies headers of a refusal, such as Retry-After, to the page that shows the form again. */
export const formHeaders = ({ actionHeaders }: HeadersArgs) => actionHeaders

/**
 * Validates a posted form and runs a use case with it. A refusal returns the form's input, without
 * passwords, and the matching status.
 * @param run returns a redirect or what the page shows on success
 */
export async function submitForm<S extends z.ZodType, R>(
  form: FormData,
  schema: S,
  run: (input: z.output<S>) => Promise<R>,
): Promise<R | ReturnType<typeof data<Refused>>> {
  const known = onlyFields(form, schema)
  const pressed = form.get('intent')
  const intent = typeof pressed === 'string' && { intent: pressed }
  const submission = parseWithZod(known, { schema })
  const hideFields = [...known.keys()].filter((name) => HIDDEN.test(name))
  if (submission.status !== 'success') {
    const result = submission.reply({ hideFields }) as Refused['result']
    return data({ result, ...intent }, { status: 400 })
  }
  try {
    return await run(submission.value as z.output<S>)
  } catch (error) {
    const refusal = refusalOf(error)
    if (!refusal) throw error
    const fieldErrors = refusal.fields
    const result = submission.reply({
      hideFields,
      ...(fieldErrors ? { fieldErrors } : { formErrors: [refusal.message] }),
    })
    return data(
      { result: result as Refused['result'], ...intent },
      { status: refusal.status, headers: refusal.headers },
    )
  }
}
