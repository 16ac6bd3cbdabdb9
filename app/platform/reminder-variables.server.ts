import { z } from 'zod'

const isOrigin = (text: string) => URL.parse(text)?.origin === text

/** How fast reminders are sent, and the keys and the services of notifications. */
export const reminderVariables = {
  BULK_EMAILS_PER_SECOND: z
    .string()
    .default('250')
    .refine((v) => /^[1-9]\d{0,4}$/.test(v), { error: 'must be a whole number from 1 to 99999' })
    .transform(Number),
  VAPID_PUBLIC_KEY: z
    .string()
    .regex(/^[\w-]{87}$/, {
      error: 'must be the public key that npx web-push generate-vapid-keys writes',
    })
    .optional(),
  VAPID_PRIVATE_KEY: z
    .string()
    .regex(/^[\w-]{43}$/, {
      error: 'must be the private key that npx web-push generate-vapid-keys writes',
    })
    .optional(),
  PUSH_SERVICES: z
    .string()
    .default('')
    .transform((text) => text.split(',').flatMap((part) => part.trim() || []))
    .refine((origins) => origins.every(isOrigin), {
      error: 'must be origins such as https://push.your.domain, separated by commas',
    }),
}

const given = z.object(reminderVariables)
type Given = z.output<typeof given>

/** One key without the other is of no use. */
export function refusePartialKeys(v: Given, refuse: (name: string, message: string) => void): void {
  const names = ['VAPID_PUBLIC_KEY', 'VAPID_PRIVATE_KEY'] as const
  const missing = names.filter((name) => v[name] === undefined)
  if (missing.length === 1) refuse(missing[0]!, 'is missing: the two keys belong together')
}

export const reminderSettings = (v: Given) => ({
  /** The most reminders that the installation emails in a second. */
  bulkEmailsPerSecond: v.BULK_EMAILS_PER_SECOND,
  /** What identifies this installation to push services; null: keys made from its secrets do. */
  vapidKeys:
    v.VAPID_PUBLIC_KEY !== undefined && v.VAPID_PRIVATE_KEY !== undefined
      ? { publicKey: v.VAPID_PUBLIC_KEY, privateKey: v.VAPID_PRIVATE_KEY }
      : null,
  pushServices: v.PUSH_SERVICES,
})
