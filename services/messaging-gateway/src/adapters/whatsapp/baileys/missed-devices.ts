import { LRUCache } from 'lru-cache'

import type { proto } from '@whiskeysockets/baileys'

import type { ChatDevices } from './chat-devices'
import { hashDevices } from './participant-hash'

/** A message that is being sent to a chat. */
export interface OutgoingMessage {
  waId: string
  chat: string
  message: proto.IMessage
}

export interface MissedDevicesDeps {
  /** The devices of the current socket. */
  devices(): Pick<ChatDevices, 'list' | 'refresh' | 'sendTo'>
  failed(error: unknown): void
}

interface Sent extends OutgoingMessage {
  devices: ReturnType<ChatDevices['list']>
}

const MAX_SENT = 1_000
const MAX_CHATS = 5_000

/**
 * Sends a message again to devices that it was not encrypted for, because they were linked without a notification
 * reaching us. The server's ack has a hash of the devices that it knows (`phash`); where it differs from ours,
 * members and devices are queried again and the missed devices get the message, as in WhatsApp Web
 * (WAWebSendGroupSkmsgJob and WAWebResendGroupMsg, as oxidezap/whatsapp-rust #1328 read them, 2026-08-19; #1461,
 * 2026-09-07). Once for each hash of a chat: if WhatsApp changes its hash function, that costs one query per chat.
 */
export class MissedDevices {
  private readonly sent = new LRUCache<string, Sent>({ max: MAX_SENT })
  private readonly compared = new LRUCache<string, string>({ max: MAX_CHATS })

  constructor(private readonly deps: MissedDevicesDeps) {}

  /** @param relayed resolves when the devices are known and the message has been written to the socket. */
  track(leaving: OutgoingMessage, relayed: Promise<unknown>): void {
    const devices = relayed.then(() => this.deps.devices().list(leaving.chat))
    // Without a list nothing is compared; the caller of `relayMessage` gets the failure.
    devices.catch(() => this.sent.delete(leaving.waId))
    this.sent.set(leaving.waId, { ...leaving, devices })
  }

  /** The server accepted the message for the devices of this hash. */
  async onAck(waId: string, hash: string | undefined): Promise<void> {
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
