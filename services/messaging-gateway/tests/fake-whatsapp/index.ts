import type { BinaryNode } from '@whiskeysockets/baileys'

import type { Account } from './account'
import type { Contact, ContactOptions } from './contact'
import { Faults } from './faults'
import type { Group, GroupOptions } from './group'
import type { Ledger, ViolationKind } from './ledger'
import { MediaHost } from './media-host'
import { Network } from './network'
import { quietLibsignal } from './quiet-libsignal'
import { seededRandom } from './random'
import { ChatServer } from './server'
import type { Settings } from './settings'
import { stanza } from './stanza'

export type { Account } from './account'
export type { Certificate } from './certificates'
export type { Contact, ContactOptions, SendOptions } from './contact'
export type { Cut, FaultRates, Faults } from './faults'
export type { Group, GroupOptions } from './group'
export type { Inbox, ReceivedMessage, Sighting } from './inbox'
export type { AccountLedger, Ledger, Violation, ViolationKind } from './ledger'
export { SoftPasskey, type EnrolledPasskey } from './passkey'
export type { LinkedDevice } from './linked-device'
export type { MediaHost } from './media-host'
export type { Settings } from './settings'
export { contentHash, readText as textOf } from './content'
export { longConversations, type History } from './history'
export { mediaAgent, mediaDispatcher } from './media-routes'

export interface FakeWhatsAppOptions {
  port?: number
  /** Seed of the random decisions of all faults. */
  seed?: number
  settings?: Partial<Settings>
  /** Called for every stanza, for debugging; `in` comes from a client. */
  watch?: (direction: 'in' | 'out', node: BinaryNode) => void
}

/** The real network's protocol, on loopback: a client connects to `url` with `rootKey` as its trusted root. */
export class FakeWhatsApp {
  readonly faults: Faults
  readonly media = new MediaHost()
  private readonly network: Network
  private readonly server: ChatServer
  private port = 0

  constructor(private readonly options: FakeWhatsAppOptions) {
    quietLibsignal()
    this.faults = new Faults(seededRandom(options.seed ?? 1))
    this.network = new Network(this.faults, this.media)
    Object.assign(this.network.settings, options.settings)
    this.server = new ChatServer(this.network, options.watch ?? (() => undefined))
  }

  async start(): Promise<this> {
    await this.media.start()
    this.port = await this.server.start(this.options.port ?? 0)
    return this
  }

  get url(): string {
    return `ws://127.0.0.1:${this.port}/ws/chat`
  }

  get webClientUrl(): string {
    return `http://127.0.0.1:${this.port}`
  }

  get mediaUrl(): string {
    return this.media.httpUrl
  }

  /** In hex, for `WA_CERT_DETAILS.PUBLIC_KEY`. */
  get rootKey(): string {
    return Buffer.from(this.network.authority.root.public).toString('hex')
  }

  get settings(): Settings {
    return this.network.settings
  }

  get ledger(): Ledger {
    return this.network.ledger
  }

  /** Strangers that the account looked up or wrote to. */
  countStrangers(account: Account): number {
    return this.network.volume.count(account)
  }

  account(number: string, options: { lid?: string } = {}): Account {
    return this.network.account(number, options)
  }

  contact(number: string, options: ContactOptions = {}): Contact {
    return this.network.contact(number, options)
  }

  /** @param jid undefined: a generated one. */
  group(jid: string | undefined, options: GroupOptions): Group {
    return this.network.group(jid, options)
  }

  /** Ends the account's stream with this code: 440 replaced, 401 unlinked, 515 restart, 503 and the like. */
  kick(account: Account, code: 440 | 401 | 403 | 411 | 500 | 503 | 515): void {
    if (code === 401) return account.unlink()
    const reason = code === 440 ? stanza('conflict', { type: 'replaced' }) : undefined
    for (const device of account.linked.values()) device.connection?.fail(String(code), reason)
  }

  /** The connections stop without closing. */
  freeze(account: Account): void {
    for (const device of account.linked.values()) device.connection?.freeze()
  }

  /** Cuts the connections of clients that are not linked yet. */
  disconnectUnlinked(): void {
    this.network.registrations.cutAll()
  }

  /** Cuts the account's connections. */
  disconnect(account: Account): void {
    for (const device of account.linked.values()) device.connection?.cut()
  }

  /** Resolves when all phones have handled everything that they received. */
  async idle(): Promise<void> {
    await Promise.all(this.network.everyone().map((person) => person.idle()))
  }

  /**
   * Throws with a list of all violations by the client.
   * @param except kinds that the test provoked on purpose.
   */
  verify(except: readonly ViolationKind[] = []): void {
    const found = this.ledger.violations.filter(({ kind }) => !except.includes(kind))
    if (found.length === 0) return
    const lines = found.map(({ kind, account, detail }) => `${kind} (${account}): ${detail}`)
    throw new Error(`The client broke the protocol:\n${lines.join('\n')}`)
  }

  async stop(): Promise<void> {
    await this.server.stop()
    await this.media.stop()
    this.network.close()
  }
}

export const startFakeWhatsApp = (options: FakeWhatsAppOptions = {}): Promise<FakeWhatsApp> =>
  new FakeWhatsApp(options).start()
