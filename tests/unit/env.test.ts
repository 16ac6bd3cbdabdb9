import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { EnvError, readEnv } from '#app/platform/env.server.ts'

describe('readEnv', () => {
  test('needs nothing', () => {
    expect(readEnv({})).toMatchObject({
      mode: 'production',
      port: 3000,
      host: '127.0.0.1',
      appUrl: 'http://localhost:3000',
      databaseUrl: `file:${resolve('data/readr.db')}`,
      trustProxy: 0,
    })
  })

  test('counts empty variables as not set', () => {
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

  test('keeps the database beside the data unless told otherwise', () => {
    expect(readEnv({ DATA_DIR: '/srv/readr' }).databaseUrl).toBe('file:/srv/readr/readr.db')
    expect(readEnv({ DATA_DIR: '/a', DATABASE_URL: 'postgres://h/db' }).databaseUrl).toBe(
      'postgres://h/db',
    )
  })

  test('takes the slashes off the end of the public address', () => {
    expect(readEnv({ APP_URL: 'https://readr.example//', DEMO: '1' }).appUrl).toBe(
      'https://readr.example',
    )
  })

  test('knows the origins of web pages and of apps', () => {
    const origins = ['https://app.readr.example', 'capacitor://localhost', 'ionic://localhost']
    expect(readEnv({ CORS_ORIGINS: origins.join(', ') }).corsOrigins).toEqual(origins)
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

  test('names every variable that is wrong, one line each', () => {
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
