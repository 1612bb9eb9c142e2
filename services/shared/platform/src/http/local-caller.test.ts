import { isLocalCaller, isLocalNavigation, isSameToken, type Caller } from './local-caller'

const host = '127.0.0.1:8080'

const caller = (address: string | undefined, headers: Caller['headers'], httpVersion = '1.1'): Caller => ({
  address,
  headers,
  httpVersion,
})

describe('a local caller', () => {
  it.each([
    ['127.0.0.1', { host }],
    ['::1', { host: '[::1]:8080' }],
    ['::ffff:127.0.0.1', { host: 'localhost:8080' }],
    ['127.0.0.1', { host, origin: 'http://localhost:5173', 'sec-fetch-site': 'same-site' }],
    ['127.0.0.1', { host, 'sec-fetch-site': 'none' }],
    ['127.0.0.1', { host, referer: 'http://localhost:5173/tickets?open=1' }],
  ])('is a program on this machine: %s %j', (address, headers) =>
    expect(isLocalCaller(caller(address, headers))).toBe(true),
  )

  it.each([
    ['10.0.0.7', { host }],
    [undefined, { host }],
    ['127.0.0.1', {}],
    ['127.0.0.1', { host: 'rebound.example:8080' }],
    ['127.0.0.1', { host: '127.0.0.1.example' }],
    ['127.0.0.1', { host, origin: 'https://evil.example' }],
    ['127.0.0.1', { host, origin: 'null' }],
    ['127.0.0.1', { host, origin: 'http://localhost.evil.example' }],
    ['127.0.0.1', { host, origin: 'http://localhost:5173/' }],
    ['127.0.0.1', { host, referer: 'https://evil.example/' }],
    ['127.0.0.1', { host, referer: 'http://localhost@evil.example/' }],
    ['127.0.0.1', { host, 'sec-fetch-site': 'cross-site' }],
    ['127.0.0.1.evil', { host }],
  ])('is not %s %j', (address, headers) => expect(isLocalCaller(caller(address, headers))).toBe(false))

  it.each([
    'x-forwarded-for',
    'x-forwarded-proto',
    'x-forwarded-host',
    'x-real-ip',
    'x-original-host',
    'x-envoy-external-address',
    'x-amzn-trace-id',
    'true-client-ip',
    'forwarded',
    'via',
    'cdn-loop',
    'cf-ray',
    'cf-connecting-ip',
    'fly-client-ip',
    'tailscale-user-login',
  ])('is not a proxy that says %s', (name) =>
    expect(isLocalCaller(caller('127.0.0.1', { host, [name]: '127.0.0.1' }))).toBe(false),
  )

  it('is not a proxy that speaks HTTP/1.0', () => {
    expect(isLocalCaller(caller('127.0.0.1', { host }, '1.0'))).toBe(false)
  })
})

describe('a page that is opened', () => {
  const opened = { host, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
  const linked = { ...opened, 'sec-fetch-site': 'cross-site', referer: 'https://docs.example/' }

  it('may be by a link of another site', () => {
    expect(isLocalCaller(caller('127.0.0.1', linked))).toBe(false)
    expect(isLocalNavigation(caller('127.0.0.1', linked), 'GET')).toBe(true)
  })

  it.each([
    ['POST', linked],
    ['GET', { ...linked, 'sec-fetch-dest': 'iframe' }],
    ['GET', { ...linked, 'sec-fetch-mode': 'no-cors' }],
    ['GET', { ...linked, host: 'rebound.example:8080' }],
    ['GET', { ...linked, 'x-forwarded-for': '10.0.0.7' }],
    ['GET', { host }],
  ])('is not %s %j', (method, headers) =>
    expect(isLocalNavigation(caller('127.0.0.1', headers), method)).toBe(false),
  )
})

describe('a token', () => {
  it('is the secret or nothing', () => {
    expect(isSameToken('a secret', 'a secret')).toBe(true)
    expect(isSameToken('another', 'a secret')).toBe(false)
    for (const nothing of [undefined, '']) expect(isSameToken(nothing, nothing)).toBe(false)
  })
})
