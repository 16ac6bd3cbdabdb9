import { callbackPath } from '../../accounts/rules/social-sign-in.ts'
import { nameFromApple } from '../../accounts/schema/social-sign-in.ts'
import { finishSocialSignIn } from '../../middleware/sign-in/social-sign-in.server.ts'
import { defineCall, endpoint } from '../endpoint.server.ts'

const callback = defineCall({
  method: 'GET',
  auth: 'optional',
  answerAs: 'redirect',
  handler: async (call) => ({ location: await finishSocialSignIn(call, 'apple') }),
})

/**
 * Apple posts what other providers put into the query string, and the reader's name. Leads to the
 * same path with a query string.
 */
const postedCallback = defineCall({
  answerAs: 'redirect',
  status: 303,
  method: 'POST',
  auth: 'optional',
  async handler({ form }) {
    const posted = await form()
    const query = new URLSearchParams()
    for (const name of ['state', 'code', 'error']) {
      const value = posted.get(name)
      if (typeof value === 'string') query.set(name, value)
    }
    const name = nameFromApple(posted.get('user'))
    if (name !== null) query.set('name', name)
    return { location: `${callbackPath('apple')}?${query}` }
  },
})

export const loader = endpoint(callback, postedCallback)

export { loader as action }
