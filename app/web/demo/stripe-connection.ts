import { demoStripeConnection } from '../../demo/run-stripe-emulator.server.ts'

/** Tells the other processes of a demo how to reach the Stripe emulator. */
export const loader = () => Response.json(demoStripeConnection())
