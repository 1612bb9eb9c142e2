import { proto } from '@whiskeysockets/baileys'

import type { Account } from './account'
import { deliverTo, messageStanza, senderAttrs, type Envelope } from './envelopes'
import { encryptMedia, openMedia, type MediaKind, type MediaOptions } from './media-content'
import type { Addressing } from './jids'
import type { Network } from './network'
import { participantHash } from './participant-hash'
import { Person } from './person'
import { askAgain } from './phone-reception'
import { nowSeconds, randomId, stanza } from './stanza'

export interface ContactOptions {
  /** null: the server gives none until `learnLid`. */
  lid?: string | null | undefined
  name?: string
  /** How its messages address it. */
  addressing?: Addressing
  /** With its LID the server sends no number. */
  hidesNumber?: boolean
  /** Device numbers; [0, 1] gives it a second device. */
  devices?: readonly number[]
}

export interface SendOptions {
  id?: string
  addressing?: Addressing
  /**
   * Only the phone receives it; companions get `<unavailable>`, with this `type`
   * unless it is '' (whatsmeow message.go decryptMessages, 2026-08-21;
   * WhiskeySockets/Baileys #1723, #2334: messages from ads are delivered like that).
   */
  unavailable?: string
  /** The device number of the sending device. */
  device?: number
  attrs?: Record<string, string | undefined>
}

export interface Quoted {
  id: string
  /** The author of the quoted message: the contact itself when true, else the account. */
  fromMe?: boolean
  text?: string
}

/** A customer's phone, directed by the test. One contact may write to many accounts. */
export class Contact extends Person {
  name = ''
  /** URL of its picture; undefined: hidden. */
  pictureUrl: string | undefined

  constructor(
    private readonly network: Network,
    number: string,
    lid: string | undefined,
  ) {
    super(number, lid)
  }

  change(options: ContactOptions): this {
    this.name = options.name ?? this.name
    this.addressing = options.addressing ?? this.addressing
    this.devices = options.devices ?? this.devices
    this.hidesNumber = options.hidesNumber ?? this.hidesNumber
    if (options.lid) this.learnLid(options.lid)
    return this
  }

  /** A device is linked; the server tells every account's companions. */
  addDevice(device: number): void {
    this.devices = [...this.devices, device]
    this.tellDevices('add', device)
  }

  /** A device is unlinked; the server tells every account's companions. */
  removeDevice(device: number): void {
    this.devices = this.devices.filter((known) => known !== device)
    this.tellDevices('remove', device)
  }

  /* By number, with the LID beside it (whatsmeow notification.go, handleDeviceNotification, read 29 November 2026). */
  private tellDevices(change: 'add' | 'remove', device: number): void {
    const list = (addressing: Addressing) => this.devices.map((known) => this.jid(addressing, known))
    const lid = this.lid === undefined ? {} : { lid: this.jid('lid') }
    const deviceLid = this.lid === undefined ? {} : { lid: this.jid('lid', device) }
    const changed = stanza(
      change,
      {
        device_hash: participantHash(list('pn')),
        ...(this.lid !== undefined && { device_lid_hash: participantHash(list('lid')) }),
      },
      [
        stanza('device', { jid: this.jid('pn', device), ...deviceLid, 'key-index': String(device) }),
        stanza('key-index-list', { ts: nowSeconds() }),
      ],
    )
    for (const companion of this.network.accounts.flatMap(({ linked }) => [...linked.values()]))
      companion.deliver(
        stanza(
          'notification',
          { from: this.jid('pn'), ...lid, id: randomId('', 8), type: 'devices', t: nowSeconds() },
          [changed],
        ),
      )
  }

  /** From now on the server gives this LID. */
  learnLid(lid: string): void {
    this.network.learnLid(this, lid)
  }

  /** Sends any message. Resolves with its id when the server has queued it for every linked device. */
  async send(account: Account, message: proto.IMessage, options: SendOptions = {}): Promise<string> {
    const waId = options.id ?? randomId('AC', 15)
    this.sent.set(waId, message)
    const envelope: Envelope = {
      waId,
      message,
      addressing: options.addressing ?? this.addressing,
      ...(options.device && { device: options.device }),
      ...(this.name && { notify: this.name }),
      ...(options.attrs && { attrs: options.attrs }),
    }
    const attrs = senderAttrs(this, envelope.addressing, options.device)
    const devices = [...account.linked.values()]
    if (options.unavailable === undefined)
      await Promise.all(devices.map((device) => deliverTo(device, this, envelope, attrs)))
    else {
      account.memory.keep(this.asKept(envelope))
      const nothing = stanza('unavailable', { type: options.unavailable || undefined })
      for (const device of devices) device.deliver(messageStanza(envelope, attrs, [nothing]))
    }
    return waId
  }

  text(account: Account, body: string, options: SendOptions & { quoted?: Quoted } = {}): Promise<string> {
    const { quoted } = options
    if (!quoted) return this.send(account, { conversation: body }, options)
    const author = quoted.fromMe ? this : account
    return this.send(
      account,
      {
        extendedTextMessage: {
          text: body,
          contextInfo: {
            stanzaId: quoted.id,
            participant: author.jid(options.addressing ?? this.addressing),
            quotedMessage: { conversation: quoted.text ?? '' },
          },
        },
      },
      options,
    )
  }

  async media(
    account: Account,
    kind: MediaKind,
    bytes: Buffer,
    options: MediaOptions & SendOptions = {},
  ): Promise<string> {
    return this.send(account, encryptMedia(this.network.media, kind, bytes, options), options)
  }

  /** The bytes of a received file, from the media host. @throws when they do not match the message's hashes. */
  openMedia(message: proto.IMessage): Buffer {
    return openMedia(this.network.media, message)
  }

  edit(account: Account, id: string, body: string, options: SendOptions = {}): Promise<string> {
    return this.send(
      account,
      {
        protocolMessage: {
          key: this.buildKey(account, id, true),
          type: proto.Message.ProtocolMessage.Type.MESSAGE_EDIT,
          editedMessage: { conversation: body },
          timestampMs: Date.now(),
        },
      },
      { ...options, attrs: { edit: '1', ...options.attrs } },
    )
  }

  revoke(account: Account, id: string, options: SendOptions = {}): Promise<string> {
    return this.send(
      account,
      {
        protocolMessage: {
          key: this.buildKey(account, id, true),
          type: proto.Message.ProtocolMessage.Type.REVOKE,
        },
      },
      { ...options, attrs: { edit: '7', ...options.attrs } },
    )
  }

  /** @param target `fromMe` from the contact's side: true for its own message. */
  react(
    account: Account,
    target: { id: string; fromMe?: boolean },
    emoji: string,
    options: SendOptions = {},
  ): Promise<string> {
    const key = this.buildKey(account, target.id, target.fromMe ?? false)
    return this.send(
      account,
      { reactionMessage: { key, text: emoji, senderTimestampMs: Date.now() } },
      options,
    )
  }

  /** Offers a call and answers its id; every linked device gets the stanza until it acks. */
  call(account: Account, options: { id?: string; video?: boolean } = {}): string {
    const callId = options.id ?? randomId('', 16)
    this.callStanza(account, 'offer', callId, [stanza(options.video ? 'video' : 'audio')])
    return callId
  }

  hangUp(account: Account, callId: string, reason?: 'timeout'): void {
    this.callStanza(account, 'terminate', callId, [], reason)
  }

  /** Receipts for messages of the client. */
  receipt(
    account: Account,
    ids: readonly string[],
    kind: 'delivery' | 'read' | 'played',
    addressing: Addressing = this.addressing,
  ): void {
    const [first, ...more] = ids
    if (first === undefined) return
    const items = more.map((id) => stanza('item', { id }))
    const attrs = {
      id: first,
      from: this.jid(addressing),
      type: kind === 'delivery' ? undefined : kind,
      t: nowSeconds(),
    }
    for (const device of account.linked.values())
      device.deliver(stanza('receipt', attrs, items.length > 0 ? [stanza('list', {}, items)] : undefined))
  }

  /**
   * Sends a retry receipt: the phone could not decrypt the message.
   * `keys: true`: with new keys, as from a reinstalled phone.
   */
  async requestRetry(
    account: Account,
    id: string,
    options: { count?: number; keys?: boolean; addressing?: Addressing } = {},
  ): Promise<void> {
    for (const device of account.linked.values())
      await askAgain(this.phone(), device, {
        waId: id,
        from: this.jid(options.addressing ?? this.addressing),
        count: options.count ?? 1,
        hasKeys: options.keys ?? false,
      })
  }

  typing(account: Account, isTyping = true): void {
    for (const device of account.linked.values())
      if (device.isOnline)
        device.connection?.send(
          stanza('chatstate', { from: this.jid(this.addressing) }, [
            stanza(isTyping ? 'composing' : 'paused'),
          ]),
        )
  }

  /** Deletes every session with the account, as a restored backup may do. */
  async forgetSessions(account: Account): Promise<void> {
    for (const device of account.linked.values())
      await this.phone().work.run(() => this.phone().forgetSession(device))
  }

  /** A new phone with the same number; the server notifies these accounts of the new identity. */
  changePhone(...accounts: Account[]): void {
    this.reinstall()
    const attrs = { from: this.jid(this.addressing), type: 'encrypt', t: nowSeconds() }
    for (const device of accounts.flatMap((account) => [...account.linked.values()]))
      device.deliver(stanza('notification', { ...attrs, id: randomId('', 8) }, [stanza('identity')]))
  }

  /** Gives the account a trusted-contact token. */
  trust(account: Account, token: Buffer): void {
    this.network.privacyTokens.give(this, account, token)
  }

  /** The contact gives its token to any account that gives it one. */
  trustInReturn(token: Buffer): void {
    this.network.privacyTokens.willReturn(this, token)
  }

  /** The message as the owner's phone stores it, with the chat's number whatever the addressing. */
  private asKept({ waId, message }: Envelope): proto.IWebMessageInfo {
    return {
      key: { remoteJid: this.jid('pn'), fromMe: false, id: waId },
      message,
      messageTimestamp: Math.floor(Date.now() / 1_000),
      pushName: this.name,
    }
  }

  private buildKey(account: Account, id: string, fromMe: boolean): proto.IMessageKey {
    return { remoteJid: account.jid(this.addressing), fromMe, id }
  }

  private callStanza(
    account: Account,
    tag: string,
    callId: string,
    content: ReturnType<typeof stanza>[],
    reason?: string,
  ): void {
    const from = this.jid(this.addressing)
    const offer = stanza(
      tag,
      { 'call-id': callId, 'call-creator': from, caller_pn: this.jid('pn'), reason },
      content,
    )
    for (const device of account.linked.values())
      device.deliver(
        stanza('call', { from, id: randomId('', 8), t: nowSeconds(), notify: this.name || undefined }, [
          offer,
        ]),
      )
  }
}
