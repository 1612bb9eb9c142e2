import { randomBytes } from 'node:crypto'

import { LRUCache } from 'lru-cache'

import type { proto } from '@whiskeysockets/baileys'

import { AppError } from '@balcao/kernel'

import type { SignalVault } from '../../../features/signal-vault/signal-vault.port'
import type {
  NumberCheck,
  OutboundEdit,
  OutboundMessage,
  OutboundReaction,
  OutboundRevoke,
} from '../../../features/whatsapp-driver/whatsapp-driver.port'
import {
  editContent,
  outboundContent,
  reactionContent,
  revokeContent,
  type Author,
  type OutboundContent,
} from './content/outbound-content'
import { uploadMedia, type UploadDoor } from './content/upload-media'
import type { Line } from './line'
import type { BaileysModule } from './load-baileys'
import { numberOf } from './people'

export interface OutboundDeps {
  baileys: BaileysModule
  vault: SignalVault
  line(): Line
  door(): UploadDoor
}

/** Protobufs of messages that left or may have left, by wa id: for retries, ours and those that phones ask for. */
export const SENT = 'sent-message'

const CHECKED = 2_000

const SECRET_BYTES = 32

/** Everything that goes out over a line. Frames leave under the id that the gateway chose. */
export class Outbound {
  private readonly checked = new LRUCache<string, string>({ max: CHECKED })

  constructor(private readonly deps: OutboundDeps) {}

  async send(message: OutboundMessage): Promise<void> {
    this.assertOpen()
    const remoteJid = await this.canonical(message.remoteJid)
    const kept = await this.sent(message.waId)
    const content = kept ?? (await this.keep({ ...message, remoteJid }))
    await this.relay(remoteJid, { message: content, additionalAttributes: {} }, message.waId)
  }

  async revoke(revoke: OutboundRevoke): Promise<void> {
    const remoteJid = await this.canonical(revoke.remoteJid)
    await this.relay(remoteJid, revokeContent({ ...revoke, remoteJid }, this.author()), revoke.waId)
  }

  async edit(edit: OutboundEdit): Promise<void> {
    const remoteJid = await this.canonical(edit.remoteJid)
    await this.relay(remoteJid, editContent({ ...edit, remoteJid }, this.author()), edit.waId)
  }

  async react(reaction: OutboundReaction): Promise<void> {
    const remoteJid = await this.canonical(reaction.target.remoteJid)
    const target = { ...reaction.target, remoteJid }
    await this.relay(remoteJid, reactionContent({ ...reaction, target }, this.author()), reaction.waId)
  }

  /** What left under this id, or undefined. */
  async sent(waId: string): Promise<proto.IMessage | undefined> {
    const stored = (await this.deps.vault.keys(SENT, [waId])).get(waId)
    return stored && this.deps.baileys.proto.Message.decode(stored)
  }

  async checkNumber(number: string): Promise<NumberCheck> {
    this.assertOpen()
    try {
      const found = await this.sock.onWhatsApp(`${number}@s.whatsapp.net`)
      if (!found) throw new AppError('ERR_WAPP_CHECK_CONTACT', { detail: 'no answer' })
      const [known] = found
      return { exists: known?.exists === true, number: numberOf(known?.jid) || number }
    } catch (error) {
      if (error instanceof AppError) throw error
      throw new AppError('ERR_WAPP_CHECK_CONTACT', { cause: error })
    }
  }

  assertOpen(): void {
    if (!this.deps.line().isOpen) throw new AppError('ERR_WAPP_NOT_INITIALIZED')
  }

  private get sock() {
    return this.deps.line().sock
  }

  /* Uploaded and built once: a retry of ours, or of a phone, sends the very same. */
  private async keep(message: OutboundMessage): Promise<proto.IMessage> {
    const uploaded = message.media && (await uploadMedia(message, message.media, this.deps.door()))
    const { message: content } = outboundContent(message, uploaded, this.author())
    const value = this.deps.baileys.proto.Message.encode(content).finish()
    await this.deps.vault.write({ keys: [{ type: SENT, id: message.waId, value }] })
    return content
  }

  private author(): Author {
    const { id, lid } = this.deps.line().me
    const { jidNormalizedUser } = this.deps.baileys
    const own = { pn: jidNormalizedUser(id), lid: jidNormalizedUser(lid) }
    return { own, messageSecret: randomBytes(SECRET_BYTES), now: new Date() }
  }

  /* Never an answer: whether the frame arrived, only the server's ack tells. */
  private async relay(jid: string, content: OutboundContent, waId: string): Promise<void> {
    this.assertOpen()
    const { message, additionalAttributes } = content
    await this.sock.relayMessage(jid, message, { messageId: waId, additionalAttributes })
  }

  /**
   * A number as the server writes it: one without or with a ninth digit too many would be encrypted for nobody. Asked once
   * per chat and session.
   */
  private async canonical(remoteJid: string): Promise<string> {
    const number = numberOf(remoteJid)
    if (!number) return remoteJid
    const known = this.checked.get(number)
    if (known) return known
    const check = await this.checkNumber(number)
    if (!check.exists) throw new AppError('ERR_WAPP_INVALID_CONTACT')
    const jid = `${check.number}@s.whatsapp.net`
    this.checked.set(number, jid)
    return jid
  }
}
