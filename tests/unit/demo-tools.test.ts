import { describe, expect, test } from 'vitest'
import type { IncomingMessage } from 'node:http'
import { callerOf, isLoopback } from '#app/middleware/request/connection.server.ts'
import { hostKind } from '#app/middleware/guard-demo-tools.server.ts'

describe('a Host header', () => {
  test.each([
    'localhost',
    'localhost:3000',
    'localhost:9999',
    'LOCALHOST:3000',
    'localhost.',
    'readr.localhost:3000',
    '127.0.0.1:3000',
    '127.1.2.3',
    '0x7f.1',
    '[::1]:3000',
    '[0:0:0:0:0:0:0:1]',
    '[::ffff:127.0.0.1]:3000',
  ])('%s is this machine', (host) => {
    expect(hostKind(host)).toBe('own')
  })

  test.each(['192.168.1.5:3000', '[2001:db8::1]', '0.0.0.0:3000', '[::ffff:10.0.0.1]'])(
    '%s is an address',
    (host) => {
      expect(hostKind(host)).toBe('address')
    },
  )

  test.each([
    '',
    'evil.example',
    'localhost.evil.example',
    'evillocalhost',
    '127.0.0.1.evil.example',
    'evil.example:3000',
    'evil@localhost',
    'localhost@evil.example',
    'localhost/evil.example',
    'evil.example#localhost',
    'evil.example?localhost',
    'localhost:99999',
    'localhost, evil.example',
    'localhost evil.example',
    '[::1',
  ])('%s is a foreign name', (host) => {
    expect(hostKind(host)).toBe('foreign')
  })
})

describe('the address of a client', () => {
  test.each(['127.0.0.1', '127.8.9.10', '::1', '::ffff:127.0.0.1', '0:0:0:0:0:0:0:1'])(
    '%s is this machine',
    (address) => {
      expect(isLoopback(address)).toBe(true)
    },
  )

  test.each([
    undefined,
    '',
    'localhost',
    '10.0.0.1',
    '::',
    '0.0.0.0',
    '::ffff:10.0.0.1',
    '2001:db8::1',
    '127.0.0.1:80',
  ])('%s is not known to be this machine', (address) => {
    expect(isLoopback(address)).toBe(false)
  })
})

describe('a client', () => {
  const from = (remoteAddress: string, headers: Record<string, string> = {}) =>
    callerOf({
      socket: { remoteAddress },
      headers: { host: 'localhost:3000', ...headers },
    } as unknown as IncomingMessage)

  test.each(['127.0.0.1', '::1', '::ffff:127.0.0.1'])('at %s is on this machine', (address) => {
    expect(from(address)).toEqual({ isLocal: true, host: 'localhost:3000' })
  })

  test.each(['172.17.0.1', '192.168.1.5', '::ffff:172.17.0.1', '2001:db8::1'])(
    'at %s is not, regardless of its headers',
    (address) => {
      expect(from(address).isLocal).toBe(false)
      for (const name of ['x-forwarded-for', 'x-real-ip', 'forwarded']) {
        expect(from(address, { [name]: '127.0.0.1' }).isLocal).toBe(false)
      }
    },
  )

  test('behind an untrusted proxy is not', () => {
    expect(from('127.0.0.1', { 'x-forwarded-for': '127.0.0.1' }).isLocal).toBe(false)
    expect(from('127.0.0.1', { via: '1.1 proxy' }).isLocal).toBe(false)
  })
})
