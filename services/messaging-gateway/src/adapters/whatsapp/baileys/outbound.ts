import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'

import type { BinaryNode, proto, WAMessageKey } from '@whiskeysockets/baileys'

import { AppError } from '@balcao/kernel'

import type { SignalVault } from '../../../features/signal-vault/signal-vault.port'
import type {
  NumberCheck,
  OutboundEdit,
  OutboundMessage,
  OutboundReaction,
  OutboundRevoke,
  SessionRequest,
} from '../../../features/whatsapp-driver'
import type { LidMappings } from './lid-mappings'
import { Addressing, type StanzaAddress } from './addressing'
import { baileysSignals } from './baileys-signals'
import { ChatDevices } from './chat-devices'
import { ContactTokens } from './contact-tokens'
import {
  addLinkPreview,
  buildEdit,
  buildOutboundContent,
  buildReaction,
  buildRevoke,
  type Author,
  type OutboundContent,
} from './content/outbound-content'
import { uploadMedia, type UploadContext } from './content/upload-media'
import type { ClientTokens } from './client-tokens'
import type { Groups } from './groups'
import type { BaileysSocket } from './baileys-socket'
import type { BaileysModule } from './load-baileys'
import { MissedDevices } from './missed-devices'
import { lookUpNumber } from './number-lookup'
import { beginNumberSessions } from './number-sessions'
import { parseLid, parseNumber } from './jids'
import type { BaileysSettings } from './settings'

export interface OutboundDeps {
  baileys: BaileysModule
  vault: SignalVault
  socket(): BaileysSocket
  uploadContext(): UploadContext
  lidMappings: LidMappings
  groups: Groups
  clientTokens: ClientTokens
  request: Pick<SessionRequest, 'companyId' | 'connectionId' | 'numbers'>
  settings: BaileysSettings
}

/**
 * Vault key type of the protobufs of messages that were sent or may have been, by WhatsApp id: for retries of ours
 * and for retry receipts. Each is wrapped in a `deviceSentMessage`, which names its chat.
 */
export const SENT_MESSAGE = 'sent-message'

const SECRET_BYTES = 32

/** Sends everything that leaves over a socket, under the message ids that the gateway chose. */
export class Outbound {
  private readonly addressing: Addressing
  private readonly tokens: ContactTokens
  private readonly missedDevices: MissedDevices
  /** Messages that are being built, by WhatsApp id: parallel tries send the same protobuf. */
  private readonly building = new Map<string, Promise<proto.IMessage>>()

  constructor(private readonly deps: OutboundDeps) {
    const { socket, request, settings } = deps
    const hasSession = async (jid: string) => {
      const { exists } = await this.sock.signalRepository.validateSession(jid)
      return exists
    }
    this.addressing = new Addressing({
      lidMappings: deps.lidMappings,
      numbers: request.numbers,
      queryNumber: (number) => this.checkNumber(number),
      hasSession,
    })
    this.tokens = new ContactTokens({
      findStored: (jid) => socket().findStoredToken(jid),
      waitMs: settings.times.token,
      isOver: () => !socket().isOpen,
    })
    this.missedDevices = new MissedDevices({
      devices: () => this.chatDevices(),
      failed: (error) => baileysSignals.missedDevices(request, error),
    })
  }

  async send(message: OutboundMessage): Promise<void> {
    const to = await this.resolveAddress(message.remoteJid)
    const content = await this.findOrBuildOnce({ ...message, remoteJid: to.jid })
    if (message.typingMs > 0) await this.showTyping(to.jid, message.typingMs)
    await this.relay(to, { message: content, additionalAttributes: {} }, message.waId)
  }

  async revoke(revoke: OutboundRevoke): Promise<void> {
    const to = await this.resolveAddress(revoke.remoteJid)
    await this.relay(to, buildRevoke({ ...revoke, remoteJid: to.jid }, this.buildAuthor()), revoke.waId)
  }

  async edit(edit: OutboundEdit): Promise<void> {
    const to = await this.resolveAddress(edit.remoteJid)
    await this.relay(to, buildEdit({ ...edit, remoteJid: to.jid }, this.buildAuthor()), edit.waId)
  }

  async react(reaction: OutboundReaction): Promise<void> {
    const to = await this.resolveAddress(reaction.target.remoteJid)
    const target = { ...reaction.target, remoteJid: to.jid }
    await this.relay(to, buildReaction({ ...reaction, target }, this.buildAuthor()), reaction.waId)
  }

  async typing(remoteJid: string, isTyping: boolean): Promise<void> {
    this.assertOpen()
    const { jid } = await this.addressing.resolveStored(remoteJid)
    await this.sock.sendPresenceUpdate(isTyping ? 'composing' : 'paused', jid)
  }

  /* The message ends the typing state at the recipient's. A failure does not delay the message. */
  private async showTyping(jid: string, ms: number): Promise<void> {
    try {
      await this.sock.sendPresenceUpdate('composing', jid)
    } catch (error) {
      return baileysSignals.presenceNotShown(this.deps.request, error)
    }
    await pause(ms)
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

  async checkNumber(number: string): Promise<NumberCheck> {
    this.assertOpen()
    try {
      return await lookUpNumber(this.deps.baileys, this.sock, number)
    } catch (error) {
      if (error instanceof AppError) throw error
      throw new AppError('ERR_WAPP_CHECK_CONTACT', { cause: error })
    }
  }

  assertOpen(): void {
    if (!this.deps.socket().isOpen) throw new AppError('ERR_WAPP_NOT_INITIALIZED')
  }

  private get sock() {
    return this.deps.socket().sock
  }

  private findOrBuildOnce(message: OutboundMessage): Promise<proto.IMessage> {
    const { waId } = message
    const content =
      this.building.get(waId) ?? this.findOrBuild(message).finally(() => this.building.delete(waId))
    this.building.set(waId, content)
    return content
  }

  private async findOrBuild(message: OutboundMessage): Promise<proto.IMessage> {
    const kept = await this.findSent(message.waId)
    return kept?.message ?? this.buildAndStore(message)
  }

  /* Uploaded and built once: retries of ours and of phones send the same protobuf. */
  private async buildAndStore(message: OutboundMessage): Promise<proto.IMessage> {
    const uploaded = message.media && (await uploadMedia(message, message.media, this.deps.uploadContext()))
    const { message: built } = buildOutboundContent(message, uploaded, this.buildAuthor())
    const content = built.extendedTextMessage ? addLinkPreview(built, await message.linkPreview?.()) : built
    const deviceSentMessage = { destinationJid: message.remoteJid, message: content }
    const value = this.deps.baileys.proto.Message.encode({ deviceSentMessage }).finish()
    await this.deps.vault.write({ keys: [{ type: SENT_MESSAGE, id: message.waId, value }] })
    return content
  }

  private buildAuthor(): Author {
    const { id, lid } = this.deps.socket().me
    const { jidNormalizedUser } = this.deps.baileys
    const own = { pn: jidNormalizedUser(id), lid: jidNormalizedUser(lid) }
    return { own, messageSecret: randomBytes(SECRET_BYTES), now: new Date() }
  }

  /* Resolves without an outcome: only the server's ack reports whether the frame arrived. */
  private async relay(to: StanzaAddress, content: OutboundContent, waId: string): Promise<void> {
    this.assertOpen()
    if (parseNumber(to.jid)) await beginNumberSessions(this.deps.baileys, this.sock, to.jid)
    await this.tokens.recordSent(waId, to.jid)
    const additionalAttributes = { ...content.additionalAttributes, ...to.attributes }
    const additionalNodes = await this.buildClientTokenNodes(to.jid)
    const options = { messageId: waId, additionalAttributes, additionalNodes }
    const relayed = this.sock.relayMessage(to.jid, content.message, options)
    this.missedDevices.track({ waId, chat: to.jid, message: content.message }, relayed)
    await relayed
  }

  /** The server accepted a message for devices with this hash. */
  onAck(waId: string, deviceHash: string | undefined): Promise<void> {
    return this.missedDevices.onAck(waId, deviceHash)
  }

  private chatDevices(): ChatDevices {
    const { baileys, groups, socket } = this.deps
    const { sock, devices: lists } = socket()
    return new ChatDevices({ baileys, sock, groups, lists, me: () => socket().me })
  }

  /* Sent instead of a token of the person's, as in whatsmeow (send.go, sendDM). */
  private async buildClientTokenNodes(jid: string): Promise<BinaryNode[]> {
    const lid = parseNumber(jid) ? `${await this.deps.socket().findStoredLid(parseNumber(jid))}@lid` : jid
    if (!parseLid(lid) || (await this.tokens.hasToken(jid))) return []
    const content = await this.deps.clientTokens.computeToken(lid)
    return content ? [{ tag: 'cstoken', attrs: {}, content }] : []
  }

  /** Whether a token exists that the message did not carry. */
  hasNewerToken(waId: string): Promise<boolean> {
    return this.tokens.hasNewer(waId)
  }

  /** The server reports that a LID is outdated. */
  async refreshLid(jid: string): Promise<void> {
    try {
      await this.addressing.refresh(jid)
    } catch (error) {
      baileysSignals.lidNotRefreshed(this.deps.request, error)
    }
  }

  private resolveAddress(remoteJid: string): Promise<StanzaAddress> {
    this.assertOpen()
    return this.addressing.resolve(remoteJid)
  }
}
