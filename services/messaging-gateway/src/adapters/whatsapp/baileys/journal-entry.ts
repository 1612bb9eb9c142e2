import { createHash } from 'node:crypto'

import type { BinaryNode } from '@whiskeysockets/baileys'

import type { PlaceholderKind } from './placeholders'

/** A decrypted message with the envelope it came in: all that is needed to record it, now or after a crash. */
export interface JournalEntry {
  hash: string
  /** Attributes of the `message` stanza: id, from, participant, t, notify, the twins of addresses… */
  envelope: Record<string, string>
  /** The message's protobuf, without padding. */
  plaintext: Uint8Array
  /** It came without a ciphertext: `plaintext` is empty. */
  placeholder?: PlaceholderKind | undefined
}

/** How a redelivered ciphertext is known: by who sent it, how it was wrapped, and its bytes. */
export const hashOf = (sender: string, type: string, ciphertext: Uint8Array): string =>
  createHash('sha256').update(`${sender}\n${type}\n`).update(ciphertext).digest('hex')

export const encodeEntry = ({ envelope, plaintext, placeholder }: Omit<JournalEntry, 'hash'>): Uint8Array =>
  Buffer.from(JSON.stringify({ envelope, plaintext: Buffer.from(plaintext).toString('base64'), placeholder }))

export function decodeEntry(hash: string, content: Uint8Array): JournalEntry {
  const stored = JSON.parse(Buffer.from(content).toString()) as {
    envelope: Record<string, string>
    plaintext: string
    placeholder?: PlaceholderKind
  }
  const { envelope, placeholder } = stored
  return { hash, envelope, plaintext: Buffer.from(stored.plaintext, 'base64'), placeholder }
}

/**
 * Remembers which stanza a ciphertext came in. The library hands its decrypter only the ciphertext, but the very object
 * that is in the stanza.
 */
export class Envelopes {
  private readonly byCiphertext = new WeakMap<Uint8Array, BinaryNode>()

  remember(stanza: BinaryNode): void {
    if (!Array.isArray(stanza.content)) return
    for (const { tag, content } of stanza.content)
      if (tag === 'enc' && content instanceof Uint8Array) this.byCiphertext.set(content, stanza)
  }

  /** Its sender says that nobody misses it when it cannot be decrypted: an emoji, an edit (whatsmeow types/events/events.go DecryptFailMode). */
  isHidden(ciphertext: Uint8Array): boolean {
    const { content } = this.byCiphertext.get(ciphertext) ?? {}
    const enc = Array.isArray(content) && content.find((child) => child.content === ciphertext)
    return enc ? enc.attrs['decrypt-fail'] === 'hide' : false
  }

  of(ciphertext: Uint8Array): Record<string, string> | undefined {
    return this.byCiphertext.get(ciphertext)?.attrs
  }
}
