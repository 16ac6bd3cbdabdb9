import { demoStripe } from '../../demo/run-stripe-emulator.server.ts'
import { withoutDeadline } from '../../platform/work.server.ts'
import type { Route } from './+types/stripe-page'

/**
 * A page of the emulated Stripe: checkout, portal, the bank's question, invoices, the clock, which
 * answers when all that comes to pass until then has been reported.
 */
const answer = (request: Request) => withoutDeadline(async () => demoStripe().handle(request))

export const loader = ({ request }: Route.LoaderArgs) => answer(request)
export const action = ({ request }: Route.ActionArgs) => answer(request)
