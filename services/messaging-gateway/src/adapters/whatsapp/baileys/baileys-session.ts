import type { Readable } from 'node:stream'

import type { AuthenticationCreds } from '@whiskeysockets/baileys'

import { AppError } from '@balcao/kernel'

import type {
  Address,
  DriverSession,
  Group,
  MessageTarget,
  NumberCheck,
  OutboundEdit,
  OutboundMessage,
  OutboundReaction,
  OutboundRevoke,
  PasskeyAnswer,
  SessionClosed,
  SessionEvent,
} from '../../../features/whatsapp-driver'
import type { AccountLimits } from './account-limits'
import type { AppState } from './app-state'
import { AgentPresence } from './agent-presence'
import { baileysSignals } from './baileys-signals'
import type { MediaReference } from './content/content'
import type { Groups } from './groups'
import type { Inbound } from './inbound'
import { BaileysSocket } from './baileys-socket'
import type { BaileysSocketDeps } from './socket-deps'
import { download, fetchPlain } from './media-transfer'
import type { Outbound } from './outbound'
import { parseNumber, toJid } from './jids'
import { requestFromPhone } from './placeholders'
import { requestPairingCode } from './request-pairing-code'
import { watchNetwork } from './watch-network'
import { createSessionParts, type BaileysSessionDeps } from './session-parts'
import type { Troubles } from './troubles'

const READ_MARK_TIMEOUT_MS = 10_000

/** A session over the protocol library, from opening to end. */
export class BaileysSession implements DriverSession {
  private readonly inbound: Inbound
  private readonly outbound: Outbound
  private readonly groups: Groups
  private readonly appState: AppState
  private readonly presence: AgentPresence
  private readonly troubles: Troubles
  private socket: BaileysSocket | undefined
  private limits: AccountLimits | undefined
  private events: Promise<void> = Promise.resolve()
  private isClosed = false
  private isPairing = false

  constructor(private readonly deps: BaileysSessionDeps) {
    const parts = createSessionParts(deps, () => this.requireSocket())
    this.troubles = parts.troubles
    this.groups = parts.groups
    this.appState = parts.appState
    this.outbound = parts.outbound
    this.inbound = parts.inbound
    this.presence = new AgentPresence(deps.settings.times.agentIdle, (state) => this.showPresence(state))
  }

  /**
   * Opens the socket; resolves before it is connected. Open journal
   * rows of an earlier session are being recorded by then.
   */
  async open(): Promise<void> {
    const { baileys, vault, request, rules } = this.deps
    const version = await rules.clientVersion()
    const stored = await vault.findCredentials()
    const creds =
      stored &&
      (JSON.parse(Buffer.from(stored).toString(), baileys.BufferJSON.reviver) as AuthenticationCreds)
    const backlog = creds ? await this.inbound.backlog() : []
    if (this.isClosed) return
    const socket = new BaileysSocket(this.buildSocketDeps(version), creds)
    this.socket = socket
    this.inbound.begin(socket, backlog)
    this.limits = watchNetwork(socket, request, { outbound: this.outbound, troubles: this.troubles })
  }

  async send(message: OutboundMessage): Promise<void> {
    await this.outbound.send(message)
  }

  async revoke(revoke: OutboundRevoke): Promise<void> {
    await this.outbound.revoke(revoke)
  }

  async edit(edit: OutboundEdit): Promise<void> {
    await this.outbound.edit(edit)
  }

  async react(reaction: OutboundReaction): Promise<void> {
    await this.outbound.react(reaction)
  }

  async typing({ chat, isTyping }: { chat: Address; isTyping: boolean }): Promise<void> {
    this.presence.recordWork()
    await this.outbound.typing(toJid(chat), isTyping)
  }

  async readMarks(mark: {
    chat: Address
    author: Address | undefined
    waIds: readonly string[]
  }): Promise<void> {
    this.outbound.assertOpen()
    this.presence.recordWork()
    const { chat, author, waIds } = mark
    const { sock } = this.requireSocket()
    const [first = ''] = waIds
    // The server's answer has the first id. Without an answer the mark counts as sent.
    await Promise.all([
      sock.waitForMessage(first, READ_MARK_TIMEOUT_MS),
      sock.sendReceipt(toJid(chat), author && toJid(author), [...waIds], 'read'),
    ])
  }

  async requestFromPhone(targets: readonly MessageTarget[]): Promise<void> {
    this.outbound.assertOpen()
    await requestFromPhone(this.deps.baileys, this.requireSocket().sock, targets)
  }

  checkNumber(number: string): Promise<NumberCheck> {
    return this.outbound.checkNumber(number)
  }

  async picture(of: Address): Promise<Readable | undefined> {
    this.outbound.assertOpen()
    const url = await this.requireSocket()
      .sock.profilePictureUrl(toJid(of), 'preview', this.deps.settings.times.query)
      // The server answers with an error for hidden and missing pictures.
      .catch(() => undefined)
    return url ? fetchPlain(this.deps.hosts, url) : undefined
  }

  async group(group: Address): Promise<Group> {
    this.outbound.assertOpen()
    return this.groups.get(toJid(group))
  }

  async pairingCode(number: string): Promise<string> {
    const socket = this.requireSocket()
    if (this.isClosed || socket.isOpen || socket.creds.account) throw new AppError('ERR_WAPP_NOT_INITIALIZED')
    return requestPairingCode(this.deps.baileys, socket, number)
  }

  async answerPasskey(answer: PasskeyAnswer): Promise<void> {
    await this.requireSocket().passkey.answer(answer)
  }

  async confirmPasskey(): Promise<void> {
    await this.requireSocket().passkey.confirm()
  }

  fetchMedia(reference: unknown): Promise<Readable> {
    return download(this.deps.baileys, this.deps.hosts, reference as MediaReference)
  }

  async logout(): Promise<void> {
    if (!this.socket?.creds.account || this.isClosed) return
    await this.socket.sock.logout()
  }

  async close(): Promise<void> {
    if (!this.isClosed) {
      this.isClosed = true
      this.presence.stop()
      this.socket?.destroy()
    }
    await this.inbound.stop()
    await this.events
  }

  lag(): number {
    return this.inbound.lag
  }

  private requireSocket(): BaileysSocket {
    if (!this.socket) throw new AppError('ERR_WAPP_NOT_INITIALIZED')
    return this.socket
  }

  /* Events are reported one after the other, in order. */
  private report(event: SessionEvent): void {
    if (this.isClosed) return
    this.events = this.events
      .then(() => this.deps.request.callbacks.session(event))
      .catch((error: unknown) => baileysSignals.notRecorded(this.deps.request, error))
  }

  private buildSocketDeps(version: BaileysSocketDeps['version']): BaileysSocketDeps {
    const { baileys, vault, settings, hosts, request } = this.deps
    return {
      baileys,
      vault,
      settings,
      hosts,
      request,
      version,
      journal: this.inbound.journal,
      findSentMessage: (key) => this.outbound.findForRetry(key),
      findGroupMetadata: (jid) => Promise.resolve(this.groups.findCached(jid)),
      on: {
        qr: (text) => this.report({ kind: 'qr', text }),
        passkey: (step) => this.report({ kind: 'passkey', step }),
        pairing: () => {
          this.isPairing = true
          this.report({ kind: 'pairing' })
        },
        open: () => {
          this.isPairing = false
          this.appState.onOpen()
          this.report({ kind: 'connected', number: parseNumber(this.requireSocket().me.id) })
          this.limits?.query()
        },
        preKeysRefused: () => this.troubles.report('pre-keys'),
        appStateKeyMissing: (keyId) => this.appState.onKeyMissing(keyId),
        appStateKeyReceived: () => this.appState.onKeyReceived(),
        closed: (end) => this.onClosed(end),
      },
    }
  }

  /* After pairing the server ends the socket; the client connects again as a linked device. */
  private onClosed(end: SessionClosed): void {
    if (end.reason === 'restart-required' && this.isPairing) {
      this.isPairing = false
      this.open().catch((error: unknown) => {
        baileysSignals.notRecorded(this.deps.request, error)
        this.end({ kind: 'closed', reason: 'lost' })
      })
    } else this.end(end)
  }

  private end(end: SessionClosed): void {
    this.report(end)
    this.isClosed = true
    this.presence.stop()
  }

  private showPresence(state: 'available' | 'unavailable'): void {
    if (!this.deps.settings.showsPresence || !this.socket?.isOpen) return
    this.socket.sock
      .sendPresenceUpdate(state)
      .catch((error: unknown) => baileysSignals.presenceNotShown(this.deps.request, error))
  }
}
