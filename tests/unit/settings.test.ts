import { readFileSync } from 'node:fs'
import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { EnvError, settings } from '#app/platform/env.server.ts'
import { PRODUCTION } from '#tests/setup/product.ts'

const names = settings({}).map(({ name }) => name)

/** The variables that `readr config` shows. Add new variables here unless they are secret. */
const SHOWN = [
  /^(?:NODE_ENV|PORT|HOST|APP_URL|DATA_DIR|DATABASE_URL|DEMO|DEMO_HOME|TRUST_PROXY|LOG_LEVEL|SMTP_URL)$/,
  /^(?:PROCESSES|OTEL_\w+|PAGE_CACHE_MB|RATE_LIMIT_FACTOR|CORS_ORIGINS|MAIL_FROM|SUPPORT_EMAIL|METRICS_PORT)$/,
  /_(?:CLIENT_ID|TEAM_ID|KEY_ID|ISSUER)$/,
  /^(?:FACEBOOK_(?:DIALOG|GRAPH)|STRIPE_API|APP_RETURN)_URL$/,
  /^(?:DATABASE_(?:POOL_SIZE|(?:WORK_)?TIMEOUT_MS)|REQUEST_DEADLINE_MS)$/,
  /^BULK_EMAILS_PER_SECOND$|^PUSH_SERVICES$/,
  /^BACKUP_|^AUDIO_DIR$|^NARRATION_COMMAND$/,
  /^(?:OPERATOR|CLAIM)_|^(?:FACEBOOK|X|INSTAGRAM|LINKEDIN|APP_STORE|PLAY_STORE)_URL$/,
]

const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })

/** Recognizable values, one of which the schema of the variable accepts. */
function recognizable(name: string): string[] {
  return [
    'recognizable-'.repeat(4),
    'https://user:recognizable-password@recognizable.test',
    'smtp://user:recognizable-password@mail.test',
    'postgresql://user:recognizable-password@db.test/readr',
    name === 'APPLE_PRIVATE_KEY'
      ? String(privateKey.export({ type: 'pkcs8', format: 'pem' }))
      : '1',
  ]
}

/** How each accepted value of a variable is shown. */
function shownValues(name: string): string[] {
  return recognizable(name).flatMap((value) => {
    try {
      // DEMO=1, because some variables require others in production.
      return [settings({ DEMO: '1', [name]: value }).find((one) => one.name === name)!.value]
    } catch (error) {
      if (error instanceof EnvError) return []
      throw error
    }
  })
}

describe('settings', () => {
  test('contain all variables with their defaults', () => {
    const found = new Map(settings({}).map(({ name, value }) => [name, value]))
    expect(found.get('PORT')).toBe('3000')
    expect(found.get('APP_URL')).toBe('http://localhost:3000')
    expect(found.get('DATABASE_URL')).toMatch(/^file:.*readr\.db$/)
    expect(found.get('SMTP_URL')).toBe('')
    expect(settings({}).every(({ isSet }) => !isSet)).toBe(true)
  })

  test('tell which variables are set', () => {
    expect(settings({ PORT: '80', HOST: '' }).filter(({ isSet }) => isSet)).toEqual([
      { name: 'PORT', value: '80', isSet: true },
    ])
  })

  test.each(names)('do not show secrets in %s', (name) => {
    for (const value of shownValues(name)) {
      expect(value).not.toContain('recognizable-password')
      if (!SHOWN.some((pattern) => pattern.test(name))) expect(value).toMatch(/^\**$/)
    }
  })

  test('mask secrets and passwords in URLs', () => {
    const found = new Map(
      settings({
        DEMO: '1',
        AUTH_SECRETS: PRODUCTION.AUTH_SECRETS,
        DATABASE_URL: 'postgresql://readr:s3cret@db.test:5432/readr',
      }).map(({ name, value }) => [name, value]),
    )
    expect(found.get('AUTH_SECRETS')).toBe('***')
    expect(found.get('DATABASE_URL')).toBe('postgresql://***@db.test:5432/readr')
  })
})

describe('the table of variables in docs/operations.md', () => {
  const section = readFileSync('docs/operations.md', 'utf8')
    .split('\n## Configuration\n')[1]!
    .split('\n## ')[0]!
  const rows = section
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.split(/(?<!\\)\|/).map((cell) => cell.trim()))

  test('has every variable once and no others', () => {
    const listed = rows.flatMap(([, cell = '']) =>
      [...cell.matchAll(/`([A-Z_]+)`/g)].map(([, name]) => name),
    )
    expect(listed.toSorted()).toEqual(names.toSorted())
  })

  test('has the default and the meaning of each variable', () => {
    const literal = new Map(settings({}).map(({ name, value }) => [name, value]))
    for (const [, cell = '', fallback = '', meaning = ''] of rows) {
      expect(meaning, cell).not.toBe('')
      const stated = /^`([^$…]+)`$/.exec(fallback)?.[1]
      if (stated === undefined || stated === 'data') continue
      expect(literal.get(/`([A-Z_]+)`/.exec(cell)![1]!), cell).toBe(stated)
    }
  })
})
