import { isLocalCaller, isSameToken } from './local-caller'

const host = '127.0.0.1:8080'

describe('a local caller', () => {
  it.each([
    ['127.0.0.1', { host }],
    ['::1', { host: '[::1]:8080' }],
    ['::ffff:127.0.0.1', { host: 'localhost:8080' }],
    ['127.0.0.1', { host, origin: 'http://localhost:5173', 'sec-fetch-site': 'same-site' }],
    ['127.0.0.1', { host, 'sec-fetch-site': 'none' }],
  ])('is a program on this machine: %s %j', (address, headers) =>
    expect(isLocalCaller({ address, headers })).toBe(true),
  )

  it.each([
    ['10.0.0.7', { host }],
    [undefined, { host }],
    ['127.0.0.1', {}],
    ['127.0.0.1', { host: 'rebound.example:8080' }],
    ['127.0.0.1', { host: '127.0.0.1.example' }],
    ['127.0.0.1', { host, 'x-forwarded-for': '127.0.0.1' }],
    ['127.0.0.1', { host, 'x-forwarded-proto': 'http' }],
    ['127.0.0.1', { host, 'x-forwarded-host': host }],
    ['127.0.0.1', { host, 'x-real-ip': '127.0.0.1' }],
    ['127.0.0.1', { host, forwarded: 'for=127.0.0.1' }],
    ['127.0.0.1', { host, via: '1.1 proxy' }],
    ['127.0.0.1', { host, origin: 'https://evil.example' }],
    ['127.0.0.1', { host, origin: 'null' }],
    ['127.0.0.1', { host, origin: 'http://localhost.evil.example' }],
    ['127.0.0.1', { host, 'sec-fetch-site': 'cross-site' }],
    ['127.0.0.1.evil', { host }],
  ])('is not %s %j', (address, headers) => expect(isLocalCaller({ address, headers })).toBe(false))
})

describe('a token', () => {
  it('is the secret or nothing', () => {
    expect(isSameToken('a secret', 'a secret')).toBe(true)
    expect(isSameToken('another', 'a secret')).toBe(false)
    for (const nothing of [undefined, '']) expect(isSameToken(nothing, nothing)).toBe(false)
  })
})
