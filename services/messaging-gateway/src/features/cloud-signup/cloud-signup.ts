import { createHash, createHmac } from 'node:crypto'

import type { CompanyId, ConnectionId } from '@balcao/contracts'
import { MINUTE } from '@balcao/kernel'

/** The installation's own app at Meta. */
export interface SignupApp {
  appId: string
  appSecret: string
  /** Of Facebook Login for Business, with the login variation WhatsApp Embedded Signup. */
  configId: string
}

/**
 * `exchanging`: the code is on its way to Meta. `exchanged`: its token is here, and the number is not connected yet. `done`: it is, and
 * the token is in the account alone.
 */
export type SignupState = 'exchanging' | 'exchanged' | 'done'

export interface CloudSignup {
  companyId: CompanyId
  connectionId: ConnectionId
  /** SHA-256 of the code, in hex. */
  codeHash: string
  state: SignupState
  /** '' unless `exchanged`. */
  sealedToken: string
  /** The PIN that was made for the number; '' unless `exchanged`. */
  sealedPin: string
  begunAt: Date
}

/** How long a code that was exchanged may be gone on with. */
export const SIGNUP_KEPT_MS = 10 * MINUTE

/* Longer than an exchange takes: calls of Graph end after 20 s. */
const EXCHANGE_MS = MINUTE

export type SignupStep =
  | { kind: 'exchange' }
  /** Another request exchanges this code. */
  | { kind: 'busy' }
  | { kind: 'go-on'; signup: CloudSignup }
  | { kind: 'done' }

/** What a request with this code is to do, by what is stored of the connection's last sign-up. */
export function chooseSignupStep(last: CloudSignup | undefined, codeHash: string, now: Date): SignupStep {
  if (!last || last.codeHash !== codeHash) return { kind: 'exchange' }
  const ageMs = now.getTime() - last.begunAt.getTime()
  if (ageMs >= SIGNUP_KEPT_MS) return { kind: 'exchange' }
  if (last.state === 'exchanging') return { kind: ageMs < EXCHANGE_MS ? 'busy' : 'exchange' }
  return last.state === 'done' ? { kind: 'done' } : { kind: 'go-on', signup: last }
}

export const hashSignupCode = (code: string): string => createHash('sha256').update(code).digest('hex')

/** Six digits. @param chance from 0 up to 1, without 1 */
export const buildPin = (chance: number): string =>
  Math.floor(chance * 1_000_000)
    .toString()
    .padStart(6, '0')

/**
 * The verify token of the installation's app, for Meta's dashboard and for each account's own callback URL. Derived, so that each process has
 * it before anything is stored: `printf 'balcao webhook' | openssl dgst -sha256 -hmac "$WHATSAPP_APP_SECRET"`.
 */
export const buildVerifyToken = ({ appSecret }: Pick<SignupApp, 'appSecret'>): string =>
  createHmac('sha256', appSecret).update('balcao webhook').digest('hex')
