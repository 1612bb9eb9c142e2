import { clearRefreshCookie, mayUseCookie, readRefreshCookie, setRefreshCookie } from './refresh-cookie'

describe('the refresh cookie', () => {
  it('is for https only when the request was', () => {
    expect(setRefreshCookie('x', true)).toBe(
      'jrt=x; Max-Age=604800; Path=/auth; HttpOnly; Secure; SameSite=Lax',
    )
    expect(setRefreshCookie('x', false)).not.toContain('Secure')
  })
  it('is cleared under the same name and path', () => {
    expect(clearRefreshCookie(true)).toBe(
      'jrt=; Max-Age=0; Path=/auth; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly; Secure; SameSite=Lax',
    )
  })
  it.each([
    [undefined, undefined],
    ['', undefined],
    ['jrt=abc', 'abc'],
    ['a=1; jrt=abc; b=2', 'abc'],
    ['jrtx=1; xjrt=2', undefined],
    ['jrt=first; jrt=second', 'first'],
    ['__proto__=x', undefined],
  ])('in %j is %j', (header, value) => expect(readRefreshCookie(header)).toBe(value))
})

describe('a page', () => {
  const host = 'desk.test:8080'
  it.each([
    ['our own', { host, origin: 'http://desk.test:8080' }, true],
    ['our own over https', { host: 'desk.test', origin: 'https://desk.test' }, true],
    ['a listed one', { host, origin: 'https://app.test' }, true],
    ['a foreign one', { host, origin: 'https://evil.test' }, false],
    ['a listed host on another scheme', { host, origin: 'http://app.test' }, false],
    ['a null one', { host, origin: 'null' }, false],
    ['one whose name begins like ours', { host, origin: 'http://desk.test:80801' }, false],
    ['none: a program that is no browser', { host }, true],
    ['one the browser calls cross-site', { host, 'sec-fetch-site': 'cross-site' }, false],
    ['one the browser calls none', { host, 'sec-fetch-site': 'none' }, false],
    [
      'our own, of another scheme',
      { host, origin: 'http://desk.test:8080', 'sec-fetch-site': 'cross-site' },
      false,
    ],
    [
      'our own, as browsers send it',
      { host, origin: 'http://desk.test:8080', 'sec-fetch-site': 'same-origin' },
      true,
    ],
    [
      'a listed one of another site',
      { host, origin: 'https://app.test', 'sec-fetch-site': 'cross-site' },
      true,
    ],
    ['one of no name', { host, origin: '' }, false],
    ['one the browser calls same-origin', { host, 'sec-fetch-site': 'same-origin' }, true],
    ['one the browser calls same-site', { host, 'sec-fetch-site': 'same-site' }, false],
    [
      'a foreign one that claims same-origin',
      { host, origin: 'https://evil.test', 'sec-fetch-site': 'same-origin' },
      false,
    ],
  ])('%s', (_name, headers, isAllowed) => expect(mayUseCookie(headers, ['https://app.test'])).toBe(isAllowed))
})
