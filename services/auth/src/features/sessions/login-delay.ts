import { doubledMs, SECOND } from '@balcao/kernel'

/** Failed tries beyond the free ones, in the last 15 minutes. */
export interface LoginExcess {
  /** Of this account from this network, or with this known device. */
  own: number
  /** Of this account from any network. */
  account: number
  /** From this network, for any account. */
  network: number
}

const OWN = { firstMs: SECOND, longestMs: 15 * SECOND }
/* For an account or network where others guess. */
const SHARED_MS = 2 * SECOND

/** Delay before the password is checked. Failures of others delay a login and never refuse it. */
export function loginDelayMs({ own, account, network }: LoginExcess): number {
  const ownMs = own > 0 ? doubledMs(own, OWN) : 0
  return Math.max(ownMs, account > 0 || network > 0 ? SHARED_MS : 0)
}
