import { callbackPath } from '../../accounts/rules/social.ts'
import { nameFromApple } from '../../accounts/schema/social.ts'
import { endpoint } from '../endpoint.server.ts'
import { finishSocialSignIn } from './social/finish.server.ts'

const KEPT = ['state', 'code', 'error']

const call = endpoint('nothing', {
  GET: (asked) => finishSocialSignIn(asked, 'apple'),
  /** Apple posts what others put into the address, and the name beside it. */
  async POST({ form }) {
    const posted = await form()
    const query = new URLSearchParams()
    for (const name of KEPT) {
      const value = posted.get(name)
      if (typeof value === 'string') query.set(name, value)
    }
    const name = nameFromApple(posted.get('user'))
    if (name !== null) query.set('name', name)
    return { location: `${callbackPath('apple')}?${query}`, status: 303 }
  },
})

export const loader = call.loader
export const action = call.action
