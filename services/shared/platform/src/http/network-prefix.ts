import ipaddr from 'ipaddr.js'

/**
 * The network prefix that a provider usually gives one customer: /24 of IPv4, /64 of IPv6.
 * Text that is not an address is returned unchanged.
 */
export function networkPrefix(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  const bits = parsed.kind() === 'ipv4' ? 24 : 64
  const bytes = parsed.toByteArray().map((byte, index) => (index < bits / 8 ? byte : 0))
  return `${ipaddr.fromByteArray(bytes).toString()}/${bits}`
}

/**
 * What calls without a session are counted by: an IPv4 address, which many may share, or the /64 of IPv6, all of whose addresses
 * one customer has.
 */
export const countedAddress = (address: string): string =>
  ipaddr.isValid(address) && ipaddr.process(address).kind() === 'ipv6' ? networkPrefix(address) : address
