import { data } from 'react-router'
import { env } from '../../platform/env.server.ts'
import standIn from '#packages/stripe-emulator/src/payment-element/stand-in.script.ts?inline-script'

/** The script that stands in for Stripe's own where Stripe is emulated. */
export function loader() {
  if (!env().isDemo || env().stripe) throw data(null, { status: 404 })
  return new Response(standIn, { headers: { 'Content-Type': 'text/javascript; charset=utf-8' } })
}
