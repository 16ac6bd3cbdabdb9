import { join, resolve } from 'node:path'
import { z } from 'zod'

const wholeNumber = (fallback: number, max: number) =>
  z
    .string()
    .default(String(fallback))
    .refine((v) => /^\d{1,6}$/.test(v) && Number(v) <= max, {
      error: `must be a whole number from 0 to ${max}`,
    })
    .transform(Number)

const variables = z
  .object({
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
    TRUST_PROXY: wholeNumber(0, 10),
    LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
    PAGE_CACHE_MB: wholeNumber(64, 100_000),
    SUPPORT_EMAIL: z.email({ error: 'must be an e-mail address' }).optional(),
  })
  .transform((v) => ({
    mode: v.NODE_ENV,
    port: v.PORT,
    host: v.HOST,
    /** Where readers reach the product, without a slash at the end. */
    appUrl: (v.APP_URL ?? `http://localhost:${v.PORT}`).replace(/\/+$/, ''),
    dataDir: resolve(v.DATA_DIR),
    databaseUrl: v.DATABASE_URL ?? `file:${join(resolve(v.DATA_DIR), 'readr.db')}`,
    /** How many proxies stand before the app; 0: proxy headers are ignored. */
    trustProxy: v.TRUST_PROXY,
    logLevel: v.LOG_LEVEL,
    pageCacheBytes: v.PAGE_CACHE_MB * 1024 * 1024,
    supportEmail: v.SUPPORT_EMAIL ?? 'support@readr.example',
  }))

export type Env = z.output<typeof variables>

/** What was wrong with the environment, one line a variable. */
export class EnvError extends Error {}

/**
 * Reads the configuration from environment variables; empty ones count as not set.
 * @throws EnvError naming every variable that is missing or malformed
 */
export function readEnv(source: Record<string, string | undefined>): Env {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''))
  const result = variables.safeParse(given)
  if (result.success) return result.data
  throw new EnvError(
    result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('\n'),
  )
}

let cached: Env | undefined

/** The configuration of this process, read once. */
export function env(): Env {
  return (cached ??= readEnv(process.env))
}
