import { SECOND } from '@balcao/kernel'

/** Failed tries over what is free, in the last 15 minutes. */
export interface LoginExcess {
  /** Of this account from this network, or with this known device. */
  own: number
  /** Of this account from anywhere. */
  account: number
  /** Of this network, whatever the account. */
  network: number
}

const LONGEST_MS = 15 * SECOND
/* For whoever did nothing wrong but has busy company: an account under attack, a network that somebody guesses from. */
const SHARED_MS = 2 * SECOND

/** How long an answer waits before the password is looked at. Nobody is ever refused for what strangers did. */
export function loginDelayMs({ own, account, network }: LoginExcess): number {
  const ownMs = own > 0 ? Math.min(LONGEST_MS, SECOND * 2 ** (own - 1)) : 0
  return Math.max(ownMs, account > 0 || network > 0 ? SHARED_MS : 0)
}
