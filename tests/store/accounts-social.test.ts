import { expect, test } from 'vitest'
import { signInWithProvider } from '#app/accounts/service/sign-in-with-provider.server.ts'

test.each([
  [true, 2],
  [false, 8],
] as const)(
  'concurrent callbacks from a provider create one account (address verified: %s)',
  async (emailVerified, times) => {
    for (let i = 0; i < times; i++) {
      const subject = `${i} ${emailVerified}`
      const identity = {
        provider: 'google' as const,
        subject,
        email: `concurrent-${i}-${emailVerified}@example.com`,
        emailVerified,
        name: 'Concurrent',
      }
      const users = await Promise.all(
        Array.from({ length: 6 }, (_, n) =>
          signInWithProvider(identity, `192.0.2.${i * 8 + n}`, { mayTakeOver: false }),
        ),
      )
      expect(new Set(users.map((user) => user !== 'must-agree' && user.id)).size).toBe(1)
    }
  },
)
