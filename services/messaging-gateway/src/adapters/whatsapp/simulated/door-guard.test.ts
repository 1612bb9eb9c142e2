import { assertMayHoldPhone } from './door-guard'

const token = 'a-token-of-the-simulator'
const may = (
  address: string | undefined,
  headers: Record<string, string>,
  secret: string | undefined = undefined,
) => {
  try {
    assertMayHoldPhone({ address, headers }, secret)
    return true
  } catch {
    return false
  }
}
const host = '127.0.0.1:8080'

describe('the door of the simulated phone', () => {
  it.each([
    ['127.0.0.1', { host }],
    ['::1', { host: '[::1]:8080' }],
    ['::ffff:127.0.0.1', { host: 'localhost:8080' }],
    ['127.0.0.1', { host, origin: 'http://localhost:5173', 'sec-fetch-site': 'same-site' }],
    ['127.0.0.1', { host, 'sec-fetch-site': 'none' }],
  ])('is open from this machine: %s %j', (address, headers) => expect(may(address, headers)).toBe(true))

  it.each([
    ['10.0.0.7', { host }],
    [undefined, { host }],
    ['127.0.0.1', {}],
    ['127.0.0.1', { host: 'rebound.example:8080' }],
    ['127.0.0.1', { host: '127.0.0.1.example' }],
    ['127.0.0.1', { host, 'x-forwarded-for': '127.0.0.1' }],
    ['127.0.0.1', { host, forwarded: 'for=127.0.0.1' }],
    ['127.0.0.1', { host, origin: 'https://evil.example' }],
    ['127.0.0.1', { host, origin: 'null' }],
    ['127.0.0.1', { host, origin: 'http://localhost.evil.example' }],
    ['127.0.0.1', { host, 'sec-fetch-site': 'cross-site' }],
    ['127.0.0.1.evil', { host }],
  ])('is closed to %s %j', (address, headers) => expect(may(address, headers)).toBe(false))

  it('opens with the token from anywhere', () => {
    expect(may('10.0.0.7', { host: 'desk.example', authorization: `Bearer ${token}` }, token)).toBe(true)
    expect(may('10.0.0.7', { host: 'desk.example', 'x-simulator-token': token }, token)).toBe(true)
  })

  it.each([
    [{}],
    [{ authorization: 'Bearer ' }],
    [{ authorization: 'Bearer wrong' }],
    [{ 'x-simulator-token': '' }],
  ])('stays closed with %j', (headers) => {
    expect(may('10.0.0.7', { host: 'desk.example', ...headers }, token)).toBe(false)
    expect(may('10.0.0.7', { host: 'desk.example', ...headers }, undefined)).toBe(false)
    expect(may('10.0.0.7', { host: 'desk.example', ...headers }, '')).toBe(false)
  })
})
