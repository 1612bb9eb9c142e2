import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'

import { DAY } from '@balcao/kernel'
import { parseCookie, stringifySetCookie } from 'cookie'

import { normalizeEmail } from '../users'

export const DEVICE_COOKIE = 'jdv'
const LIFE_MS = 180 * DAY
/* Limit of accounts per device; the oldest is dropped. */
const ACCOUNTS_PER_DEVICE = 8
const BETWEEN = '~'

/** A signed cookie that lists the accounts that logged in on a device. It grants nothing: failed logins from it are counted */
export interface KnownDevices {
  /** The device's id when this account logged in on it in the last 180 days. */
  idFor(email: string, cookieHeader: string | undefined, now: Date): string | undefined
  /** The `Set-Cookie` line after a login; keeps the device's other accounts. */
  remember(email: string, cookieHeader: string | undefined, now: Date, isSecure: boolean): string
}

const readEntries = (header: string | undefined): string[] =>
  (header === undefined ? '' : (parseCookie(header)[DEVICE_COOKIE] ?? ''))
    .split(BETWEEN)
    .filter((entry) => /^[\w-]{22}\.\d{1,10}\.[\w-]{43}$/.test(entry))
    .slice(0, ACCOUNTS_PER_DEVICE)

export function createKnownDevices(secret: string): KnownDevices {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'balcao known devices', 32))
  const sign = (email: string, id: string, seconds: string): Buffer =>
    createHmac('sha256', key)
      .update(`${id}.${seconds}.${normalizeEmail(email)}`)
      .digest()
  const isSignedFor = (email: string, entry: string): boolean => {
    const [id = '', seconds = '', signature = ''] = entry.split('.')
    const given = Buffer.from(signature, 'base64url')
    const expected = sign(email, id, seconds)
    return given.length === expected.length && timingSafeEqual(given, expected)
  }
  return {
    idFor: (email, header, now) => {
      const entry = readEntries(header).find((candidate) => isSignedFor(email, candidate))
      const [id, seconds] = entry?.split('.') ?? []
      return seconds !== undefined && Number(seconds) * 1000 + LIFE_MS > now.getTime() ? id : undefined
    },
    remember: (email, header, now, isSecure) => {
      const others = readEntries(header).filter((entry) => !isSignedFor(email, entry))
      const id = randomBytes(16).toString('base64url')
      const seconds = String(Math.floor(now.getTime() / 1000))
      const entry = [id, seconds, sign(email, id, seconds).toString('base64url')].join('.')
      const value = [entry, ...others].slice(0, ACCOUNTS_PER_DEVICE).join(BETWEEN)
      return stringifySetCookie(DEVICE_COOKIE, value, {
        httpOnly: true,
        sameSite: 'lax',
        path: '/auth/login',
        secure: isSecure,
        maxAge: LIFE_MS / 1000,
      })
    },
  }
}
