import { createHash } from 'node:crypto'

import type { proto } from '@whiskeysockets/baileys'

import { Inbox } from './inbox'
import { lidJid, numberJid, type Addressing } from './jids'
import { SignalPhone } from './signal-phone'

/** A number on the network, with its phone and possibly a second device of the fake. */
export class Person {
  /** Created at first use: most numbers are only looked up. */
  private readonly made: SignalPhone[] = []
  private readonly inboxes = new Map<string, Inbox>()
  /** The default addressing where both are possible. */
  addressing: Addressing = 'pn'
  /** With its LID the server sends no number. */
  hidesNumber = false
  /** Its messages, for answers to retry receipts. */
  readonly sent = new Map<string, proto.IMessage>()

  constructor(
    readonly number: string,
    public lid: string | undefined,
    /** Device numbers; 0 is the phone. */
    public devices: readonly number[] = [0],
  ) {}

  phone(device = 0): SignalPhone {
    const phone = this.made[device] ?? new SignalPhone()
    this.made[device] = phone
    return phone
  }

  /** A new phone with the same number: another identity, and no sessions. */
  reinstall(device = 0): void {
    this.made[device]?.close()
    this.made[device] = new SignalPhone()
  }

  /** Its JID; by number when it has no LID. */
  jid(addressing: Addressing, device = 0): string {
    return addressing === 'lid' && this.lid ? lidJid(this.lid, device) : numberJid(this.number, device)
  }

  /** Messages that it received from the account's linked devices. */
  inbox(account: { number: string }): Inbox {
    const inbox = this.inboxes.get(account.number) ?? new Inbox()
    this.inboxes.set(account.number, inbox)
    return inbox
  }

  /** Resolves when every ciphertext so far has been handled. */
  async idle(): Promise<void> {
    await Promise.all(this.made.map((phone) => phone?.work.idle()))
  }

  close(): void {
    for (const phone of this.made) phone?.close()
  }
}

/** A LID derived from the number, in a range of its own. */
export const inventedLid = (number: string): string =>
  `1${BigInt(`0x${createHash('sha256').update(number).digest('hex').slice(0, 11)}`)
    .toString()
    .padStart(14, '0')}`
