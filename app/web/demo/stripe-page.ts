import { demoStripe } from '../../demo/run-stripe-emulator.server.ts'
import type { Route } from './+types/stripe-page'

/** A page of the emulated Stripe: checkout, portal, the bank's question, invoices, the clock. */
export const loader = ({ request }: Route.LoaderArgs) => demoStripe().handle(request)
export const action = ({ request }: Route.ActionArgs) => demoStripe().handle(request)
