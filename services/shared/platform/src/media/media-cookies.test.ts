import { companyId, userId } from '@balcao/contracts'
import { DAY } from '@balcao/kernel'

import { createMediaCookies } from './media-cookies'
import { createMediaLinks } from './signed-links'

const now = new Date('2026-03-04T12:00:00Z')
const clock = { now: () => now }
const cookies = createMediaCookies('s'.repeat(32), clock)
const claims = { companyId: companyId(7), userId: userId(12), tokenVersion: 3 }
const given = { lifeMs: 7 * DAY, isSecure: true }

/* The Cookie header a browser sends back. */
const sentBack = (line: string): string => line.slice(0, line.indexOf(';'))

describe('the cookie of media', () => {
  it('names the session, for the path of media only', () => {
    const line = cookies.set(claims, given)
    expect(line).toMatch(
      /^jmd=7\.12\.3\.\d+\.[\w-]{43}; Max-Age=604800; Path=\/public\/m; HttpOnly; Secure; SameSite=Lax$/,
    )
    expect(cookies.read(`a=1; ${sentBack(line)}; b=2`)).toEqual(claims)
    expect(cookies.set(claims, { ...given, isSecure: false })).not.toContain('Secure')
  })

  it('is cleared under the same name and path', () => {
    expect(cookies.clear(true)).toBe(
      'jmd=; Max-Age=0; Path=/public/m; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly; Secure; SameSite=Lax',
    )
  })

  it('ends with its life, whatever a browser keeps', () => {
    const cookie = sentBack(cookies.set(claims, given))
    const at = (afterMs: number) =>
      createMediaCookies('s'.repeat(32), { now: () => new Date(now.getTime() + afterMs) }).read(cookie)
    expect(at(7 * DAY - 1_000)).toEqual(claims)
    expect(at(7 * DAY)).toBeUndefined()
  })

  it.each([
    ['none', undefined],
    ['an empty one', 'jmd='],
    ['one of another company', sentBack(cookies.set(claims, given)).replace('jmd=7.', 'jmd=8.')],
    ['a newer token version', sentBack(cookies.set(claims, given)).replace('.3.', '.4.')],
    ['no signature', sentBack(cookies.set(claims, given)).replace(/[\w-]{43}$/, '')],
    ['a signature of zeros', sentBack(cookies.set(claims, given)).replace(/[\w-]{43}$/, 'A'.repeat(43))],
    ['one of another installation', sentBack(createMediaCookies('t'.repeat(32), clock).set(claims, given))],
  ])('names no session: %s', (_name, header) => expect(cookies.read(header)).toBeUndefined())

  it('is signed with another key than the links', () => {
    const link = createMediaLinks('s'.repeat(32), clock).sign(claims.companyId, 'companies/7/a.png')
    const signature = new URL(link, 'http://desk').searchParams.get('s') ?? ''
    const cookie = sentBack(cookies.set(claims, given)).replace(/[\w-]{43}$/, signature)
    expect(cookies.read(cookie)).toBeUndefined()
  })
})
