import ipaddr from 'ipaddr.js'

/**
 * The network that an address belongs to, as far as one customer of a provider usually has it: /24 of IPv4, /64 of IPv6
 * (whoever has one such address has them all). What is no address stands for itself.
 */
export function networkPrefix(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  const bits = parsed.kind() === 'ipv4' ? 24 : 64
  const bytes = parsed.toByteArray().map((byte, index) => (index < bits / 8 ? byte : 0))
  return `${ipaddr.fromByteArray(bytes).toString()}/${bits}`
}
