import { join, resolve } from 'node:path'
import { z } from 'zod'
import { audioVariables } from './audio-variables.server.ts'
import { backupSettings, backupVariables, refusePartialBackups } from './backup-variables.server.ts'
import { databaseSettings, databaseVariables } from './database-variables.server.ts'
import { operatorSettings, operatorVariables } from './operator-variables.server.ts'
import {
  providerSettings,
  providerVariables,
  refusePartialProviders,
} from './provider-variables.server.ts'
import {
  refusePartialKeys,
  reminderSettings,
  reminderVariables,
} from './reminder-variables.server.ts'
import { refusePartialStripe, stripeSettings, stripeVariables } from './stripe-variables.server.ts'
import {
  demoIsAskedFor,
  isDemo,
  missingForProduction,
  refuseProcessesInDemo,
  refuseMixedMode,
  refuseIncompleteProduction,
} from './production.server.ts'
import { refuseWeakSecrets } from './weak-secrets.server.ts'
import { misspelled, type Misspelled } from './misspelled-variables.server.ts'

const isOrigin = (text: string) =>
  URL.parse(text)?.origin === text ||
  /^(?!https?:|file:|data:|javascript:)[a-z][a-z0-9+.-]*:\/\/[a-z0-9.-]+(?::\d{1,5})?$/.test(text)

const wholeNumber = (fallback: number, max: number) =>
  z
    .string()
    .default(String(fallback))
    .refine((v) => /^\d{1,6}$/.test(v) && Number(v) <= max, {
      error: `must be a whole number from 0 to ${max}`,
    })
    .transform(Number)

const commaSeparated = (text: string | undefined) =>
  (text ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')

/** In the demo, the limits per network address are so high that nobody reaches them. */
const DEMO_RATE_LIMIT_FACTOR = 100

const shape = z.object({
  NODE_ENV: z.enum(['development', 'production', 'test']).default('production'),
  PORT: wholeNumber(3000, 65_535),
  HOST: z.string().min(1).default('127.0.0.1'),
  APP_URL: z
    .url({ protocol: /^https?$/, error: 'must be a web address such as https://readr.example' })
    .optional(),
  DATA_DIR: z.string().min(1).default('data'),
  DATABASE_URL: z
    .string()
    .regex(/^(file:|postgres(ql)?:\/\/)/, {
      error: 'must start with file: or postgresql://',
    })
    .optional(),
  ...databaseVariables,
  ...backupVariables,
  ...audioVariables,
  PROCESSES: wholeNumber(0, 64),
  DEMO: z.enum(['0', '1'], { error: 'must be 1 to start the demo, or 0' }).default('0'),
  DEMO_HOME: z
    .url({ protocol: /^http$/, error: 'must be a web address such as http://127.0.0.1:3000' })
    .transform((v) => v.replace(/\/+$/, ''))
    .optional(),
  TRUST_PROXY: wholeNumber(0, 10),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
  METRICS_TOKEN: z
    .string()
    .min(16, { error: 'must have at least 16 characters (openssl rand -base64 24)' })
    .optional(),
  METRICS_PORT: wholeNumber(0, 65_535),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'must be a web address such as http://collector:4318' })
    .transform((v) => v.replace(/\/+$/, ''))
    .optional(),
  OTEL_SERVICE_NAME: z.string().min(1).default('readr'),
  PAGE_CACHE_MB: wholeNumber(64, 100_000),
  RATE_LIMIT_FACTOR: z
    .string()
    // Number() alone also accepts hexadecimal and empty text.
    .refine((v) => /^[\d.]+(e[+-]?\d+)?$/i.test(v) && Number(v) > 0 && Number.isFinite(Number(v)), {
      error: 'must be a number greater than 0',
    })
    .transform(Number)
    .optional(),
  AUTH_SECRETS: z
    .string()
    .optional()
    .transform(commaSeparated)
    .refine((secrets) => secrets.every((secret) => secret.length >= 32), {
      error: 'each secret must have at least 32 characters (openssl rand -base64 32)',
    }),
  RETIRED_SECRETS: z.string().optional().transform(commaSeparated),
  CORS_ORIGINS: z
    .string()
    .optional()
    .transform(commaSeparated)
    .refine((origins) => origins.every(isOrigin), {
      error:
        'must be origins such as https://app.example or capacitor://localhost, separated by commas',
    }),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, { error: 'must start with smtp:// or smtps://' })
    .optional(),
  MAIL_FROM: z
    .string()
    .regex(/^[^<>\r\n]*<[^\s@<>]+@[^\s@<>]+>$|^[^\s@<>]+@[^\s@<>]+$/, {
      error: 'must be an address, or a name with one: Readr <readers@your.domain>',
    })
    .optional(),
  SUPPORT_EMAIL: z.email({ error: 'must be an email address' }).optional(),
  ...reminderVariables,
  ...operatorVariables,
  ...providerVariables,
  ...stripeVariables,
})

const variables = shape
  .superRefine((v, context) => {
    const refuse = (name: string, message: string) =>
      context.addIssue({ code: 'custom', path: [name], message })
    refusePartialProviders(v, refuse)
    refusePartialStripe(v, refuse)
    refusePartialBackups(v, refuse)
    refusePartialKeys(v, refuse)
    refuseMixedMode(v, refuse)
    refuseIncompleteProduction(v, refuse)
    refuseProcessesInDemo(v, refuse)
    refuseWeakSecrets(v, refuse)
  })
  .transform((v) => ({
    mode: v.NODE_ENV,
    port: v.PORT,
    host: v.HOST,
    /** The address that readers use, without a slash at the end. */
    appUrl: (v.APP_URL ?? `http://localhost:${v.PORT}`).replace(/\/+$/, ''),
    dataDir: resolve(v.DATA_DIR),
    databaseUrl: v.DATABASE_URL ?? `file:${join(resolve(v.DATA_DIR), 'readr.db')}`,
    database: databaseSettings(v),
    /** Daily backups; null: none. */
    backups: backupSettings(v),
    /** The folder of audio. Processes on several machines need the same one. */
    audioDir: resolve(v.AUDIO_DIR ?? join(v.DATA_DIR, 'audio')),
    /** The program that narrates, and its arguments; null: none. */
    narration: v.NARRATION_COMMAND?.trim().split(/\s+/) ?? null,
    /** Processes that share the port under `readr serve`; 0: one process without a supervisor. */
    processes: v.PROCESSES,
    /** How many proxies are in front of the app; 0: proxy headers are ignored. */
    trustProxy: v.TRUST_PROXY,
    logLevel: v.LOG_LEVEL,
    /** The token that shows the metrics on the readers' port; null: nothing shows them. */
    metricsToken: v.METRICS_TOKEN ?? null,
    /** A separate port for the metrics; 0: none. */
    metricsPort: v.METRICS_PORT,
    /** The collector of traces; null: none. */
    traceEndpoint: v.OTEL_EXPORTER_OTLP_ENDPOINT ?? null,
    traceService: v.OTEL_SERVICE_NAME,
    pageCacheBytes: v.PAGE_CACHE_MB * 1024 * 1024,
    /** Everything that would need a real service is emulated. */
    isDemo: isDemo(v),
    /** DEMO=1: the demo starts even if something points to production. */
    demoIsAskedFor: demoIsAskedFor(v),
    /** The variables that production needs and that are missing. */
    missingForProduction: missingForProduction(v),
    /** The process of this demo that emulates the providers for this one too. */
    demoHome: isDemo(v) ? v.DEMO_HOME : undefined,
    rateLimitFactor: v.RATE_LIMIT_FACTOR ?? (isDemo(v) ? DEMO_RATE_LIMIT_FACTOR : 1),
    /** The first one signs, and all are accepted; empty in demo mode. */
    authSecrets: v.AUTH_SECRETS,
    /** They still decrypt what is stored, but no longer verify anything that arrives. */
    retiredSecrets: v.RETIRED_SECRETS,
    corsOrigins: v.CORS_ORIGINS,
    smtpUrl: v.SMTP_URL,
    mailFrom: v.MAIL_FROM ?? `Readr <${v.SUPPORT_EMAIL ?? 'support@readr.example'}>`,
    supportEmail: v.SUPPORT_EMAIL ?? 'support@readr.example',
    ...reminderSettings(v),
    /** Who runs this installation. */
    operator: operatorSettings(v),
    /** The providers of social sign-in; null: not configured. */
    identityProviders: providerSettings(v),
    /** The connection to Stripe; null: not configured. */
    stripe: stripeSettings(v),
    /** The secret in webhooks about subscriptions from app stores. */
    mobileWebhookSecret: v.MOBILE_WEBHOOK_SECRET,
    appReturnUrl: v.APP_RETURN_URL,
  }))

export type Env = z.output<typeof variables>

export class EnvError extends Error {}

/**
 * Reads the configuration from environment variables. Empty ones count as missing.
 * @throws EnvError with every variable that is missing or malformed
 */
export function readEnv(source: Record<string, string | undefined>): Env {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''))
  const result = variables.safeParse(given)
  if (result.success) return result.data
  throw new EnvError(
    result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('\n'),
  )
}

/** The names of variables with secret values. */
const SECRET_NAME = /SECRET|TOKEN|PASSWORD|PRIVATE|_KEY$/
/** The user and password in a URL. */
const CREDENTIALS = /(:\/\/)[^/@]*@/g

/** A text whose URLs can be shown. */
export const withoutCredentials = (text: string) => text.replace(CREDENTIALS, '$1***@')

/** A variable, its value or default with secrets masked, and whether it is set. */
export interface Setting {
  name: string
  value: string
  isSet: boolean
}

/**
 * All variables, in the order of the schema.
 * @throws EnvError as readEnv does
 */
export function settings(source: Record<string, string | undefined> = process.env): Setting[] {
  const { appUrl, audioDir, dataDir, databaseUrl, mailFrom, rateLimitFactor, supportEmail } =
    readEnv(source)
  const defaults: Record<string, string> = {
    APP_URL: appUrl,
    AUDIO_DIR: audioDir,
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    MAIL_FROM: mailFrom,
    RATE_LIMIT_FACTOR: String(rateLimitFactor),
    SUPPORT_EMAIL: supportEmail,
  }
  return Object.entries(shape.shape).map(([name, schema]) => {
    const given = source[name] || undefined
    const fallback = z.toJSONSchema(schema, { io: 'input' }).default
    const value = given ?? defaults[name] ?? String(fallback ?? '')
    const shown = SECRET_NAME.test(name) && value !== '' ? '***' : value
    return { name, value: withoutCredentials(shown), isSet: given !== undefined }
  })
}

const DATABASE_PASSWORD = /^(?:PG|POSTGRES_)PASSWORD$/

/** The environment without Readr's variables, for programs that may not know its secrets. */
export function foreignVariables(
  source: Record<string, string | undefined> = process.env,
): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(source).filter(
      ([name]) => !(name in shape.shape) && !DATABASE_PASSWORD.test(name),
    ),
  )
}

/** The variables that are probably misspelled names of ours. */
export function misspelledVariables(
  source: Record<string, string | undefined> = process.env,
): Misspelled[] {
  return misspelled(Object.keys(source), Object.keys(shape.shape))
}

let cached: Env | undefined

/** The configuration of this process. It is read once. */
export function env(): Env {
  return (cached ??= readEnv(process.env))
}
