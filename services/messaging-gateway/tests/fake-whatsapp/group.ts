import type { proto } from '@whiskeysockets/baileys'

import type { Account } from './account'
import type { Contact, SendOptions } from './contact'
import { buildEnc, messageStanza, participantAttrs, type Envelope } from './envelopes'
import type { Addressing } from './jids'
import type { LinkedDevice } from './linked-device'
import type { Network } from './network'
import { nowSeconds, randomId, stanza } from './stanza'

export interface GroupOptions {
  subject: string
  participants: readonly (Contact | Account)[]
  admins?: readonly (Contact | Account)[]
  addressing?: Addressing
}

/** A group chat. Messages are encrypted with each member's own sender key, in both directions. */
export class Group {
  subject: string
  /** URL of its picture; undefined: none. */
  pictureUrl: string | undefined
  readonly participants: Set<Contact | Account>
  readonly admins: Set<Contact | Account>
  readonly addressing: Addressing
  readonly createdAt = nowSeconds()
  /** Pairs of a sender and a device that has received its sender key. */
  private readonly keyHolders = new Set<string>()

  constructor(
    private readonly network: Network,
    readonly jid: string,
    options: GroupOptions,
  ) {
    this.subject = options.subject
    this.participants = new Set(options.participants)
    this.admins = new Set(options.admins ?? options.participants.slice(0, 1))
    this.addressing = options.addressing ?? 'lid'
  }

  text(from: Contact | Account, body: string, options: SendOptions = {}): Promise<string> {
    return this.send(from, { conversation: body }, options)
  }

  /**
   * Sends a message from a member's phone; an account's own companions receive it too. Resolves with the id when the
   * server has queued it for every member's linked devices.
   */
  async send(from: Contact | Account, message: proto.IMessage, options: SendOptions = {}): Promise<string> {
    const waId = options.id ?? randomId('AC', 15)
    from.sent.set(waId, message)
    const envelope: Envelope = {
      waId,
      message,
      addressing: this.addressing,
      ...('name' in from && from.name && { notify: from.name }),
      ...(options.attrs && { attrs: options.attrs }),
    }
    const phone = from.phone()
    await phone.work.run(async () => {
      const sealed = await phone.encryptGroup(this.jid, from.jid(this.addressing), message)
      for (const device of [...this.participants].flatMap(listDevices))
        await this.deliver(from, device, envelope, sealed)
    })
    return waId
  }

  /** Adds a person and notifies all members' linked devices. */
  add(person: Contact | Account): void {
    this.participants.add(person)
    this.announce('add', person)
  }

  /** Removes a person and notifies all members' linked devices. */
  remove(person: Contact | Account): void {
    this.announce('remove', person)
    this.participants.delete(person)
    this.keyHolders.clear()
  }

  rename(subject: string): void {
    this.subject = subject
    this.notify(stanza('subject', { subject, s_t: nowSeconds() }))
  }

  private announce(change: 'add' | 'remove', person: Contact | Account): void {
    const jid = person.jid(this.addressing)
    this.notify(stanza(change, {}, [stanza('participant', { jid, phone_number: person.jid('pn') })]))
  }

  private notify(change: ReturnType<typeof stanza>): void {
    const [admin] = [...this.admins]
    const attrs = {
      from: this.jid,
      type: 'w:gp2',
      t: nowSeconds(),
      ...(admin && participantAttrs(admin, this.addressing)),
    }
    for (const member of this.participants)
      for (const device of this.network.find(member.jid('pn')) === member ? listDevices(member) : [])
        device.deliver(stanza('notification', { ...attrs, id: randomId('', 8) }, [change]))
  }

  private async deliver(
    from: Contact | Account,
    device: LinkedDevice,
    envelope: Envelope,
    sealed: { ciphertext: Uint8Array; senderKeyDistributionMessage: Uint8Array },
  ): Promise<void> {
    const holder = `${from.number} ${device.lidJid}`
    const encs = [buildEnc({ type: 'skmsg', ciphertext: sealed.ciphertext }, envelope)]
    if (!this.keyHolders.has(holder)) {
      this.keyHolders.add(holder)
      const key = {
        senderKeyDistributionMessage: {
          groupId: this.jid,
          axolotlSenderKeyDistributionMessage: sealed.senderKeyDistributionMessage,
        },
      }
      encs.unshift(buildEnc(await from.phone().encrypt(device, key), envelope))
    }
    const attrs = { from: this.jid, ...participantAttrs(from, this.addressing) }
    device.deliver(messageStanza(envelope, attrs, encs))
  }
}

const listDevices = (person: Contact | Account): LinkedDevice[] =>
  'linked' in person ? [...person.linked.values()] : []
