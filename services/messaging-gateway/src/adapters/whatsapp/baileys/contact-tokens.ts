import { setTimeout as pause } from 'node:timers/promises'

import { LRUCache } from 'lru-cache'

import { parseLid, parseNumber } from './jids'

const MAX_SENT = 2_000
const POLL_MS = 200
const BUCKET_SECONDS = 7 * 24 * 60 * 60
const BUCKETS = 4

/** A token as the library stores it: under the LID where one is known. */
export interface ContactToken {
  token?: Uint8Array | undefined
  timestamp?: string | number | undefined
}

export interface ContactTokensDeps {
  /** The stored token of this address. */
  findStored(jid: string): Promise<ContactToken | undefined>
  /** Maximum wait for a token after a 463. */
  waitMs: number
  isOver(): boolean
}

/**
 * Valid for four buckets of seven days, including the current one
 * (whatsmeow tctoken.go, currentTCTokenCutoffTimestamp, 2026-08-21).
 */
export function isExpired(timestamp: string | number | undefined, nowMs: number): boolean {
  const cutoff = (Math.floor(nowMs / 1_000 / BUCKET_SECONDS) - (BUCKETS - 1)) * BUCKET_SECONDS
  return !(Number(timestamp) >= cutoff)
}

/**
 * Trusted-contact tokens, and which of them each message carried. The library stores them
 * from history and notifications, and attaches them to messages as the web client does
 * (`relayMessage`, 7.0.0-rc14; whatsmeow send.go, ensureTCToken). It does not send a
 * message again that was refused (463) for lack of a token; `hasNewer` decides that.
 */
export class ContactTokens {
  private readonly sent = new LRUCache<string, { jid: string; token: string }>({ max: MAX_SENT })

  constructor(private readonly deps: ContactTokensDeps) {}

  /** Notes which token the message is about to carry. */
  async recordSent(waId: string, jid: string): Promise<void> {
    if (parseNumber(jid) || parseLid(jid)) this.sent.set(waId, { jid, token: await this.readToken(jid) })
  }

  /**
   * Whether a token of the message's contact exists that the message did not carry. After a 463 the library sends the
   * contact a token of ours (`handleBadAck`); the contact's token may follow, so this waits for up to `waitMs`.
   */
  async hasNewer(waId: string): Promise<boolean> {
    const carried = this.sent.get(waId)
    if (!carried) return false
    for (let waitedMs = 0; !this.deps.isOver(); waitedMs += POLL_MS) {
      const token = await this.readToken(carried.jid)
      if (token !== '' && token !== carried.token) return true
      if (waitedMs >= this.deps.waitMs) return false
      await pause(POLL_MS)
    }
    return false
  }

  /** Whether a valid token of this person is stored. */
  async hasToken(jid: string): Promise<boolean> {
    return (await this.readToken(jid)) !== ''
  }

  private async readToken(jid: string): Promise<string> {
    const { token, timestamp } = (await this.deps.findStored(jid)) ?? {}
    if (!token || token.length === 0 || isExpired(timestamp, Date.now())) return ''
    return Buffer.from(token).toString('base64')
  }
}
