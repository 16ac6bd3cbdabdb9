import { z } from 'zod'
import { goalInput } from '../../reading/schema/my-year.ts'
import { setGoal } from '../../reading/service/reading-goal.server.ts'
import { defineCall, endpoint } from '../endpoint.server.ts'
import { INVALID_INPUT } from '../schemas/answers.server.ts'

const put = defineCall({
  id: 'setReadingGoal',
  tag: 'Reading',
  summary: 'Set how many books the reader wants to read',
  description: 'Replaces an earlier goal. `GET /api/reading/year` returns the progress.',
  success: 'The goal is set.',
  errors: { 400: INVALID_INPUT },
  method: 'PUT',
  auth: 'session',
  scope: 'library:write',
  body: goalInput,
  output: z.strictObject({ goal: z.strictObject(goalInput.shape) }),
  async handler({ signedIn: { user }, body }) {
    const goal = await body()
    await setGoal(user.id, goal)
    return { data: { goal } }
  },
})

const remove = defineCall({
  id: 'removeReadingGoal',
  tag: 'Reading',
  summary: 'Remove the reader’s goal',
  success: 'There is no goal.',
  method: 'DELETE',
  auth: 'session',
  scope: 'library:write',
  async handler({ signedIn: { user } }) {
    await setGoal(user.id, null)
    return { data: {}, message: 'There is no goal.' }
  },
})

export const loader = endpoint(put, remove)

export { loader as action }
