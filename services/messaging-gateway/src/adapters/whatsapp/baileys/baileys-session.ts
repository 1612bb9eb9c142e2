import type { EventEmitter } from 'node:events'
import type { Readable } from 'node:stream'

import type { AuthenticationCreds, BinaryNode } from '@whiskeysockets/baileys'

import { AppError } from '@balcao/kernel'

import type { SignalVault } from '../../../features/signal-vault/signal-vault.port'
import type {
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
  SessionRequest,
} from '../../../features/whatsapp-driver'
import { AccountLimits } from './account-limits'
import { LidMappings } from './lid-mappings'
import { AppState } from './app-state'
import { AgentPresence } from './agent-presence'
import { baileysSignals } from './baileys-signals'
import { ClientTokens } from './client-tokens'
import type { MediaReference } from './content/content'
import { Groups } from './groups'
import { Inbound } from './inbound'
import { BaileysSocket, type BaileysSocketDeps } from './baileys-socket'
import type { BaileysModule } from './load-baileys'
import type { MediaHosts } from './media-hosts'
import { download, fetchPlain, createUploader } from './media-transfer'
import type { UploadContext } from './content/upload-media'
import { Outbound } from './outbound'
import { parseNumber } from './jids'
import { listenForAcks } from './network-acks'
import { requestFromPhone } from './placeholders'
import { queryTimeLock } from './time-lock'
import { requestPairingCode } from './request-pairing-code'
import type { BaileysRules, BaileysSettings } from './settings'
import { AppStateSnapshots } from './app-state-snapshots'
import { Troubles } from './troubles'

export interface BaileysSessionDeps {
  baileys: BaileysModule
  settings: BaileysSettings
  hosts: MediaHosts
  rules: BaileysRules
  vault: SignalVault
  request: SessionRequest
}

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
    const { baileys, vault, settings, request } = deps
    const socket = () => this.requireSocket()
    this.groups = new Groups(socket, request)
    const lidMappings = new LidMappings(
      () => socket().sock.signalRepository.lidMapping,
      request.callbacks,
      (number) => socket().findStoredLid(number),
    )
    this.troubles = new Troubles(request.callbacks, (error) => baileysSignals.notRecorded(request, error))
    const clientTokens = new ClientTokens(vault)
    const unsettled = (error: unknown) => baileysSignals.settingsNotSynced(request, error)
    this.appState = new AppState({
      snapshots: new AppStateSnapshots({
        baileys,
        hosts: deps.hosts,
        sock: () => socket().sock,
        saveSalt: (salt) => clientTokens.saveSalt(salt),
        failed: unsettled,
      }),
      baileys,
      vault,
      socket,
      now: Date.now,
      failed: unsettled,
      onGiveUp: () => this.troubles.report('settings-key'),
    })
    this.presence = new AgentPresence(settings.times.agentIdle, (state) => this.showPresence(state))
    this.outbound = new Outbound({
      baileys,
      vault,
      socket,
      uploadContext: () => this.buildUploadContext(),
      lidMappings,
      groups: this.groups,
      clientTokens,
      request,
      settings,
    })
    this.inbound = new Inbound({
      baileys,
      vault,
      settings,
      request,
      socket,
      lidMappings,
      clientTokens,
      groups: this.groups,
      hosts: deps.hosts,
      appState: this.appState,
      troubles: this.troubles,
      open: (part) => () => download(baileys, deps.hosts, part.reference),
    })
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
    listenForAcks({
      socket: socket.sock.ws as unknown as EventEmitter,
      gate: socket.gate,
      callbacks: request.callbacks,
      me: () => socket.me,
      hasNewerToken: (waId) => this.outbound.hasNewerToken(waId),
      timeLock: () => queryTimeLock(socket.sock, (error) => baileysSignals.timeLockUnknown(request, error)),
      failed: (error) => baileysSignals.notRecorded(request, error),
      onStuck: () => this.troubles.report('not-recorded'),
      onCount: (ids) => socket.setWaitingReceipts(ids),
    })
    this.watchAccount(socket)
  }

  private watchAccount(socket: BaileysSocket): void {
    const { request } = this.deps
    this.limits = new AccountLimits({
      sock: socket.sock,
      report: (limit) => request.callbacks.limited(limit),
      failed: (error) => baileysSignals.limitsUnknown(request, error),
    })
    const ws = socket.sock.ws as unknown as EventEmitter
    ws.on('CB:ack,class:message', ({ attrs }: BinaryNode) => {
      const { id = '', from = '', error, phash, refresh_lid: isOld } = attrs
      if (isOld === 'true') void this.outbound.refreshLid(from)
      if (!error) void this.outbound.onAck(id, phash)
    })
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

  async typing({ remoteJid, isTyping }: { remoteJid: string; isTyping: boolean }): Promise<void> {
    this.presence.recordWork()
    await this.outbound.typing(remoteJid, isTyping)
  }

  async readMarks(mark: { remoteJid: string; participant: string; waIds: readonly string[] }): Promise<void> {
    this.outbound.assertOpen()
    this.presence.recordWork()
    const { remoteJid, participant, waIds } = mark
    const { sock } = this.requireSocket()
    const [first = ''] = waIds
    // The server's answer has the first id. Without an answer the mark counts as sent.
    await Promise.all([
      sock.waitForMessage(first, READ_MARK_TIMEOUT_MS),
      sock.sendReceipt(remoteJid, participant || undefined, [...waIds], 'read'),
    ])
  }

  async requestFromPhone(targets: readonly MessageTarget[]): Promise<void> {
    this.outbound.assertOpen()
    await requestFromPhone(this.deps.baileys, this.requireSocket().sock, targets)
  }

  checkNumber(number: string): Promise<NumberCheck> {
    return this.outbound.checkNumber(number)
  }

  async picture(remoteJid: string): Promise<Readable | undefined> {
    this.outbound.assertOpen()
    const url = await this.requireSocket()
      .sock.profilePictureUrl(remoteJid, 'preview', this.deps.settings.times.query)
      // The server answers with an error for hidden and missing pictures.
      .catch(() => undefined)
    return url ? fetchPlain(this.deps.hosts, url) : undefined
  }

  async group(remoteJid: string): Promise<Group> {
    this.outbound.assertOpen()
    return this.groups.get(remoteJid)
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

  fetchMedia(ticket: unknown): Promise<Readable> {
    return download(this.deps.baileys, this.deps.hosts, ticket as MediaReference)
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

  private buildUploadContext(): UploadContext {
    const { baileys, hosts, rules } = this.deps
    const { sock } = this.requireSocket()
    const upload = createUploader(baileys, hosts, (isFresh) => sock.refreshMediaConn(isFresh))
    return { upload, imageSize: rules.imageSize, previews: rules.previews, now: new Date() }
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
