import type Stripe from 'stripe'
import type { Account } from '../engine/account.ts'
import { refused } from '../engine/errors.ts'
import { filled } from '../engine/published.ts'
import { moment } from '../engine/fields.ts'
import { operation, retrieval } from '../engine/operations.ts'
import { newId } from '../engine/store.ts'
import { Timeline } from '../engine/timeline.ts'

/** The farthest that one call may advance a clock. */
const FARTHEST_S = 2 * 366 * 86_400

type Clock = Stripe.TestHelpers.TestClock

function create(account: Account, { frozen_time }: { frozen_time: number }): Clock {
  const clock = filled<Clock>('test_helpers.test_clock', {
    id: newId('clock'),
    object: 'test_helpers.test_clock',
    created: account.mainClock.now(),
    deletes_after: account.mainClock.now() + 30 * 86_400,
    frozen_time,
    status: 'ready',
    status_details: {},
  })
  account.store.insert(clock)
  account.clocks.set(clock.id, new Timeline(() => frozen_time))
  return clock
}

/** Advances a clock; its jobs run after the response, one by one. */
function advance(settle: () => Promise<void>) {
  return (account: Account, { frozen_time: to }: { frozen_time: number }, id: string) => {
    const clock = account.find<Clock>('test_helpers.test_clock', id)
    const timeline = account.clocks.get(id)!
    if (clock.status !== 'ready') {
      throw refused('The test clock is already advancing.')
    }
    if (to <= timeline.now() || to > timeline.now() + FARTHEST_S) {
      throw refused('Test clocks move forward, by at most two years per call.', {
        param: 'frozen_time',
      })
    }
    clock.status = 'advancing'
    clock.status_details = { advancing: { target_frozen_time: to } }
    void advanceClock(account, clock, to, settle)
    return clock
  }
}

async function advanceClock(
  account: Account,
  clock: Clock,
  to: number,
  settle: () => Promise<void>,
): Promise<void> {
  try {
    await account.clocks.get(clock.id)!.advanceTo(to, (job) => account.runJob(job), settle)
    clock.status = 'ready'
    clock.frozen_time = to
  } catch (error) {
    clock.status = 'internal_failure'
    process.emitWarning(error as Error)
  }
  clock.status_details = {}
}

const PATH = '/v1/test_helpers/test_clocks'

/** @param settle waits until the events of a job are delivered */
export const testClocks = (settle: () => Promise<void>) => [
  operation('POST', PATH, { frozen_time: moment }, create),
  retrieval(`${PATH}/:id`, 'test_helpers.test_clock'),
  operation('POST', `${PATH}/:id/advance`, { frozen_time: moment }, advance(settle)),
]
