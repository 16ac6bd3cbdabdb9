import { describe, expect, test } from 'vitest'
import { approximateNetwork, networkOf, readAddress } from '#app/platform/client-network.server.ts'

describe('the network of a client', () => {
  test.each([
    ['203.0.113.9', '203.0.113.9', null],
    [' 203.0.113.9 ', '203.0.113.9', null],
    ['203.0.113.9:5555', '203.0.113.9', null],
    ['::ffff:203.0.113.9', '203.0.113.9', null],
    ['::ffff:cb00:7109', '203.0.113.9', null],
    ['[::ffff:203.0.113.9]:443', '203.0.113.9', null],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64', '2001:db8:1::/48'],
    ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64', '2001:db8:1::/48'],
    ['2001:db8:1:2::1%eth0', '2001:db8:1:2::/64', '2001:db8:1::/48'],
    ['[2001:db8:1:2::1]:8443', '2001:db8:1:2::/64', '2001:db8:1::/48'],
    ['2001:db8:1:3::1', '2001:db8:1:3::/64', '2001:db8:1::/48'],
    ['2001:db8:2::1', '2001:db8:2::/64', '2001:db8:2::/48'],
    ['::1', '::/64', '::/48'],
  ])('at %s is %s', (address, network, site) => {
    expect(networkOf(address)).toEqual({ network, site })
  })

  test.each([
    '',
    'unknown',
    '1',
    '0x7f.1',
    '010.1.2.3',
    '999.1.1.1',
    '1.2.3',
    '1.2.3.4/8',
    '::g',
    'a,b',
  ])('of %j is that of all malformed addresses', (address) => {
    expect(readAddress(address)).toBeNull()
    expect(networkOf(address)).toEqual({ network: 'malformed', site: null })
  })

  test('is shown to its owner without the device', () => {
    expect(approximateNetwork('203.0.113.9')).toBe('203.0.113.x')
    expect(approximateNetwork('2001:db8:1:2::3')).toBe('2001:db8:1::/48')
  })
})
