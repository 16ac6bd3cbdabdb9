import { LIMITS } from '../../accounts/rules/rate-limits.ts'
import { registerInput } from '../../accounts/schema/sign-in.ts'
import { requireAttemptsLeft } from '../../accounts/service/rate-limits.server.ts'
import { register } from '../../accounts/service/register.server.ts'
import { defineCall, endpoint } from '../endpoint.server.ts'
import { ADDRESS_TAKEN, INVALID_INPUT } from '../schemas/answers.server.ts'
import { signedInJson, answerSignIn } from './signed-in.server.ts'

export const loader = endpoint(
  defineCall({
    id: 'register',
    tag: 'Auth',
    summary: 'Create an account and sign in',
    status: 201,
    success: 'Created and signed in.',
    errors: { 400: INVALID_INPUT, 409: ADDRESS_TAKEN },
    method: 'POST',
    auth: 'ignored',
    body: registerInput,
    output: signedInJson,
    async handler(call) {
      await requireAttemptsLeft(LIMITS.register, call.clientAddress)
      const user = await register(await call.body(), call.clientAddress)
      return { data: await answerSignIn(call, { user }) }
    },
  }),
)

export { loader as action }
