import { data } from 'react-router'
import { env } from '../../platform/env.server.ts'
import script from '#packages/stripe-emulator/src/payment-element/stripe-js.script.ts?inline-script'

export function loader() {
  if (!env().isDemo || env().stripe) throw data(null, { status: 404 })
  return new Response(script, { headers: { 'Content-Type': 'text/javascript; charset=utf-8' } })
}
