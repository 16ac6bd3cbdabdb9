import ipaddr from 'ipaddr.js'
import { LRUCache } from 'lru-cache'
import { maxEntries } from './cache-size.ts'

/** A home or a phone has at least an IPv6 /64 (RFC 6177), in which its devices choose addresses. */
const IPV6_LINK_BITS = 64
/** The largest network that a provider gives to one site (RFC 6177). */
const IPV6_SITE_BITS = 48

export interface ClientNetwork {
  /** An IPv4 address, or the /64 of an IPv6 address. */
  network: string
  /** The /48 of an IPv6 address, in which one client can change its /64; null for IPv4. */
  site: string | null
}

/** Everything that is not an address counts as one network. */
const MALFORMED: ClientNetwork = { network: 'malformed', site: null }

/** Longer than any address with port and zone. */
const MAX_CHARS = 100

/** Recent addresses as they were sent; empty: not an address. */
const addresses = new LRUCache<string, string>({
  ...maxEntries(10_000),
  memoMethod: (text) => parseAddress(text) ?? '',
})

/**
 * Reads an IP address as proxies write it.
 * @returns its shortest form, without port and zone and with mapped IPv4 as IPv4; null if the text
 *   is not an address
 */
export function readAddress(text: string): string | null {
  return text.length <= MAX_CHARS ? addresses.memo(text) || null : null
}

function parseAddress(text: string): string | null {
  const bare = /^\[([^\]]*)\](?::\d+)?$/.exec(text)?.[1] ?? text.replace(/^([\d.]+):\d+$/, '$1')
  const [address = ''] = bare.trim().split('%', 1)
  // The library also accepts IPv4 in octal, in hexadecimal, and with fewer than four parts.
  if (!ipaddr.IPv6.isValid(address) && !ipaddr.IPv4.isValidFourPartDecimal(address)) return null
  return ipaddr.process(address).toString()
}

function prefix(address: ipaddr.IPv6, bits: number): string {
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address}/${bits}`)}/${bits}`
}

/** The networks of recent addresses: parsing takes as long as a statement. */
const networks = new LRUCache<string, ClientNetwork>({
  ...maxEntries(10_000),
  memoMethod: (address) => parseNetwork(address),
})

/** The networks under which an address is counted. */
export function networkOf(address: string): ClientNetwork {
  return address.length <= MAX_CHARS ? networks.memo(address) : MALFORMED
}

function parseNetwork(address: string): ClientNetwork {
  const text = readAddress(address)
  if (text === null) return MALFORMED
  const parsed = ipaddr.parse(text)
  if (parsed instanceof ipaddr.IPv4) return { network: text, site: null }
  return { network: prefix(parsed, IPV6_LINK_BITS), site: prefix(parsed, IPV6_SITE_BITS) }
}

/** A part of an address by which its owner recognizes the network, but not the device. */
export function approximateNetwork(address: string): string {
  const { network, site } = networkOf(address)
  return site ?? network.replace(/\.\d+$/, '.x')
}
