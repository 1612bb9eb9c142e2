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
import { AddressTwins } from './address-twins'
import { AppState } from './app-state'
import { AgentPresence } from './agent-presence'
import { baileysSignals } from './baileys-signals'
import { ClientTokens } from './client-tokens'
import type { MediaTicket } from './content/content'
import { Groups } from './groups'
import { Inbound } from './inbound'
import { Line, type LineDeps } from './line'
import type { BaileysModule } from './load-baileys'
import type { MediaHosts } from './media-hosts'
import { download, fetchPlain, uploader } from './media-transfer'
import type { UploadDoor } from './content/upload-media'
import { Outbound } from './outbound'
import { numberOf } from './people'
import { listenForAcks } from './network-acks'
import { askPhone } from './placeholders'
import { askTimeLock } from './time-lock'
import { requestPairingCode } from './request-pairing-code'
import type { BaileysRules, BaileysSettings } from './settings'
import { SettingsSnapshots } from './settings-snapshots'
import { Troubles } from './troubles'

export interface BaileysSessionDeps {
  baileys: BaileysModule
  settings: BaileysSettings
  hosts: MediaHosts
  rules: BaileysRules
  vault: SignalVault
  request: SessionRequest
}

const MARK_PATIENCE_MS = 10_000

/** A session over the protocol library, from opening to end. */
export class BaileysSession implements DriverSession {
  private readonly inbound: Inbound
  private readonly outbound: Outbound
  private readonly groups: Groups
  private readonly appState: AppState
  private readonly presence: AgentPresence
  private readonly troubles: Troubles
  private line: Line | undefined
  private limits: AccountLimits | undefined
  private events: Promise<void> = Promise.resolve()
  private isClosed = false
  private isPairing = false

  constructor(private readonly deps: BaileysSessionDeps) {
    const { baileys, vault, settings, request } = deps
    const line = () => this.theLine()
    this.groups = new Groups(line, request)
    const twins = new AddressTwins(
      () => line().sock.signalRepository.lidMapping,
      request.callbacks,
      (number) => line().storedLid(number),
    )
    this.troubles = new Troubles(request.callbacks, (error) => baileysSignals.notRecorded(request, error))
    const clientTokens = new ClientTokens(vault)
    const unsettled = (error: unknown) => baileysSignals.settingsNotSynced(request, error)
    this.appState = new AppState({
      snapshots: new SettingsSnapshots({
        baileys,
        hosts: deps.hosts,
        sock: () => line().sock,
        keepSalt: (salt) => clientTokens.keepSalt(salt),
        failed: unsettled,
      }),
      baileys,
      vault,
      line,
      now: Date.now,
      failed: unsettled,
      gaveUp: () => this.troubles.tell('settings-key'),
    })
    this.presence = new AgentPresence(settings.times.agentIdle, (state) => this.showPresence(state))
    this.outbound = new Outbound({
      baileys,
      vault,
      line,
      door: () => this.door(),
      twins,
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
      line,
      twins,
      clientTokens,
      groups: this.groups,
      hosts: deps.hosts,
      appState: this.appState,
      troubles: this.troubles,
      open: (part) => () => download(baileys, deps.hosts, part.ticket),
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
    const line = new Line(this.lineDeps(version), creds)
    this.line = line
    this.inbound.begin(line, backlog)
    listenForAcks({
      socket: line.sock.ws as unknown as EventEmitter,
      gate: line.gate,
      callbacks: request.callbacks,
      me: () => line.me,
      hasNewerToken: (waId) => this.outbound.hasNewerToken(waId),
      timeLock: () => askTimeLock(line.sock, (error) => baileysSignals.timeLockUnknown(request, error)),
      failed: (error) => baileysSignals.notRecorded(request, error),
      stuck: () => this.troubles.tell('not-recorded'),
      waiting: (ids) => line.receiptsWaiting(ids),
    })
    this.watchAccount(line)
  }

  private watchAccount(line: Line): void {
    const { request } = this.deps
    this.limits = new AccountLimits({
      sock: line.sock,
      tell: (limit) => request.callbacks.limited(limit),
      unknown: (error) => baileysSignals.limitsUnknown(request, error),
    })
    const socket = line.sock.ws as unknown as EventEmitter
    socket.on('CB:ack,class:message', ({ attrs }: BinaryNode) => {
      const { id = '', from = '', error, phash, refresh_lid: isOld } = attrs
      if (isOld === 'true') void this.outbound.refreshLid(from)
      if (!error) void this.outbound.acked(id, phash)
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
    this.presence.noteWork()
    await this.outbound.typing(remoteJid, isTyping)
  }

  async readMarks(mark: { remoteJid: string; participant: string; waIds: readonly string[] }): Promise<void> {
    this.outbound.assertOpen()
    this.presence.noteWork()
    const { remoteJid, participant, waIds } = mark
    const { sock } = this.theLine()
    const [first = ''] = waIds
    // The server's answer has the first id. Without an answer the mark counts as sent.
    await Promise.all([
      sock.waitForMessage(first, MARK_PATIENCE_MS),
      sock.sendReceipt(remoteJid, participant || undefined, [...waIds], 'read'),
    ])
  }

  async askPhone(targets: readonly MessageTarget[]): Promise<void> {
    this.outbound.assertOpen()
    await askPhone(this.deps.baileys, this.theLine().sock, targets)
  }

  checkNumber(number: string): Promise<NumberCheck> {
    return this.outbound.checkNumber(number)
  }

  async picture(remoteJid: string): Promise<Readable | undefined> {
    this.outbound.assertOpen()
    const url = await this.theLine()
      .sock.profilePictureUrl(remoteJid, 'preview', this.deps.settings.times.query)
      // The server answers with an error for hidden and missing pictures.
      .catch(() => undefined)
    return url ? fetchPlain(this.deps.hosts, url) : undefined
  }

  async group(remoteJid: string): Promise<Group> {
    this.outbound.assertOpen()
    return this.groups.of(remoteJid)
  }

  async pairingCode(number: string): Promise<string> {
    const line = this.theLine()
    if (this.isClosed || line.isOpen || line.creds.account) throw new AppError('ERR_WAPP_NOT_INITIALIZED')
    return requestPairingCode(this.deps.baileys, line, number)
  }

  async answerPasskey(answer: PasskeyAnswer): Promise<void> {
    await this.theLine().passkey.answer(answer)
  }

  async confirmPasskey(): Promise<void> {
    await this.theLine().passkey.confirm()
  }

  fetchMedia(ticket: unknown): Promise<Readable> {
    return download(this.deps.baileys, this.deps.hosts, ticket as MediaTicket)
  }

  async logout(): Promise<void> {
    if (!this.line?.creds.account || this.isClosed) return
    await this.line.sock.logout()
  }

  async close(): Promise<void> {
    if (!this.isClosed) {
      this.isClosed = true
      this.presence.stop()
      this.line?.cut()
    }
    await this.inbound.stop()
    await this.events
  }

  lag(): number {
    return this.inbound.lag
  }

  private theLine(): Line {
    if (!this.line) throw new AppError('ERR_WAPP_NOT_INITIALIZED')
    return this.line
  }

  private door(): UploadDoor {
    const { baileys, hosts, rules } = this.deps
    const { sock } = this.theLine()
    const upload = uploader(baileys, hosts, (isFresh) => sock.refreshMediaConn(isFresh))
    return { upload, imageSize: rules.imageSize, previews: rules.previews, now: new Date() }
  }

  /* Events are reported one after the other, in order. */
  private tell(event: SessionEvent): void {
    if (this.isClosed) return
    this.events = this.events
      .then(() => this.deps.request.callbacks.session(event))
      .catch((error: unknown) => baileysSignals.notRecorded(this.deps.request, error))
  }

  private lineDeps(version: LineDeps['version']): LineDeps {
    const { baileys, vault, settings, hosts, request } = this.deps
    return {
      baileys,
      vault,
      settings,
      hosts,
      request,
      version,
      journal: this.inbound.journal,
      sentMessage: (key) => this.outbound.resendable(key),
      groupMetadata: (jid) => Promise.resolve(this.groups.cached(jid)),
      on: {
        qr: (text) => this.tell({ kind: 'qr', text }),
        passkey: (step) => this.tell({ kind: 'passkey', step }),
        pairing: () => {
          this.isPairing = true
          this.tell({ kind: 'pairing' })
        },
        open: () => {
          this.isPairing = false
          this.appState.opened()
          this.tell({ kind: 'connected', number: numberOf(this.theLine().me.id) })
          this.limits?.ask()
        },
        preKeysRefused: () => this.troubles.tell('pre-keys'),
        settingsKeyMissed: (keyId) => this.appState.missed(keyId),
        settingsKeyCame: () => this.appState.keyCame(),
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
    this.tell(end)
    this.isClosed = true
    this.presence.stop()
  }

  private showPresence(state: 'available' | 'unavailable'): void {
    if (!this.deps.settings.showsPresence || !this.line?.isOpen) return
    this.line.sock
      .sendPresenceUpdate(state)
      .catch((error: unknown) => baileysSignals.presenceNotShown(this.deps.request, error))
  }
}
