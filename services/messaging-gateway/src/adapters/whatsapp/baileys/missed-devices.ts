import { LRUCache } from 'lru-cache'

import type { proto } from '@whiskeysockets/baileys'

import type { ChatDevices } from './chat-devices'
import { hashDevices } from './participant-hash'

/** A message that is on its way to a chat. */
export interface Leaving {
  waId: string
  chat: string
  message: proto.IMessage
}

export interface MissedDeps {
  /** Of the line that is open. */
  devices(): Pick<ChatDevices, 'list' | 'refresh' | 'sendTo'>
  failed(error: unknown): void
}

interface Sent extends Leaving {
  devices: ReturnType<ChatDevices['list']>
}

const MOST_SENT = 1_000
const MOST_CHATS = 5_000

/**
 * Devices that a message was not encrypted for, because their owners added them without our hearing of it. The server's ack
 * names the devices that it knows (`phash`); where that is not the hash of ours, members and devices are asked for anew and
 * who was missed gets the message, as WhatsApp Web does it (WAWebSendGroupSkmsgJob and WAWebResendGroupMsg, as
 * oxidezap/whatsapp-rust #1328 read them, 2026-08-19; #1461, 2026-09-07). Once for each hash of a chat: should WhatsApp hash
 * otherwise one day, that costs one question a chat.
 */
export class MissedDevices {
  private readonly sent = new LRUCache<string, Sent>({ max: MOST_SENT })
  private readonly compared = new LRUCache<string, string>({ max: MOST_CHATS })

  constructor(private readonly deps: MissedDeps) {}

  /** @param relayed resolves when the devices are known and the message is on the wire. */
  note(leaving: Leaving, relayed: Promise<unknown>): void {
    const devices = relayed.then(() => this.deps.devices().list(leaving.chat))
    // Without a list there is nothing to compare; whoever relays hears of a failure.
    devices.catch(() => this.sent.delete(leaving.waId))
    this.sent.set(leaving.waId, { ...leaving, devices })
  }

  /** The server took the message for the devices of this hash. */
  async acked(waId: string, hash: string | undefined): Promise<void> {
    const sent = this.sent.get(waId)
    this.sent.delete(waId)
    if (!sent || !hash) return
    try {
      await this.compare(sent, hash)
    } catch (error) {
      this.deps.failed(error)
    }
  }

  private async compare({ devices, ...leaving }: Sent, hash: string): Promise<void> {
    const { others, own } = await devices
    const isKnown = hash === hashDevices([...others, own]) || this.compared.get(leaving.chat) === hash
    this.compared.set(leaving.chat, hash)
    if (isKnown) return
    await this.deps.devices().refresh(leaving.chat)
    const newest = await this.deps.devices().list(leaving.chat)
    const missed = newest.others.filter((device) => !others.includes(device))
    if (missed.length > 0) await this.deps.devices().sendTo(leaving, missed)
  }
}
