import ipaddr from 'ipaddr.js'

/** A provider gives a home or a phone an IPv6 /64 (RFC 6177): its devices choose addresses freely. */
const IPV6_LINK_BITS = 64
/** The most that a provider gives to one site (RFC 6177). */
const IPV6_SITE_BITS = 48

/** What a network address counts under. */
export interface ClientNetwork {
  /** An IPv4 address, or the /64 of an IPv6 address. */
  network: string
  /** The /48 of an IPv6 address, in which one client can change its /64; null for IPv4. */
  site: string | null
}

/** Stands for everything that is no address: they all count as one. */
const MALFORMED: ClientNetwork = { network: 'malformed', site: null }

/**
 * An IP address as proxies write it, in its shortest form: without port and zone, and IPv4 also
 * where it is mapped into IPv6. Null when it is none.
 */
export function readAddress(text: string): string | null {
  const bare = /^\[([^\]]*)\](?::\d+)?$/.exec(text)?.[1] ?? text.replace(/^([\d.]+):\d+$/, '$1')
  const [address = ''] = bare.trim().split('%', 1)
  // The library also reads IPv4 in octal, hexadecimal and with fewer than four parts.
  if (!ipaddr.IPv6.isValid(address) && !ipaddr.IPv4.isValidFourPartDecimal(address)) return null
  return ipaddr.process(address).toString()
}

function prefix(address: ipaddr.IPv6, bits: number): string {
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address}/${bits}`)}/${bits}`
}

/** The networks that an address counts under. */
export function networkOf(address: string): ClientNetwork {
  const text = readAddress(address)
  if (text === null) return MALFORMED
  const parsed = ipaddr.parse(text)
  if (parsed instanceof ipaddr.IPv4) return { network: text, site: null }
  return { network: prefix(parsed, IPV6_LINK_BITS), site: prefix(parsed, IPV6_SITE_BITS) }
}

/** Enough of an address for its owner to recognize the network, without naming the device. */
export function approximateNetwork(address: string): string {
  const { network, site } = networkOf(address)
  return site ?? network.replace(/\.\d+$/, '.x')
}
