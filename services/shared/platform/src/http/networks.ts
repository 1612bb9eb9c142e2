import ipaddr from 'ipaddr.js'

type Range = [ipaddr.IPv4 | ipaddr.IPv6, number]

/** An address or a CIDR network (`10.0.0.0/8`, `2001:db8::/32`); undefined for other text. */
export function parseNetwork(text: string): Range | undefined {
  if (ipaddr.isValidCIDR(text)) return ipaddr.parseCIDR(text)
  // Four parts: ipaddr.js reads `10` and `0x7f.1` as addresses too.
  const isAddress = text.includes(':') ? ipaddr.isValid(text) : ipaddr.IPv4.isValidFourPartDecimal(text)
  if (!isAddress) return undefined
  const address = ipaddr.process(text)
  return [address, address.kind() === 'ipv4' ? 32 : 128]
}

/** Whether the address is in one of the networks. An IPv4 address in IPv6 notation is that IPv4 address. */
export function isInNetworks(address: string, networks: readonly string[]): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.process(address)
  return networks.some((network) => {
    const range = parseNetwork(network)
    return range !== undefined && range[0].kind() === parsed.kind() && parsed.match(range)
  })
}
