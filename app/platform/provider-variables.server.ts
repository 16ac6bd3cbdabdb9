import { createPrivateKey } from 'node:crypto'
import { z } from 'zod'

const given = z.string().min(1).optional()
const address = z
  .url({ protocol: /^https?$/, error: 'must be a web address' })
  .transform((v) => v.replace(/\/+$/, ''))
  .optional()

function isEs256Key(pem: string): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyDetails?.namedCurve === 'prime256v1'
  } catch {
    return false
  }
}

/** The environment variables of the identity providers. */
export const providerVariables = {
  GOOGLE_CLIENT_ID: given,
  GOOGLE_CLIENT_SECRET: given,
  GOOGLE_ISSUER: address,
  FACEBOOK_CLIENT_ID: given,
  FACEBOOK_CLIENT_SECRET: given,
  FACEBOOK_DIALOG_URL: address,
  FACEBOOK_GRAPH_URL: address,
  APPLE_CLIENT_ID: given,
  APPLE_TEAM_ID: given,
  APPLE_KEY_ID: given,
  APPLE_PRIVATE_KEY: z
    .string()
    .transform((v) => v.replaceAll('\\n', '\n'))
    .refine(isEs256Key, {
      error: 'must be the private key from Apple (the whole .p8 file)',
    })
    .optional(),
  APPLE_ISSUER: address,
}

type Variables = z.output<z.ZodObject<typeof providerVariables>>

/** Variables that are needed together. */
const SETS = [
  ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
  ['FACEBOOK_CLIENT_ID', 'FACEBOOK_CLIENT_SECRET'],
  ['APPLE_CLIENT_ID', 'APPLE_TEAM_ID', 'APPLE_KEY_ID', 'APPLE_PRIVATE_KEY'],
] as const

/** Refuses every variable that is missing although another one of its set is there. */
export function refusePartialProviders(
  variables: Variables,
  refuse: (name: string, message: string) => void,
): void {
  for (const names of SETS) {
    const set = names.find((name) => variables[name] !== undefined)
    if (set === undefined) continue
    for (const name of names) {
      if (variables[name] === undefined) refuse(name, `is required together with ${set}`)
    }
  }
}

/** The settings of each identity provider; null: not configured. */
export function providerSettings(v: Variables) {
  return {
    google:
      v.GOOGLE_CLIENT_ID && v.GOOGLE_CLIENT_SECRET
        ? {
            clientId: v.GOOGLE_CLIENT_ID,
            clientSecret: v.GOOGLE_CLIENT_SECRET,
            issuer: v.GOOGLE_ISSUER,
          }
        : null,
    facebook:
      v.FACEBOOK_CLIENT_ID && v.FACEBOOK_CLIENT_SECRET
        ? {
            clientId: v.FACEBOOK_CLIENT_ID,
            clientSecret: v.FACEBOOK_CLIENT_SECRET,
            dialogUrl: v.FACEBOOK_DIALOG_URL ?? 'https://www.facebook.com/v23.0/dialog/oauth',
            graphUrl: v.FACEBOOK_GRAPH_URL ?? 'https://graph.facebook.com/v23.0',
          }
        : null,
    apple:
      v.APPLE_CLIENT_ID && v.APPLE_TEAM_ID && v.APPLE_KEY_ID && v.APPLE_PRIVATE_KEY
        ? {
            clientId: v.APPLE_CLIENT_ID,
            teamId: v.APPLE_TEAM_ID,
            keyId: v.APPLE_KEY_ID,
            privateKey: v.APPLE_PRIVATE_KEY,
            issuer: v.APPLE_ISSUER,
          }
        : null,
  }
}
