import * as baileys from '@whiskeysockets/baileys'
import type { BaileysEventMap, UserFacingSocketConfig, WAMessage, WASocket } from '@whiskeysockets/baileys'
import { waitFor } from '@balcao/testkit'

import type { Account, FakeWhatsApp } from './index'
import { memoryKeyStore } from './memory-key-store'
import { silentLogger } from './silent-logger'

/** Unmodified Baileys with credentials in memory, for tests of the fake itself. */
export class PlainClient {
  readonly creds = baileys.initAuthCreds()
  readonly keys = memoryKeyStore(baileys.BufferJSON)
  readonly messages: WAMessage[] = []
  readonly updates: BaileysEventMap['messages.update'] = []
  readonly closes: number[] = []
  qr = ''
  sock!: WASocket
  isOpen = false
  private isStopped = false

  constructor(
    private readonly wa: FakeWhatsApp,
    private config: Partial<UserFacingSocketConfig> = {},
  ) {
    // The unmodified library takes an early `success` for an open
    // connection; only the adapter ignores it (`early-success.ts`).
    wa.settings.saysSuccessEarly = false
    baileys.WA_CERT_DETAILS.PUBLIC_KEY = Buffer.from(wa.rootKey, 'hex')
  }

  /** For later connections. */
  configure(config: Partial<UserFacingSocketConfig>): this {
    this.config = { ...this.config, ...config }
    return this
  }

  connect(): this {
    this.isStopped = false
    const sock = baileys.makeWASocket({
      auth: { creds: this.creds, keys: this.keys },
      waWebSocketUrl: this.wa.url,
      logger: silentLogger,
      // Otherwise the library buffers the events of a first connection for 20 s, waiting for history.
      shouldSyncHistoryMessage: () => false,
      ...this.config,
    })
    this.sock = sock
    sock.ev.on('creds.update', (update) => Object.assign(this.creds, update))
    sock.ev.on('messages.upsert', ({ messages }) => this.messages.push(...messages))
    sock.ev.on('messages.update', (updates) => this.updates.push(...updates))
    sock.ev.on('connection.update', (update) => this.follow(update))
    return this
  }

  /** Connects, is scanned by the phone, and connects again as a linked device. */
  async pair(account: Account): Promise<this> {
    this.connect()
    await waitFor(() => this.qr)
    await account.scan(this.qr)
    await waitFor(() => this.isOpen && account.isOnline)
    return this
  }

  /** Closes the connection; the credentials stay. */
  async stop(): Promise<void> {
    this.isStopped = true
    await this.sock?.end(undefined)
  }

  texts(): (string | null | undefined)[] {
    return this.messages
      .filter(({ key }) => !key.fromMe)
      .map(({ message }) => message?.conversation ?? message?.extendedTextMessage?.text)
  }

  /** The state of an own message as the client reports it: 2 server, 3 delivered, 4 read. */
  findStatus(id: string | null | undefined): number {
    const told = [
      ...this.messages.filter(({ key }) => key.id === id).map(({ status }) => status),
      ...this.updates.filter(({ key }) => key.id === id).map(({ update }) => update.status),
    ]
    return Math.max(0, ...told.map((status) => status ?? 0))
  }

  private follow({ qr, connection, lastDisconnect }: Partial<baileys.ConnectionState>): void {
    if (qr) this.qr = qr
    if (connection === 'open') this.isOpen = true
    if (connection !== 'close') return
    this.isOpen = false
    if (this.isStopped) return
    const code = Number((lastDisconnect?.error as { output?: { statusCode?: number } })?.output?.statusCode)
    this.closes.push(code)
    if (code === Number(baileys.DisconnectReason.restartRequired)) this.connect()
  }
}
