import type { ConnectionView } from '@balcao/contracts'
import { type EventValue } from '@balcao/contracts/wire'
import { readOutbox, waitFor, type TestDatabase } from '@balcao/testkit'

import { startFakeWhatsApp, textOf, type Account, type Contact, type FakeWhatsApp } from './fake-whatsapp'
import type { FakeWhatsAppOptions } from './fake-whatsapp'
import {
  asksToSend,
  gatewayDatabase,
  messageUuid,
  people,
  SCHEMA,
  startGateway,
  type Caller,
  type Gateway,
  type GatewayOptions,
} from './support'

export interface DeskOptions {
  network?: FakeWhatsAppOptions
  /** Of messages in a phone's history that are wanted. */
  historyHours?: number
  gateway?: GatewayOptions
  /** Of another desk, which stops it. */
  wa?: FakeWhatsApp
}

/** A session's row in the database. */
export interface SessionRow {
  status: string
  retries: number
  last_end: string
  qrcode: string
  number: string
  wanted: boolean
  retry_at: Date | null
}

/** Long enough for a busy machine. */
export const PATIENCE_MS = 90_000

const DEFAULTS = {
  webSocketUrl: '',
  rootKey: '',
  mediaBase: '',
  deviceName: 'Balcão',
  showsPresence: false,
}

/** A whole gateway with the real phone's driver, linked to a network on loopback. */
export class Desk {
  private sent = 0
  private files = 0

  private constructor(
    readonly wa: FakeWhatsApp,
    readonly pg: TestDatabase,
    private readonly options: GatewayOptions,
    public gateway: Gateway,
    public admin: Caller,
    private readonly ownsNetwork: boolean,
  ) {}

  static async open({
    network,
    historyHours = 0,
    gateway = {},
    wa: shared,
  }: DeskOptions = {}): Promise<Desk> {
    const settings = { firstPreKeys: 'small' as const, ...network?.settings }
    const wa = shared ?? (await startFakeWhatsApp({ ...network, settings }))
    const pg = await gatewayDatabase()
    const { whatsapp = { ...DEFAULTS, historyHours } } = gateway.config ?? {}
    const options: GatewayOptions = {
      ...gateway,
      config: {
        ...gateway.config,
        defaultProvider: 'beta',
        webClientUrl: wa.webClientUrl,
        whatsapp: {
          ...whatsapp,
          webSocketUrl: wa.url,
          rootKey: whatsapp.rootKey || wa.rootKey,
          mediaBase: wa.mediaUrl,
        },
      },
      tuning: {
        ...gateway.tuning,
        outboundTimes: {
          acceptWithinMs: 1_500,
          maxTries: 30,
          ...gateway.tuning?.outboundTimes,
        },
        baileysTimes: { query: 10_000, closeBatch: 20, token: 400, ...gateway.tuning?.baileysTimes },
      },
    }
    const running = await startGateway(pg, options)
    const { admin } = await people(pg, running.url)
    return new Desk(wa, pg, options, running, admin, shared === undefined)
  }

  /** Stops the process regularly and starts another one on the same database. */
  async restart(): Promise<void> {
    await this.gateway.stop()
    await this.revive()
  }

  /** Starts another process on the same database. */
  async revive(): Promise<void> {
    this.gateway = await startGateway(this.pg, this.options)
    this.admin = (await people(this.pg, this.gateway.url)).admin
  }

  /** Creates a connection that shows its QR code; resolves with its id. */
  async create(name: string): Promise<number> {
    const { body } = await this.admin<ConnectionView>('POST', '/whatsapp', { name, provider: 'beta' })
    return body.id
  }

  /** The displayed QR code, as soon as there is one. */
  code(id: number): Promise<string> {
    return waitFor(async () => (await this.row(id)).qrcode, PATIENCE_MS)
  }

  /** Creates a connection that this phone has linked. */
  async link(account: Account, name = `n${account.number}`): Promise<number> {
    const id = await this.create(name)
    await account.scan(await this.code(id))
    await this.isConnected(id)
    return id
  }

  async row(id: number): Promise<SessionRow> {
    const [row] = await this.pg.sql<SessionRow>(
      `SELECT status, retries, last_end, qrcode, number, wanted, retry_at FROM ${SCHEMA}.connections WHERE id = $1`,
      [id],
    )
    if (!row) throw new Error(`There is no connection ${id}.`)
    return row
  }

  is(id: number, wanted: Partial<SessionRow>, patienceMs = PATIENCE_MS): Promise<SessionRow> {
    return waitFor(async () => {
      const row = await this.row(id)
      expect(row).toMatchObject(wanted)
      return row
    }, patienceMs)
  }

  isConnected(id: number, patienceMs = PATIENCE_MS): Promise<SessionRow> {
    return this.is(id, { status: 'CONNECTED' }, patienceMs)
  }

  /** Events of a connection, in the order of delivery. */
  async received(id: number): Promise<EventValue<'messageReceived'>[]> {
    const events = await readOutbox(this.pg, SCHEMA, 'messageReceived')
    return events.map(({ body }) => body.value).filter(({ connectionId }) => connectionId === id)
  }

  /** Texts of a contact that the desk received, in order. */
  async bodies(id: number, from: Contact): Promise<string[]> {
    const messages = await this.received(id)
    return messages
      .filter(({ contact, fromMe }) => !fromMe && contact?.number === from.number)
      .map(({ body }) => body)
  }

  /** Waits for these texts and requires this order. */
  async has(id: number, from: Contact, bodies: readonly string[]): Promise<void> {
    await waitFor(async () => (await this.bodies(id, from)).length >= bodies.length, PATIENCE_MS)
    expect(await this.bodies(id, from)).toEqual(bodies)
  }

  /** Requests that a message is sent; resolves with the desk's id of it. */
  async sends(
    id: number,
    to: Contact | string,
    body: string,
    more: Partial<EventValue<'outboundRequested'>> = {},
  ): Promise<string> {
    const messageId = messageUuid((this.sent += 1))
    const number = typeof to === 'string' ? to : to.number
    await asksToSend(this.gateway, { messageId, connectionId: id, number, body, ...more })
    return messageId
  }

  /** A file in the company's blob store, as a message to send refers to it. */
  async puts(bytes: Buffer): Promise<NonNullable<EventValue<'outboundRequested'>['media']>> {
    const key = `companies/1/2026/11/file-${(this.files += 1)}.bin`
    await this.gateway.ports.blobs.put(key, bytes)
    return {
      key,
      name: 'a.bin',
      mimeType: 'application/octet-stream',
      sizeBytes: bytes.length,
      width: 0,
      height: 0,
      durationSeconds: 0,
    }
  }

  async outbound(
    messageId: string,
  ): Promise<{ state: string; failure: string; wa_id: string; tries: number }> {
    const [row] = await this.pg.sql<{ state: string; failure: string; wa_id: string; tries: number }>(
      `SELECT state, failure, wa_id, tries FROM ${SCHEMA}.outbound WHERE message_id = $1 AND operation = 'send'`,
      [messageId],
    )
    if (!row) throw new Error(`There is no message ${messageId}.`)
    return row
  }

  /** The phone shows each of these texts once, in this order. */
  async shows(account: Account, to: Contact, bodies: readonly string[]): Promise<void> {
    await waitFor(() => to.inbox(account).texts().length >= bodies.length, PATIENCE_MS)
    await this.wa.idle()
    expect(to.inbox(account).messages.map(({ message }) => textOf(message))).toEqual(bodies)
  }

  /** Exchanges one message in each direction; both arrive. */
  async talks(id: number, account: Account, contact: Contact, word: string): Promise<void> {
    await contact.text(account, `${word}?`)
    await waitFor(async () => (await this.bodies(id, contact)).includes(`${word}?`), PATIENCE_MS)
    await this.sends(id, contact, `${word}!`)
    await waitFor(() => contact.inbox(account).texts().includes(`${word}!`), PATIENCE_MS)
  }

  async close(): Promise<void> {
    await this.gateway.stop()
    if (this.ownsNetwork) await this.wa.stop()
    await this.pg.close()
  }
}

/** Numbered texts. */
export const words = (prefix: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `${prefix} ${index + 1}`)
