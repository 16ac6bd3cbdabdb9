import type { SubmissionResult } from '@conform-to/react'
import { parseWithZod } from '@conform-to/zod/v4'
import { data, type HeadersArgs } from 'react-router'
import type { z } from 'zod'
import { DomainError } from '../platform/errors.ts'
import { refusalOf } from '../platform/unavailable.server.ts'
import { withoutDeadline } from '../platform/work.server.ts'

/** What a form that was refused is shown with: the errors, and what was typed. */
export interface Refused {
  result: SubmissionResult<string[]>
}

/** What is read of a body that is too large, so that the browser comes to hear the answer. */
const DRAINED_MAX_BYTES = 128 * 2 ** 20

/**
 * The form that was posted.
 * @throws a 400 page when the body is none
 */
export async function readForm(request: Request): Promise<FormData> {
  try {
    return await withoutDeadline(() => request.formData())
  } catch {
    throw data(null, { status: 400 })
  }
}

/**
 * A form with files that was posted. No more is kept of it than the limit.
 * @throws DomainError too-large, about the field; a 400 page when the body is none
 */
export async function readFiles(
  request: Request,
  mostBytes: number,
  field: string,
): Promise<FormData> {
  const chunks: Uint8Array[] = []
  let size = 0
  // The connection may break off, or the client fall silent.
  try {
    await withoutDeadline(async () => {
      for await (const chunk of request.body ?? []) {
        size += chunk.length
        if (size <= mostBytes) chunks.push(chunk)
        else if (size > DRAINED_MAX_BYTES) break
      }
    })
  } catch {
    throw data(null, { status: 400 })
  }
  if (size > mostBytes) {
    const message = `That is more than ${Math.floor(mostBytes / 2 ** 20)} MB. Please choose less, or smaller files.`
    throw new DomainError('too-large', message, { [field]: [message] })
  }
  const type = request.headers.get('Content-Type') ?? ''
  return readForm(
    new Request(request.url, {
      method: 'POST',
      headers: { 'Content-Type': type },
      body: Buffer.concat(chunks),
    }),
  )
}

/** A refusal of a form that could not even be checked. */
export function refusedWith(error: DomainError): ReturnType<typeof data<Refused>> {
  const result = { status: 'error', error: error.fields ?? { '': [error.message] } } as const
  return data({ result }, { status: error.status, headers: error.headers })
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
  const submission = parseWithZod(form, { schema })
  const hideFields = [...form.keys()].filter((name) => /password/i.test(name))
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
