import type { BinaryNode } from '@whiskeysockets/baileys'

import type { Account } from './account'
import type { Connection } from './connection'
import { lidJid, numberJid } from './jids'
import type { AccountLedger } from './ledger'
import { stanza } from './stanza'

export interface PublicKey {
  id: number
  key: Buffer
}

/** A device's public keys, as the server gives them to senders. */
export interface KeyBundle {
  registrationId: number
  identityKey: Buffer
  signedPreKey: PublicKey & { signature: Buffer }
}

const COUNTED = ['message', 'receipt', 'notification', 'call'] as const

/** A companion of an account: our client, as the server stores it. Outlives its connections. */
export class LinkedDevice {
  connection: Connection | undefined
  /** One-time pre-keys that are still available, oldest first. */
  readonly preKeys = new Map<number, Buffer>()
  /** Every uploaded id with its key. */
  readonly uploaded = new Map<number, string>()
  /** Stanzas that the client has not acknowledged, in order. */
  private queue: BinaryNode[] = []

  constructor(
    readonly account: Account,
    readonly id: number,
    readonly noiseKey: Buffer,
    public bundle: KeyBundle,
    private readonly ledger: AccountLedger,
  ) {}

  get jid(): string {
    return numberJid(this.account.number, this.id)
  }

  get lidJid(): string {
    return lidJid(this.account.lid, this.id)
  }

  get isOnline(): boolean {
    return this.connection?.isActive === true && this.connection.isOpen
  }

  get pending(): readonly BinaryNode[] {
    return this.queue
  }

  /** Sends now or at the next connection, and again at every connection until the client acknowledges it. */
  deliver(node: BinaryNode): void {
    this.queue.push(node)
    if (this.isOnline) this.send(node)
  }

  /** Sends the queued stanzas in order, between `offline_preview` and the count. */
  catchUp(connection: Connection): void {
    const missed = [...this.queue]
    const counts = COUNTED.map((tag) => [tag, String(missed.filter((node) => node.tag === tag).length)])
    const count = String(missed.length)
    connection.send(
      stanza('ib', {}, [stanza('offline_preview', { count, appdata: '0', ...Object.fromEntries(counts) })]),
    )
    for (const node of missed) this.send({ ...node, attrs: { ...node.attrs, offline: '1' } })
    connection.send(stanza('ib', {}, [stanza('offline', { count })]))
  }

  /** Removes the first matching stanza from the queue. */
  settle(fits: (node: BinaryNode) => boolean): BinaryNode | undefined {
    const index = this.queue.findIndex(fits)
    return index < 0 ? undefined : this.queue.splice(index, 1)[0]
  }

  takePreKey(): PublicKey | undefined {
    const [next] = this.preKeys
    if (!next) return undefined
    this.preKeys.delete(next[0])
    return { id: next[0], key: next[1] }
  }

  private send(node: BinaryNode): void {
    if (node.tag === 'message') this.ledger.recordDelivery(node.attrs['id'] ?? '')
    this.connection?.send(node)
  }
}
