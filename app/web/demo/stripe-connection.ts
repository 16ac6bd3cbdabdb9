import { demoStripeConnection } from '../../demo/run-stripe-emulator.server.ts'

export const loader = () => Response.json(demoStripeConnection())
