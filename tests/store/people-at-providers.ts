import type { UserRow } from '#app/accounts/store/users.server.ts'

export const OWNERS_PASSWORD = 'of the owner'

let people = 0

/** Somebody whose address a provider confirms. */
export function person(email?: string) {
  people += 1
  return {
    provider: 'google' as const,
    subject: `person-${people}`,
    email: email ?? `person-${people}@example.com`,
    emailVerified: true,
    name: 'Somebody',
  }
}

export const idOf = (user: UserRow | 'must-agree') => (user === 'must-agree' ? user : user.id)
