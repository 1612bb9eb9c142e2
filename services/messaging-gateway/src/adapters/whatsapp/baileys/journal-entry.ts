import { createHash } from 'node:crypto'

import type { BinaryNode } from '@whiskeysockets/baileys'

import type { PlaceholderKind } from './placeholders'

/** A decrypted message with its envelope: all that is needed to record it, now or after a crash. */
export interface JournalEntry {
  hash: string
  /** Attributes of the `message` stanza: id, from, participant, t, notify, alternative addresses… */
  envelope: Record<string, string>
  /** The message's protobuf, without padding. */
  plaintext: Uint8Array
  /** Set when the stanza had no ciphertext: `plaintext` is empty. */
  placeholder?: PlaceholderKind | undefined
}

/** Identifies a redelivered ciphertext: SHA-256 of sender, encryption type and bytes. */
export const hashCiphertext = (sender: string, type: string, ciphertext: Uint8Array): string =>
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
 * Maps a ciphertext to its stanza. The library passes only the ciphertext to the decrypter, but as the same object
 * that is in the stanza.
 */
export class Envelopes {
  private readonly byCiphertext = new WeakMap<Uint8Array, BinaryNode>()

  remember(stanza: BinaryNode): void {
    if (!Array.isArray(stanza.content)) return
    for (const { tag, content } of stanza.content)
      if (tag === 'enc' && content instanceof Uint8Array) this.byCiphertext.set(content, stanza)
  }

  /**
   * The sender marked the message as one whose failed decryption is not shown: a
   * reaction, an edit (whatsmeow types/events/events.go DecryptFailMode).
   */
  isHidden(ciphertext: Uint8Array): boolean {
    const { content } = this.byCiphertext.get(ciphertext) ?? {}
    const enc = Array.isArray(content) && content.find((child) => child.content === ciphertext)
    return enc ? enc.attrs['decrypt-fail'] === 'hide' : false
  }

  find(ciphertext: Uint8Array): Record<string, string> | undefined {
    return this.byCiphertext.get(ciphertext)?.attrs
  }
}
