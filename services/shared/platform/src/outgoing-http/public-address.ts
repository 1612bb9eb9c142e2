import { BlockList } from 'node:net'

import ipaddr from 'ipaddr.js'

/* Ranges that the library counts as unicast. The first is Azure's metadata and DNS service, in public address space. */
const alsoPrivate = new BlockList()
alsoPrivate.addAddress('168.63.129.16')
alsoPrivate.addSubnet('198.18.0.0', 15)
alsoPrivate.addSubnet('192.31.196.0', 24)
alsoPrivate.addSubnet('192.52.193.0', 24)
alsoPrivate.addSubnet('192.175.48.0', 24)

/* IANA has allocated global unicast in 2000::/3 only; within it 2001::/23 is for protocols, 3fff::/20 for documents. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')
const notGlobal = ['2001::/23', '2620:4f:8000::/48', '3fff::/20'].map((range) => ipaddr.IPv6.parseCIDR(range))

/**
 * Whether an IP address is a public internet host: not loopback, private, shared (CGNAT), link-local, multicast,
 * reserved, a cloud's metadata service, nor an IPv6 address that carries an IPv4 address (mapped, 6to4, NAT64, Teredo).
 * Anything that is not an address in its usual writing is not public.
 */
export function isPublicAddress(text: string): boolean {
  if (ipaddr.IPv4.isValidFourPartDecimal(text))
    return ipaddr.IPv4.parse(text).range() === 'unicast' && !alsoPrivate.check(text)
  // A zone (`fe80::1%eth0`) belongs to link-local addresses only.
  if (!ipaddr.IPv6.isValid(text) || text.includes('%')) return false
  const address = ipaddr.IPv6.parse(text)
  return (
    address.range() === 'unicast' &&
    address.match(globalUnicast) &&
    !notGlobal.some((range) => address.match(range))
  )
}
