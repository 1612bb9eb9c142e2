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
