import { DAY } from '@balcao/kernel'

import { createKnownDevices } from './known-device'

const devices = createKnownDevices('a secret of the tests, 32 characters or more')
const now = new Date('2026-11-22T12:00:00Z')
const readCookie = (line: string) => line.split(';')[0] ?? ''
const after = (email: string, cookie?: string, at = now) =>
  readCookie(devices.remember(email, cookie, at, true))

describe('a known device', () => {
  it('is known to the account that logged in on it, in any spelling, for half a year', () => {
    const cookie = after('Ana@a.test')
    expect(devices.idFor(' ana@A.test', cookie, now)).toMatch(/^[\w-]{22}$/)
    expect(devices.idFor('ana@a.test', cookie, new Date(now.getTime() + 180 * DAY))).toBeUndefined()
    expect(devices.idFor('bia@a.test', cookie, now)).toBeUndefined()
  })

  it('keeps the accounts of colleagues, eight of them', () => {
    let cookie: string | undefined
    for (let index = 0; index < 10; index += 1) cookie = after(`agent${index}@a.test`, cookie)
    const known = Array.from({ length: 10 }, (_, index) => devices.idFor(`agent${index}@a.test`, cookie, now))
    expect(known.map((id) => id !== undefined)).toEqual([false, false, ...Array<boolean>(8).fill(true)])
    expect(after('agent9@a.test', cookie).split('~')).toHaveLength(8)
  })

  it.each([
    [
      'of another key',
      (email: string) => readCookie(createKnownDevices('x'.repeat(40)).remember(email, undefined, now, true)),
    ],
    ['made younger', (email: string) => after(email).replace(/\.\d+\./, '.9999999999.')],
    ['of rubbish', () => 'jdv=a.b.c~~'],
    ['of nothing', () => ''],
  ])('%s is not known', (_name, make) => {
    expect(devices.idFor('ana@a.test', make('ana@a.test'), now)).toBeUndefined()
  })
})
