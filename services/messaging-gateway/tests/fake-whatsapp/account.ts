import { type proto } from '@whiskeysockets/baileys'

import { deliverTo, ownAttrs, type Envelope } from './envelopes'
import { AppStateBook, type CollectionName, type Setting } from './app-state'
import { historyMessage, type History } from './history'
import { numberJid, type Addressing, SERVER_JID } from './jids'
import type { KeyBundle, LinkedDevice } from './linked-device'
import type { Network } from './network'
import type { EnrolledPasskey } from './passkey'
import { Person } from './person'
import { PhoneMemory } from './phone-memory'
import { nowSeconds, randomId, stanza } from './stanza'

const LOW_PRE_KEYS = 5

export interface TypeOptions {
  id?: string
  addressing?: Addressing
}

/** A company's number: a phone that can link companions, our client among them. */
export class Account extends Person {
  /** Companions by device number. */
  readonly linked = new Map<number, LinkedDevice>()
  /** Required at linking while `settings.requiresPasskey`. */
  passkey: EnrolledPasskey | undefined
  /** The code that the phone displays: its owner compares it with the client's. */
  comparedCode = ''
  /** Messages that the phone has and its companions do not. */
  readonly memory = new PhoneMemory()
  /** What changed while its companions were away: told at each login until a companion has cleaned it (`<ib><dirty type=…>`). */
  readonly dirty = new Set<'account_sync' | 'groups'>()
  private lastDevice = 0
  private readonly warned = new Set<LinkedDevice>()
  readonly settings = new AppStateBook()
  declare lid: string

  constructor(
    private readonly network: Network,
    number: string,
    lid: string,
  ) {
    super(number, lid)
  }

  /** The last companion that was linked. @throws when there is none. */
  get device(): LinkedDevice {
    const device = [...this.linked.values()].at(-1)
    if (!device) throw new Error(`No device is linked to ${this.number}.`)
    return device
  }

  get deviceJid(): string {
    return this.device.jid
  }

  get isLinked(): boolean {
    return this.linked.size > 0
  }

  get isOnline(): boolean {
    return [...this.linked.values()].some((device) => device.isOnline)
  }

  get ledger() {
    return this.network.ledger.account(this)
  }

  /** A companion has read what changed. */
  clean(type: string): void {
    for (const known of this.dirty) if (known === type) this.dirty.delete(known)
  }

  /** The phone scans the QR code. Resolves when the client has signed and is linked. */
  scan(qrText: string): Promise<LinkedDevice> {
    return this.network.registrations.scan(this, qrText)
  }

  /** The eight characters are typed on the phone. Resolves when the client is linked, rejects for a wrong code. */
  enterCode(code: string): Promise<LinkedDevice> {
    return this.network.registrations.enterCode(this, code)
  }

  /** Sends a message from the owner's phone. Resolves with the id when the server has queued it for every companion. */
  async type(to: string, content: string | proto.IMessage, options: TypeOptions = {}): Promise<string> {
    const contact = this.network.find(numberJid(to))
    if (!contact) throw new Error(`${to} is not on the network.`)
    const message = typeof content === 'string' ? { conversation: content } : content
    const waId = options.id ?? randomId('AC', 15)
    const addressing = options.addressing ?? contact.addressing
    const envelope: Envelope = { waId, message, addressing }
    const copy = { deviceSentMessage: { destinationJid: contact.jid(addressing), message } }
    this.sent.set(waId, copy)
    await Promise.all(
      [...this.linked.values()].map((device) =>
        deliverTo(device, this, envelope, ownAttrs(this, contact, addressing), copy),
      ),
    )
    return waId
  }

  private async tellDevice(device: LinkedDevice, message: proto.IMessage): Promise<void> {
    const envelope: Envelope = { waId: randomId('AC', 15), message, addressing: 'pn' }
    await deliverTo(device, this, envelope, { from: this.jid('pn'), category: 'peer', type: 'text' })
  }

  /** The phone answers all open requests. */
  async answer(): Promise<void> {
    for (const { device, message } of this.memory.takeAnswers()) await this.tellDevice(device, message)
  }

  /** Sends the newest companion the phone's history. */
  sendHistory(history: History = {}): Promise<void> {
    if (history.nctSalt) this.network.privacyTokens.provision(this, history.nctSalt)
    return this.tellDevice(this.device, historyMessage(this.network.media, history))
  }

  /** Sends a companion keys of the account's settings: those with these ids, or the newest. */
  shareAppStateKey(device: LinkedDevice = this.device, ids?: readonly string[]): Promise<void> {
    return this.tellDevice(device, this.settings.keyShare(ids))
  }

  /** Changes the account's settings on the phone; the server notifies every companion. */
  async set(setting: Setting): Promise<void> {
    await this.settings.write(setting)
    const version = String(this.settings.findVersion(setting.collection))
    for (const device of this.linked.values())
      device.deliver(
        stanza(
          'notification',
          { from: this.jid('pn'), id: randomId('', 6), type: 'server_sync', t: nowSeconds() },
          [stanza('collection', { name: setting.collection, version })],
        ),
      )
  }

  /** The server replaces a collection's patches by a snapshot file. */
  compactSettings(name: CollectionName): void {
    this.settings.compact(name, this.network.media)
  }

  /** Stores a name in the phone's address book. */
  saveContact(number: string, fullName: string): Promise<void> {
    return this.set({
      collection: 'critical_unblock_low',
      index: ['contact', numberJid(number)],
      value: { timestamp: Date.now(), contactAction: { fullName, saveOnPrimaryAddressbook: true } },
    })
  }

  /**
   * Handles a companion's message to the phone; Baileys wraps it
   * like a message of its own (Socket/messages-send.js, `meMsg`).
   */
  async hearFrom(device: LinkedDevice, message: proto.IMessage, waId: string): Promise<void> {
    const { protocolMessage } = message.deviceSentMessage?.message ?? message
    const isForMessages = this.memory.hear(device, waId, protocolMessage)
    if (isForMessages && this.network.settings.phonesAnswer) await this.answer()
    const asked = protocolMessage?.appStateSyncKeyRequest?.keyIds ?? []
    if (asked.length === 0) return
    const ids = asked.map(({ keyId }) => Buffer.from(keyId ?? []).toString('base64'))
    this.ledger.keyRequests.push(...ids)
    if (this.network.settings.givesSettingsKeys) await this.shareAppStateKey(device, ids)
  }

  /** Unlinks the companion on the phone. */
  unlink(device: LinkedDevice = this.device): void {
    this.linked.delete(device.id)
    device.connection?.fail('401', stanza('conflict', { type: 'device_removed' }))
  }

  /** Creates the linked device at the end of a pairing. */
  link(make: (id: number) => LinkedDevice): LinkedDevice {
    const device = make(++this.lastDevice)
    this.linked.set(device.id, device)
    if (this.network.settings.sendsHistory)
      this.network.background(
        this.shareAppStateKey().then(() => this.sendHistory()),
        this,
      )
    return device
  }

  get nextDevice(): number {
    return this.lastDevice + 1
  }

  /** Notifies the client that few one-time pre-keys are left, once until it uploads more. */
  warnOfLowPreKeys(device: LinkedDevice): void {
    if (device.uploaded.size === 0 || device.preKeys.size >= LOW_PRE_KEYS || this.warned.has(device)) return
    this.warned.add(device)
    device.deliver(
      stanza('notification', { from: SERVER_JID, id: randomId('', 6), type: 'encrypt', t: nowSeconds() }, [
        stanza('count', { value: String(device.preKeys.size) }),
      ]),
    )
  }

  notePreKeyUpload(device: LinkedDevice, bundle: KeyBundle): void {
    this.warned.delete(device)
    device.bundle = bundle
  }
}
