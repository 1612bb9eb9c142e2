import type { SignupAppView } from '@balcao/contracts'

import { randomHex } from './random-hex'
import { isRecord } from './read-json'

/**
 * What the dialog of credentials and the page of Meta's embedded sign-up tell each other. The page may not be in the desk's group of windows,
 * whose scripts are our own only: a channel of the origin is what both have, and nobody else hears it.
 */
const CHANNEL = 'balcao.whatsapp-signup'

/** What Meta gave: the code is exchanged within 30 seconds. */
export interface SignupResult {
  code: string
  /** '' of a number that is in use with the WhatsApp Business app too, which Meta may not say. */
  phoneNumberId: string
  businessAccountId: string
}

/**
 * How a sign-up ended without a number. `blocked`: the browser opened no window. `closed`: the page was. `noNumber`: Meta's dialog ended
 * without one. `unavailable`: Meta's JavaScript did not come. `failed`: with Meta's own words.
 */
export type SignupEnd =
  | { why: 'blocked' | 'closed' | 'cancelled' | 'timeout' | 'noNumber' | 'unavailable' }
  | { why: 'failed'; message: string }

export type PageMessage =
  | { from: 'page'; attempt: string; kind: 'ready' }
  | { from: 'page'; attempt: string; kind: 'finished'; result: SignupResult }
  | { from: 'page'; attempt: string; kind: 'ended'; end: SignupEnd }

export type DeskMessage =
  | { from: 'desk'; attempt: string; kind: 'begin'; app: SignupAppView; isOnPhone: boolean }
  | { from: 'desk'; attempt: string; kind: 'close' }

type Side = (PageMessage | DeskMessage)['from']
type From<S extends Side> = Extract<PageMessage | DeskMessage, { from: S }>

export interface SignupChannel<Own extends Side> {
  tell(message: From<Own>): void
  close(): void
}

/* Both sides are of one release or of two that follow each other: a message of another form is left alone. */
const isMessage = (data: unknown): data is PageMessage | DeskMessage =>
  isRecord(data) && 'from' in data && 'attempt' in data && 'kind' in data

/**
 * Speaks and listens for one attempt of a sign-up.
 * @param hear gets what the other side says of this attempt
 */
export function openSignupChannel<Own extends Side>(
  own: Own,
  attempt: string,
  hear: (message: From<Exclude<Side, Own>>) => void,
): SignupChannel<Own> {
  const channel = new BroadcastChannel(CHANNEL)
  channel.addEventListener('message', ({ data, origin }: MessageEvent<unknown>) => {
    if (origin !== window.location.origin || !isMessage(data)) return
    if (data.from !== own && data.attempt === attempt) hear(data as From<Exclude<Side, Own>>)
  })
  return { tell: (message) => channel.postMessage(message), close: () => channel.close() }
}

export const signupPath = (attempt: string): string => `/whatsapp-signup#${attempt}`

/** Names an attempt; nothing is secret about it. */
export const newAttempt = (): string => randomHex(12)
