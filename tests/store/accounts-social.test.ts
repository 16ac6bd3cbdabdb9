import { expect, test, vi } from 'vitest'
import { signInWithProvider } from '#app/accounts/service/sign-in-with-provider.server.ts'

/** How many of the next reads find no account yet, because another request is creating it. */
let tooEarly = { byIdentity: 0, byEmail: 0 }

vi.mock('#app/accounts/store/identities.server.ts', async (load) => {
  const original = await load<typeof import('#app/accounts/store/identities.server.ts')>()
  const userByIdentity: typeof original.userByIdentity = async (identity) =>
    tooEarly.byIdentity-- > 0 ? null : original.userByIdentity(identity)
  return { ...original, userByIdentity }
})
vi.mock('#app/accounts/store/users.server.ts', async (load) => {
  const original = await load<typeof import('#app/accounts/store/users.server.ts')>()
  const userByEmail: typeof original.userByEmail = async (email) =>
    tooEarly.byEmail-- > 0 ? null : original.userByEmail(email)
  return { ...original, userByEmail }
})

const identityOf = (subject: string, emailVerified: boolean) => ({
  provider: 'google' as const,
  subject,
  email: `concurrent-${subject}@example.com`,
  emailVerified,
  name: 'Concurrent',
})
const signIn = async (identity: ReturnType<typeof identityOf>, address: string) => {
  const user = await signInWithProvider(identity, address, { mayTakeOver: false })
  return user !== 'must-agree' && user.id
}

test.each([
  [true, 2],
  [false, 8],
] as const)(
  'concurrent callbacks from a provider create one account (address verified: %s)',
  async (emailVerified, times) => {
    for (let i = 0; i < times; i++) {
      const identity = identityOf(`${i}-${emailVerified}`, emailVerified)
      const ids = await Promise.all(
        Array.from({ length: 6 }, (_, n) => signIn(identity, `192.0.2.${i * 8 + n}`)),
      )
      expect(new Set(ids).size).toBe(1)
    }
  },
)

test.each([true, false])(
  'a callback sees the account that another one created between its reads (verified: %s)',
  async (emailVerified) => {
    const identity = identityOf(`late-${emailVerified}`, emailVerified)
    const first = await signIn(identity, '192.0.2.201')
    tooEarly = { byIdentity: 1, byEmail: 1 }
    expect(await signIn(identity, '192.0.2.202')).toBe(first)
    tooEarly = { byIdentity: 1, byEmail: 0 }
    expect(await signIn(identity, '192.0.2.203')).toBe(first)
  },
)
