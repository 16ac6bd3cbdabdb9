import { errorText } from '../../billing/rules/error-text.ts'
import { DomainError } from '../../platform/errors.ts'

/** Runs something that changes a subscription. An error says on a second line what to do next. */
export async function addErrorAdvice<T>(run: Promise<T>): Promise<T> {
  try {
    return await run
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    const text = errorText(error, { changes: true })
    throw new DomainError(error.code, text, error.fields, error.headers)
  }
}
