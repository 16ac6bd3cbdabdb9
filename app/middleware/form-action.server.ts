import type { SubmissionResult } from '@conform-to/react'
import { parseWithZod } from '@conform-to/zod/v4'
import { data, type HeadersArgs } from 'react-router'
import type { z } from 'zod'
import { DomainError } from '../platform/errors.ts'

/** What a form that was refused is shown with: the errors, and what was typed. */
export interface Refused {
  result: SubmissionResult<string[]>
}

/**
 * The form that was posted.
 * @throws a 400 page when the body is none
 */
export async function readForm(request: Request): Promise<FormData> {
  try {
    return await request.formData()
  } catch {
    throw data(null, { status: 400 })
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
  const submission = parseWithZod(form, { schema })
  const hideFields = [...form.keys()].filter((name) => /password/i.test(name))
  if (submission.status !== 'success') {
    return data({ result: submission.reply({ hideFields }) as Refused['result'] }, { status: 400 })
  }
  try {
    return await run(submission.value as z.output<S>)
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    const fieldErrors = error.fields
    const result = submission.reply({
      hideFields,
      ...(fieldErrors ? { fieldErrors } : { formErrors: [error.message] }),
    })
    return data(
      { result: result as Refused['result'] },
      { status: error.status, headers: error.headers },
    )
  }
}
