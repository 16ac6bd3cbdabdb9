import { z } from 'zod'
import { realService } from './production.server.ts'

const MOBILE_SECRET_MIN_CHARS = 16

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
    .min(MOBILE_SECRET_MIN_CHARS, {
      error: `must have at least ${MOBILE_SECRET_MIN_CHARS} characters`,
    })
    .optional(),
  APP_RETURN_URL: z
    .string()
    .refine(opensAnApp, { error: 'must be a link into the app: https://… or readr://…' })
    .optional(),
}

/** Whether an address is one that a browser may be sent to: no script, no file, no data. */
function opensAnApp(address: string): boolean {
  const protocol = URL.parse(address)?.protocol
  if (protocol === undefined || /[\s\p{Cc}]/u.test(address)) return false
  return !/^(?:javascript|data|vbscript|file|blob|about|http|ftp|wss?):$/.test(protocol)
}

type Variables = z.output<z.ZodObject<typeof stripeVariables>>

const TOGETHER = ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'] as const

/** Whether a key of Stripe's takes real money: sk_live_, rk_live_ or pk_live_. */
export const isLiveKey = (key: string): boolean => /^(?:sk|rk|pk)_live_/.test(key)

/** Names what is missing beside a key that is set, and keys of two modes. */
export function refuseHalfStripe(
  v: Variables,
  refuse: (name: string, message: string) => void,
): void {
  const set = TOGETHER.find((name) => v[name] !== undefined)
  // Production needs all of them anyway, and says so.
  if (set !== undefined && realService(v) === null) {
    for (const name of TOGETHER) {
      if (v[name] === undefined) refuse(name, `is required beside ${set}`)
    }
  }
  if (
    v.STRIPE_SECRET_KEY &&
    v.STRIPE_PUBLISHABLE_KEY &&
    isLiveKey(v.STRIPE_SECRET_KEY) !== isLiveKey(v.STRIPE_PUBLISHABLE_KEY)
  ) {
    refuse('STRIPE_PUBLISHABLE_KEY', 'is of another mode (test or live) than STRIPE_SECRET_KEY')
  }
}

/** How Stripe is reached; null: not configured. */
export function stripeSettings(v: Variables) {
  if (!v.STRIPE_SECRET_KEY || !v.STRIPE_PUBLISHABLE_KEY || !v.STRIPE_WEBHOOK_SECRET) return null
  return {
    secretKey: v.STRIPE_SECRET_KEY,
    publishableKey: v.STRIPE_PUBLISHABLE_KEY,
    webhookSecret: v.STRIPE_WEBHOOK_SECRET,
    /** Another server in Stripe's place, for tests. */
    apiUrl: v.STRIPE_API_URL,
  }
}
