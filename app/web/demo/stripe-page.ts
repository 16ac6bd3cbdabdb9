import { demoStripe } from '../../demo/run-stripe-emulator.server.ts'
import { withoutDeadline } from '../../platform/database-work.server.ts'
import type { Route } from './+types/stripe-page'

/** Stripe's hosted pages in the demo. Advancing the clock may take longer than the deadline. */
const answer = (request: Request) => withoutDeadline(async () => demoStripe().handle(request))

export const loader = ({ request }: Route.LoaderArgs) => answer(request)
export const action = ({ request }: Route.ActionArgs) => answer(request)
