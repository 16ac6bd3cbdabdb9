import { data } from 'react-router'
import { DomainError } from '../../platform/errors.ts'

export async function errorPageOnDomainError<T>(loading: Promise<T>): Promise<T> {
  try {
    return await loading
  } catch (error) {
    throw error instanceof DomainError
      ? data(null, { status: error.status, headers: error.headers })
      : error
  }
}
