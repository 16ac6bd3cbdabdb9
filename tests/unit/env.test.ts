import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { EnvError, readEnv, settings } from '#app/platform/env.server.ts'
import { PRODUCTION } from '#tests/setup/product.ts'

describe('readEnv', () => {
  test('needs no variables', () => {
    expect(readEnv({})).toMatchObject({
      mode: 'production',
      port: 3000,
      host: '127.0.0.1',
      appUrl: 'http://localhost:3000',
      databaseUrl: `file:${resolve('data/readr.db')}`,
      trustProxy: 0,
    })
  })

  test('treats empty variables as missing', () => {
    const names = [
      'PORT',
      'HOST',
      'APP_URL',
      'DATA_DIR',
      'DATABASE_URL',
      'TRUST_PROXY',
      'LOG_LEVEL',
    ]
    expect(readEnv(Object.fromEntries(names.map((name) => [name, ''])))).toEqual(readEnv({}))
  })

  test('puts the database into the data folder by default', () => {
    expect(readEnv({ DATA_DIR: '/srv/readr' }).databaseUrl).toBe('file:/srv/readr/readr.db')
    expect(readEnv({ DATA_DIR: '/a', DATABASE_URL: 'postgres://h/db' }).databaseUrl).toBe(
      'postgres://h/db',
    )
  })

  test('removes slashes at the end of APP_URL', () => {
    expect(readEnv({ APP_URL: 'https://readr.example//', DEMO: '1' }).appUrl).toBe(
      'https://readr.example',
    )
  })

  test.each([
    ['1000000', 1_000_000],
    ['1e6', 1_000_000],
    ['1E+6', 1_000_000],
    ['0.0001', 0.0001],
    ['.5', 0.5],
    ['1e-9', 1e-9],
    ['123456789.123456', 123_456_789.123456],
  ])('accepts RATE_LIMIT_FACTOR=%s', (text, factor) => {
    expect(readEnv({ RATE_LIMIT_FACTOR: text }).rateLimitFactor).toBe(factor)
  })

  test.each([
    '0',
    '0.0',
    '-1',
    '-0.5',
    'NaN',
    'Infinity',
    '1e400',
    '1e-400',
    'many',
    '0x10',
    '1 000',
    '.',
    '1.2.3',
    ' ',
  ])('refuses RATE_LIMIT_FACTOR=%j', (text) => {
    expect(() => readEnv({ RATE_LIMIT_FACTOR: text })).toThrow(
      'RATE_LIMIT_FACTOR: must be a number greater than 0',
    )
  })

  test('has limits a hundred times higher in the demo by default', () => {
    expect(readEnv({}).rateLimitFactor).toBe(100)
    expect(readEnv({ RATE_LIMIT_FACTOR: '1' }).rateLimitFactor).toBe(1)
    expect(readEnv(PRODUCTION).rateLimitFactor).toBe(1)
    const shown = (source: Record<string, string>) =>
      settings(source).find(({ name }) => name === 'RATE_LIMIT_FACTOR')
    expect(shown({})).toMatchObject({ value: '100', isSet: false })
    expect(shown(PRODUCTION)).toMatchObject({ value: '1', isSet: false })
  })

  test('accepts the origins of websites and apps', () => {
    const origins = ['https://app.readr.example', 'capacitor://localhost', 'ionic://localhost']
    expect(readEnv({ CORS_ORIGINS: origins.join(', ') }).corsOrigins).toEqual(origins)
  })

  test('ignores empty entries of lists', () => {
    const old = 'an old secret that is no longer in use'
    expect(readEnv({ RETIRED_SECRETS: `${old},` }).retiredSecrets).toEqual([old])
    expect(readEnv({ RETIRED_SECRETS: ' , ' }).retiredSecrets).toEqual([])
  })

  test.each([
    ['PORT', 'abc'],
    ['PORT', '-1'],
    ['PORT', '65536'],
    ['PORT', '3000.5'],
    ['PORT', '0x50'],
    ['PORT', ' 3000'],
    ['NODE_ENV', 'prod'],
    ['APP_URL', 'readr.example'],
    ['APP_URL', 'ftp://readr.example'],
    ['APP_URL', 'javascript:alert(1)'],
    ['DATABASE_URL', 'mysql://localhost/readr'],
    ['DATABASE_URL', 'readr.db'],
    ['DATABASE_URL', 'postgresqlx://localhost'],
    ['TRUST_PROXY', 'true'],
    ['TRUST_PROXY', '11'],
    ['DEMO', 'yes'],
    ['LOG_LEVEL', 'loud'],
    ['PAGE_CACHE_MB', '-5'],
    ['PAGE_CACHE_MB', '100001'],
    ['SUPPORT_EMAIL', 'nobody'],
    ['CORS_ORIGINS', 'https://app.readr.example/'],
    ['CORS_ORIGINS', '*'],
    ['CORS_ORIGINS', 'null'],
    ['CORS_ORIGINS', 'HTTPS://app.readr.example'],
    ['CORS_ORIGINS', 'https://app.readr.example/path'],
    ['CORS_ORIGINS', 'file://localhost'],
    ['CORS_ORIGINS', 'capacitor://localhost/'],
    ['CORS_ORIGINS', 'capacitor:localhost'],
  ])('refuses %s=%s and names it', (name, value) => {
    expect(() => readEnv({ DEMO: '1', [name]: value })).toThrow(EnvError)
    expect(() => readEnv({ DEMO: '1', [name]: value })).toThrow(new RegExp(`^${name}: .+$`))
  })

  test('names every wrong variable on its own line', () => {
    const wrong = {
      PORT: 'x',
      APP_URL: 'x',
      DATABASE_URL: 'x',
      TRUST_PROXY: 'x',
      SUPPORT_EMAIL: 'x',
    }
    let message = ''
    try {
      readEnv(wrong)
    } catch (error) {
      message = (error as Error).message
    }
    expect(
      message
        .split('\n')
        .map((line) => line.split(':')[0])
        .toSorted(),
    ).toEqual(Object.keys(wrong).toSorted())
  })
})
