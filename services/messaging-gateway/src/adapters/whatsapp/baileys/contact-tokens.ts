import { setTimeout as pause } from 'node:timers/promises'

import { LRUCache } from 'lru-cache'

import { lidOf, numberOf } from './people'

const SENT = 2_000
const LOOK_AGAIN_MS = 200
const BUCKET_SECONDS = 7 * 24 * 60 * 60
const BUCKETS = 4

/** A token as the library keeps it: by LID where there is one. */
export interface ContactToken {
  token?: Uint8Array | undefined
  timestamp?: string | number | undefined
}

export interface TokenDeps {
  /** What is kept for this address. */
  stored(jid: string): Promise<ContactToken | undefined>
  /** How long a token that the network was asked for is waited for. */
  patienceMs: number
  isOver(): boolean
}

/** Four buckets of seven days, the current one among them (whatsmeow tctoken.go, currentTCTokenCutoffTimestamp, 2026-08-21). */
export function isExpired(timestamp: string | number | undefined, nowMs: number): boolean {
  const cutoff = (Math.floor(nowMs / 1_000 / BUCKET_SECONDS) - (BUCKETS - 1)) * BUCKET_SECONDS
  return !(Number(timestamp) >= cutoff)
}

/**
 * Tokens by which contacts say that they trust the account, and which of them each message carried. The library keeps them, from
 * history and notifications, and puts them on messages as the web client does (`relayMessage`, 7.0.0-rc14; whatsmeow send.go,
 * ensureTCToken). What it does not do is to send a message again that was refused (463) for want of one.
 */
export class ContactTokens {
  private readonly sent = new LRUCache<string, { jid: string; token: string }>({ max: SENT })

  constructor(private readonly deps: TokenDeps) {}

  /** Remembers which token a message is about to carry. */
  async noteSending(waId: string, jid: string): Promise<void> {
    if (numberOf(jid) || lidOf(jid)) this.sent.set(waId, { jid, token: await this.tokenOf(jid) })
  }

  /**
   * Whether there is a token for the message's contact that it did not carry. The library answers a 463 by giving the contact a
   * token of ours (`handleBadAck`); theirs may follow, so it is waited for.
   */
  async hasNewer(waId: string): Promise<boolean> {
    const carried = this.sent.get(waId)
    if (!carried) return false
    for (let waitedMs = 0; !this.deps.isOver(); waitedMs += LOOK_AGAIN_MS) {
      const token = await this.tokenOf(carried.jid)
      if (token !== '' && token !== carried.token) return true
      if (waitedMs >= this.deps.patienceMs) return false
      await pause(LOOK_AGAIN_MS)
    }
    return false
  }

  /** Whether this person trusts us. */
  async hasToken(jid: string): Promise<boolean> {
    return (await this.tokenOf(jid)) !== ''
  }

  private async tokenOf(jid: string): Promise<string> {
    const { token, timestamp } = (await this.deps.stored(jid)) ?? {}
    if (!token || token.length === 0 || isExpired(timestamp, Date.now())) return ''
    return Buffer.from(token).toString('base64')
  }
}
