import { LRUCache } from 'lru-cache'

import type { MiscMessageGenerationOptions, proto } from '@whiskeysockets/baileys'

import { AppError } from '@balcao/kernel'

import type { SignalVault } from '../../../features/signal-vault'
import type {
  NumberCheck,
  OutboundEdit,
  OutboundMessage,
  OutboundReaction,
  OutboundRevoke,
} from '../../../features/whatsapp-driver'
import type { Line } from './line'
import type { BaileysModule } from './load-baileys'
import { isGroup, numberOf } from './people'

export interface OutboundDeps {
  baileys: BaileysModule
  vault: SignalVault
  line(): Line
  /** Uploads what has to be uploaded; the protobuf that results is kept, so a retry sends the very same. */
  build(message: OutboundMessage): Promise<proto.IMessage>
}

/** Protobufs of messages that left or may have left, by wa id: for retries, ours and those that phones ask for. */
export const SENT = 'sent-message'

const CHECKED = 2_000

type RelayOptions = Pick<MiscMessageGenerationOptions, 'messageId'> & {
  additionalAttributes?: Record<string, string>
}

/** Everything that goes out over a line. Frames leave under the id that the gateway chose. */
export class Outbound {
  private readonly checked = new LRUCache<string, string>({ max: CHECKED })

  constructor(private readonly deps: OutboundDeps) {}

  async send(message: OutboundMessage): Promise<void> {
    this.assertOpen()
    const jid = await this.canonical(message.remoteJid)
    const content = (await this.sent(message.waId)) ?? (await this.keep(message))
    await this.relay(jid, content, { messageId: message.waId })
  }

  async revoke({ waId, targetWaId, remoteJid, participant }: OutboundRevoke): Promise<void> {
    const { REVOKE } = this.deps.baileys.proto.Message.ProtocolMessage.Type
    const jid = await this.canonical(remoteJid)
    const key = { remoteJid: jid, fromMe: true, id: targetWaId, ...(participant ? { participant } : {}) }
    await this.relay(
      jid,
      { protocolMessage: { type: REVOKE, key } },
      { messageId: waId, additionalAttributes: { edit: '7' } },
    )
  }

  async edit({ waId, targetWaId, remoteJid, body }: OutboundEdit): Promise<void> {
    const { MESSAGE_EDIT } = this.deps.baileys.proto.Message.ProtocolMessage.Type
    const jid = await this.canonical(remoteJid)
    const protocolMessage = {
      type: MESSAGE_EDIT,
      key: { remoteJid: jid, fromMe: true, id: targetWaId },
      editedMessage: { extendedTextMessage: { text: body } },
      timestampMs: Date.now(),
    }
    await this.relay(jid, { protocolMessage }, { messageId: waId, additionalAttributes: { edit: '1' } })
  }

  async react({ waId, target, emoji }: OutboundReaction): Promise<void> {
    const jid = await this.canonical(target.remoteJid)
    const key = {
      remoteJid: jid,
      fromMe: target.fromMe,
      id: target.waId,
      ...(isGroup(jid) && target.participant ? { participant: target.participant } : {}),
    }
    const reactionMessage = { key, text: emoji, senderTimestampMs: Date.now() }
    await this.relay(jid, { reactionMessage }, { messageId: waId })
  }

  /** What left under this id, or undefined. */
  async sent(waId: string): Promise<proto.IMessage | undefined> {
    const stored = (await this.deps.vault.keys(SENT, [waId])).get(waId)
    return stored && this.deps.baileys.proto.Message.decode(stored)
  }

  async checkNumber(number: string): Promise<NumberCheck> {
    this.assertOpen()
    try {
      const [found] = (await this.sock.onWhatsApp(`${number}@s.whatsapp.net`)) ?? []
      if (!found) throw new AppError('ERR_WAPP_CHECK_CONTACT', { detail: 'no answer' })
      return { exists: found.exists, number: numberOf(found.jid) || number }
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

  private async keep(message: OutboundMessage): Promise<proto.IMessage> {
    const content = await this.deps.build(message)
    const value = this.deps.baileys.proto.Message.encode(content).finish()
    await this.deps.vault.write({ keys: [{ type: SENT, id: message.waId, value }] })
    return content
  }

  /* Never an answer: whether the frame left, only the server's ack tells. */
  private async relay(jid: string, content: proto.IMessage, options: RelayOptions): Promise<void> {
    this.assertOpen()
    await this.sock.relayMessage(jid, content, options)
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
