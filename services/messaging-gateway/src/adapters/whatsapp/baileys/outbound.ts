import { randomBytes } from 'node:crypto'

import { LRUCache } from 'lru-cache'

import type { proto, WAMessageKey } from '@whiskeysockets/baileys'

import { AppError } from '@balcao/kernel'

import type { SignalVault } from '../../../features/signal-vault/signal-vault.port'
import type {
  NumberCheck,
  OutboundEdit,
  OutboundMessage,
  OutboundReaction,
  OutboundRevoke,
} from '../../../features/whatsapp-driver/whatsapp-driver.port'
import type { AddressTwins } from './address-twins'
import { baileysSignals } from './baileys-signals'
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
  twins: Pick<AddressTwins, 'of'>
  request: { companyId: number; connectionId: number }
}

/**
 * Protobufs of messages that left or may have left, by wa id: for retries, ours and those that phones ask for. Each in the
 * protocol's own wrapping that names its chat.
 */
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
    const content = kept?.message ?? (await this.keep({ ...message, remoteJid }))
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

  /**
   * What a phone asks for once more. Undefined unless it left for that very chat: whoever else knows the id of a message
   * must not have it.
   */
  async resendable({ remoteJid, id }: WAMessageKey): Promise<proto.IMessage | undefined> {
    const kept = id ? await this.sent(id) : undefined
    if (!kept || !remoteJid) return undefined
    const asking = await this.namesOf(remoteJid)
    const isTheirs = (await this.namesOf(kept.chat)).some((name) => asking.includes(name))
    if (!isTheirs) baileysSignals.resendRefused(this.deps.request)
    return isTheirs ? kept.message : undefined
  }

  /** What left under this id, and for whom. */
  private async sent(waId: string): Promise<{ chat: string; message: proto.IMessage } | undefined> {
    const stored = (await this.deps.vault.keys(SENT, [waId])).get(waId)
    const { deviceSentMessage } = stored ? this.deps.baileys.proto.Message.decode(stored) : {}
    const { destinationJid, message } = deviceSentMessage ?? {}
    return message ? { chat: destinationJid ?? '', message } : undefined
  }

  private async namesOf(jid: string): Promise<string[]> {
    const names = [jid, await this.deps.twins.of(jid)].map((name) =>
      this.deps.baileys.jidNormalizedUser(name),
    )
    return names.filter(Boolean)
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
    const deviceSentMessage = { destinationJid: message.remoteJid, message: content }
    const value = this.deps.baileys.proto.Message.encode({ deviceSentMessage }).finish()
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
