import type { proto, WAMessageKey } from '@whiskeysockets/baileys'

import type { SignalVault } from '../../../features/signal-vault/signal-vault.port'
import type { SessionRequest } from '../../../features/whatsapp-driver'
import { baileysSignals } from './baileys-signals'
import {
  addLinkPreview,
  buildOutboundContent,
  type Author,
  type ResolvedMessage,
} from './content/outbound-content'
import { uploadMedia, type UploadContext } from './content/upload-media'
import type { LidMappings } from './lid-mappings'
import type { BaileysModule } from './load-baileys'

/**
 * Vault key type of the protobufs of messages that were sent or may have been, by WhatsApp id: for retries of ours
 * and for retry receipts. Each is wrapped in a `deviceSentMessage`, which names its chat.
 */
const SENT_MESSAGE = 'sent-message'

export interface SentMessagesDeps {
  baileys: BaileysModule
  vault: SignalVault
  lidMappings: Pick<LidMappings, 'findAlternative'>
  request: Pick<SessionRequest, 'companyId' | 'connectionId'>
  uploadContext(): UploadContext
  buildAuthor(): Author
}

/** The protobufs of our messages, each built and stored once: retries of ours and of phones send the same one. */
export class SentMessages {
  /** Messages that are being built, by WhatsApp id: parallel tries send the same protobuf. */
  private readonly building = new Map<string, Promise<proto.IMessage>>()

  constructor(private readonly deps: SentMessagesDeps) {}

  findOrBuild(message: ResolvedMessage): Promise<proto.IMessage> {
    const { waId } = message
    const content =
      this.building.get(waId) ?? this.findOrStore(message).finally(() => this.building.delete(waId))
    this.building.set(waId, content)
    return content
  }

  private async findOrStore(message: ResolvedMessage): Promise<proto.IMessage> {
    const kept = await this.findSent(message.waId)
    return kept?.message ?? this.buildAndStore(message)
  }

  /* Uploaded and built once: retries of ours and of phones send the same protobuf. */
  private async buildAndStore(message: ResolvedMessage): Promise<proto.IMessage> {
    const uploaded = message.media && (await uploadMedia(message, message.media, this.deps.uploadContext()))
    const { message: built } = buildOutboundContent(message, uploaded, this.deps.buildAuthor())
    const content = built.extendedTextMessage ? addLinkPreview(built, await message.linkPreview?.()) : built
    const deviceSentMessage = { destinationJid: message.jid, message: content }
    const value = this.deps.baileys.proto.Message.encode({ deviceSentMessage }).finish()
    await this.deps.vault.write({ keys: [{ type: SENT_MESSAGE, id: message.waId, value }] })
    return content
  }

  /**
   * The message for a retry receipt. Undefined unless it was sent to that chat: another contact that has a message's
   * id must not receive its content.
   */
  async findForRetry({ remoteJid, id }: WAMessageKey): Promise<proto.IMessage | undefined> {
    const kept = id ? await this.findSent(id) : undefined
    if (!kept || !remoteJid) return undefined
    const asking = await this.listAddresses(remoteJid)
    const isTheirs = (await this.listAddresses(kept.chat)).some((name) => asking.includes(name))
    if (!isTheirs) baileysSignals.resendRefused(this.deps.request)
    return isTheirs ? kept.message : undefined
  }

  /** The stored message of this id, and its chat. */
  private async findSent(waId: string): Promise<{ chat: string; message: proto.IMessage } | undefined> {
    const stored = (await this.deps.vault.findKeys(SENT_MESSAGE, [waId])).get(waId)
    const { deviceSentMessage } = stored ? this.deps.baileys.proto.Message.decode(stored) : {}
    const { destinationJid, message } = deviceSentMessage ?? {}
    return message ? { chat: destinationJid ?? '', message } : undefined
  }

  private async listAddresses(jid: string): Promise<string[]> {
    const names = [jid, await this.deps.lidMappings.findAlternative(jid)].map((name) =>
      this.deps.baileys.jidNormalizedUser(name),
    )
    return names.filter(Boolean)
  }
}
