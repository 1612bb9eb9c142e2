import { countedAddress, networkPrefix } from './network-prefix'

it.each([
  ['203.0.113.7', '203.0.113.0/24'],
  ['203.0.113.255', '203.0.113.0/24'],
  ['203.0.114.7', '203.0.114.0/24'],
  ['::ffff:203.0.113.7', '203.0.113.0/24'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
  ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
  ['', ''],
  ['unknown', 'unknown'],
])('%j is of %j', (address, network) => expect(networkPrefix(address)).toBe(network))

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '::ffff:203.0.113.7'],
  ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
  ['', ''],
])('a call from %j is counted by %j', (address, counted) => expect(countedAddress(address)).toBe(counted))
