import { z } from 'zod'
import { realService } from './production.server.ts'

const MIN_MOBILE_SECRET_CHARS = 16

/** The environment variables of payment. */
export const stripeVariables = {
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(?:sk|rk)_(?:test|live)_\w+$/, { error: 'must be a key such as sk_live_…' })
    .optional(),
  STRIPE_PUBLISHABLE_KEY: z
    .string()
    .regex(/^pk_(?:test|live)_\w+$/, { error: 'must be a key such as pk_live_…' })
    .optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_\S+$/, { error: 'must be the signing secret of the webhook: whsec_…' })
    .optional(),
  STRIPE_API_URL: z
    .url({ protocol: /^https?$/, error: 'must be a web address' })
    .transform((v) => v.replace(/\/+$/, ''))
    .optional(),
  MOBILE_WEBHOOK_SECRET: z
    .string()
    .min(MIN_MOBILE_SECRET_CHARS, {
      error: `must have at least ${MIN_MOBILE_SECRET_CHARS} characters`,
    })
    .optional(),
  APP_RETURN_URL: z
    .string()
    .refine(opensAnApp, { error: 'must be a link into the app: https://… or readr://…' })
    .optional(),
}

/** Whether a browser may be sent to an address: not a script, a file, or data. */
function opensAnApp(address: string): boolean {
  const protocol = URL.parse(address)?.protocol
  if (protocol === undefined || /[\s\p{Cc}]/u.test(address)) return false
  return !/^(?:javascript|data|vbscript|file|blob|about|http|ftp|wss?):$/.test(protocol)
}

type Variables = z.output<z.ZodObject<typeof stripeVariables>>

const STRIPE_KEYS = [
  'STRIPE_SECRET_KEY',
  'STRIPE_PUBLISHABLE_KEY',
  'STRIPE_WEBHOOK_SECRET',
] as const

/** Whether a Stripe key is for real money. */
export const isLiveKey = (key: string): boolean => /^(?:sk|rk|pk)_live_/.test(key)

export function refusePartialStripe(
  v: Variables,
  refuse: (name: string, message: string) => void,
): void {
  const set = STRIPE_KEYS.find((name) => v[name] !== undefined)
  // In production, refuseIncompleteProduction names what is missing.
  if (set !== undefined && realService(v) === null) {
    for (const name of STRIPE_KEYS) {
      if (v[name] === undefined) refuse(name, `is required together with ${set}`)
    }
  }
  if (
    v.STRIPE_SECRET_KEY &&
    v.STRIPE_PUBLISHABLE_KEY &&
    isLiveKey(v.STRIPE_SECRET_KEY) !== isLiveKey(v.STRIPE_PUBLISHABLE_KEY)
  ) {
    refuse('STRIPE_PUBLISHABLE_KEY', 'must be of the same mode (test or live) as STRIPE_SECRET_KEY')
  }
}

/** The connection to Stripe; null: not configured. */
export function stripeSettings(v: Variables) {
  if (!v.STRIPE_SECRET_KEY || !v.STRIPE_PUBLISHABLE_KEY || !v.STRIPE_WEBHOOK_SECRET) return null
  return {
    secretKey: v.STRIPE_SECRET_KEY,
    publishableKey: v.STRIPE_PUBLISHABLE_KEY,
    webhookSecret: v.STRIPE_WEBHOOK_SECRET,
    /** Another server in place of Stripe, for tests. */
    apiUrl: v.STRIPE_API_URL,
  }
}
