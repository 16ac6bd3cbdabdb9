import { z } from 'zod'
import { callbackPath } from '../../accounts/rules/social.ts'
import { nameFromApple } from '../../accounts/schema/social.ts'
import { defineCall, endpoint } from '../endpoint.server.ts'
import { finishSocialSignIn } from './social/finish.server.ts'
import { PROVIDER } from './social/provider.server.ts'

/** The same as social-callback.ts, where this call is described. */
const callback = defineCall({
  method: 'GET',
  auth: 'optional',
  answerAs: 'redirect',
  handler: (call) => finishSocialSignIn(call, 'apple'),
})

/** Apple posts what other providers put into the query string, and the reader's name. */
const postedCallback = defineCall({
  id: 'appleCallback',
  tag: 'Auth',
  summary: 'Return from Apple, which posts a form',
  describedAt: '/api/auth/{provider}/callback',
  answerAs: 'redirect',
  status: 303,
  success: 'To the same path, with the posted fields as its query string.',
  method: 'POST',
  auth: 'optional',
  parameters: { path: z.object({ provider: z.literal('apple').meta(PROVIDER) }) },
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
