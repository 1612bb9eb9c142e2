import type { proto } from '@whiskeysockets/baileys'

import { readText } from './content'

export interface ReceivedMessage {
  waId: string
  /** The linked device that sent it. */
  from: string
  /** The chat as the client addressed it. */
  chat: string
  message: proto.IMessage
}

/** A ciphertext as it arrived at a phone. */
export interface Sighting {
  waId: string
  /** Device number: 0 is the phone, 1 its second device. */
  phone: number
  outcome: 'decrypted' | 'repeated' | 'undecryptable'
  error: string | undefined
}

/** Messages that a person received from one account: each id once, as a real phone shows it. */
export class Inbox {
  readonly messages: ReceivedMessage[] = []
  readonly sightings: Sighting[] = []
  private readonly byId = new Map<string, ReceivedMessage>()

  /** False when the id was added before. */
  add(message: ReceivedMessage): boolean {
    if (this.byId.has(message.waId)) return false
    this.byId.set(message.waId, message)
    this.messages.push(message)
    return true
  }

  find(waId: string): ReceivedMessage | undefined {
    return this.byId.get(waId)
  }

  texts(): string[] {
    return this.messages.map((received) => readText(received.message)).filter((text) => text !== undefined)
  }
}
