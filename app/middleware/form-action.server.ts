import type { SubmissionResult } from '@conform-to/react'
import { parseWithZod } from '@conform-to/zod/v4'
import { data, type HeadersArgs } from 'react-router'
import type { z } from 'zod'
import type { Limit } from '../accounts/rules/limits.ts'
import { requireAttemptsLeft } from '../accounts/service/limits.server.ts'
import { DomainError } from '../platform/errors.ts'
import { readFormData } from './body.server.ts'
import { fieldNames } from './field-names.server.ts'
import { refusalOf } from '../platform/unavailable.server.ts'

/** What a form that was refused is shown with: the errors, and what was typed. */
export interface Refused {
  result: SubmissionResult<string[]>
}

/** Files that are sent with one form, at most. */
const FILES_MAX = 5000

/**
 * The form that was posted, bounded (body.server.ts).
 * @throws a 400 or 413 page when it cannot be read
 */
export async function readForm(request: Request): Promise<FormData> {
  try {
    return await readFormData(request)
  } catch (error) {
    throw asPage(error)
  }
}

/**
 * A form with files that was posted. No more is kept of it than the limit.
 * @throws DomainError too-large, about the field; a 400 page when it cannot be read
 */
export async function readFiles(
  request: Request,
  maxBytes: number,
  field: string,
): Promise<FormData> {
  try {
    return await readFormData(request, { maxBytes, maxFields: FILES_MAX })
  } catch (error) {
    if (!(error instanceof DomainError && error.code === 'too-large')) throw asPage(error)
    const message = `That is more than ${Math.floor(maxBytes / 2 ** 20)} MB. Please choose less, or smaller files.`
    throw new DomainError('too-large', message, { [field]: [message] })
  }
}

/** What a page throws when its form cannot be read. */
function asPage(error: unknown): unknown {
  return error instanceof DomainError ? data(null, { status: error.status }) : error
}

/** Fields that are never shown again. */
const HIDDEN = /password/i

/**
 * The fields of a form that its schema knows. The parser must see no others: it builds what their
 * names describe, such as an array of a billion for `a[999999999]`, and obeys its own `__intent__`.
 */
function onlyFields(form: FormData, schema: z.ZodType): FormData {
  const names = fieldNames(schema)
  const known = new FormData()
  for (const [name, value] of form) if (names.has(name)) known.append(name, value)
  return known
}

/** A refusal of a form that could not even be checked. */
export function refusedWith(error: DomainError): ReturnType<typeof data<Refused>> {
  const result = { status: 'error', error: error.fields ?? { '': [error.message] } } as const
  return data({ result }, { status: error.status, headers: error.headers })
}

/**
 * The refusal of a form whose network address has used up a limit, with what was typed; null while
 * there is something left. Asked before the form is checked, and counts nothing: only a form that
 * is valid counts as an attempt, where its use case runs.
 */
export async function refusalWhenSpent(
  request: Request,
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
    const form = await readFormData(request).catch(() => new FormData())
    const { data: refusal, init } = refusedWith(known)
    const initialValue: Record<string, string> = {}
    for (const [name, value] of onlyFields(form, schema)) {
      if (typeof value === 'string' && !HIDDEN.test(name)) initialValue[name] = value
    }
    return data({ result: { ...refusal.result, initialValue } }, init ?? {})
  }
}

/** The headers of a refusal, such as Retry-After, on the page that shows the form again. */
export const formHeaders = ({ actionHeaders }: HeadersArgs) => actionHeaders

/**
 * Checks a posted form and runs a use case with it. What is refused comes back as the form with
 * its true status, the input kept but for passwords.
 * @param run answers with a redirect or with what the page shows on success
 */
export async function submitForm<S extends z.ZodType, R>(
  form: FormData,
  schema: S,
  run: (input: z.output<S>) => Promise<R>,
): Promise<R | ReturnType<typeof data<Refused>>> {
  const known = onlyFields(form, schema)
  const submission = parseWithZod(known, { schema })
  const hideFields = [...known.keys()].filter((name) => HIDDEN.test(name))
  if (submission.status !== 'success') {
    return data({ result: submission.reply({ hideFields }) as Refused['result'] }, { status: 400 })
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
      { result: result as Refused['result'] },
      { status: refusal.status, headers: refusal.headers },
    )
  }
}
