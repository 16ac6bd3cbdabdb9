import { newCounter } from '../../platform/metrics.server.ts'

export const countRegistration = newCounter(
  'readr_registrations_total',
  'New accounts, by how they were created.',
  'method',
  ['password', 'provider'],
)

export const countSignIn = newCounter(
  'readr_sign_ins_total',
  'Sign-ins: successful ones, wrong passwords and codes, and attempts over a limit.',
  'result',
  ['succeeded', 'failed', 'limited'],
)

/** Counts a sign-in that failed with this error. Attempts over a limit are counted by the limit. */
export function countFailedSignIn(error: unknown): void {
  if ((error as { code?: unknown }).code === 'unauthenticated') countSignIn('failed')
}
