import type { Stripe } from 'stripe'
import { isRefusal, stripe } from '../../platform/stripe.server.ts'

/**
 * Removes a subscription's schedule; the subscription continues unchanged.
 * @returns whether there was one
 */
export async function releaseSchedule({ schedule }: Stripe.Subscription): Promise<boolean> {
  if (!schedule) return false
  const { id, status } =
    typeof schedule === 'string' ? { id: schedule, status: 'active' } : schedule
  if (status !== 'active' && status !== 'not_started') return false
  try {
    await stripe().subscriptionSchedules.release(id)
    return true
  } catch (error) {
    // It was released elsewhere, or it has completed.
    if (isRefusal(error)) return false
    throw error
  }
}
