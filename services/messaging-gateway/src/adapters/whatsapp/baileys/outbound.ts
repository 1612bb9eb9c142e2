import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'

import type { BinaryNode, proto, WAMessageKey } from '@whiskeysockets/baileys'

import { AppError } from '@balcao/kernel'

import type { SignalVault } from '../../../features/signal-vault/signal-vault.port'
import type {
  Address,
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
  buildEdit,
  buildReaction,
  buildRevoke,
  type Author,
  type OutboundContent,
} from './content/outbound-content'
import type { UploadContext } from './content/upload-media'
import type { ClientTokens } from './client-tokens'
import type { Groups } from './groups'
import type { BaileysSocket } from './baileys-socket'
import type { BaileysModule } from './load-baileys'
import { MissedDevices } from './missed-devices'
import { lookUpNumber } from './number-lookup'
import { beginNumberSessions } from './number-sessions'
import { parseLid, parseNumber, toJid } from './jids'
import { SentMessages } from './sent-messages'
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

const SECRET_BYTES = 32

/** Sends everything that leaves over a socket, under the message ids that the gateway chose. */
export class Outbound {
  private readonly addressing: Addressing
  private readonly tokens: ContactTokens
  private readonly missedDevices: MissedDevices
  private readonly messages: SentMessages

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
    this.messages = new SentMessages({
      baileys: deps.baileys,
      vault: deps.vault,
      lidMappings: deps.lidMappings,
      request,
      uploadContext: () => deps.uploadContext(),
      buildAuthor: () => this.buildAuthor(),
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
    const to = await this.resolveAddress(message.chat)
    const content = await this.messages.findOrBuild({ ...message, jid: to.jid })
    if (message.typingMs > 0) await this.showTyping(to.jid, message.typingMs)
    await this.relay(to, { message: content, additionalAttributes: {} }, message.waId)
  }

  async revoke(revoke: OutboundRevoke): Promise<void> {
    const to = await this.resolveAddress(revoke.chat)
    await this.relay(to, buildRevoke({ ...revoke, jid: to.jid }, this.buildAuthor()), revoke.waId)
  }

  async edit(edit: OutboundEdit): Promise<void> {
    const to = await this.resolveAddress(edit.chat)
    await this.relay(to, buildEdit({ ...edit, jid: to.jid }, this.buildAuthor()), edit.waId)
  }

  async react(reaction: OutboundReaction): Promise<void> {
    const to = await this.resolveAddress(reaction.target.chat)
    await this.relay(to, buildReaction({ ...reaction, jid: to.jid }, this.buildAuthor()), reaction.waId)
  }

  async typing(chat: string, isTyping: boolean): Promise<void> {
    this.assertOpen()
    const { jid } = await this.addressing.resolveStored(chat)
    await this.sendChatState(jid, isTyping ? 'composing' : 'paused')
  }

  /* The message ends the typing state at the recipient's. A failure does not delay the message. */
  private async showTyping(jid: string, ms: number): Promise<void> {
    try {
      await this.sendChatState(jid, 'composing')
    } catch (error) {
      return baileysSignals.presenceNotShown(this.deps.request, error)
    }
    await pause(ms)
  }

  /* The library's own names its sender, which no other client does (whatsmeow presence.go, SendChatPresence, 2026-08-21). */
  private sendChatState(jid: string, state: 'composing' | 'paused'): Promise<void> {
    return this.sock.sendNode({ tag: 'chatstate', attrs: { to: jid }, content: [{ tag: state, attrs: {} }] })
  }

  /** @see SentMessages.findForRetry */
  findForRetry(key: WAMessageKey): Promise<proto.IMessage | undefined> {
    return this.messages.findForRetry(key)
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

  private resolveAddress(chat: Address): Promise<StanzaAddress> {
    this.assertOpen()
    return this.addressing.resolve(toJid(chat))
  }
}
