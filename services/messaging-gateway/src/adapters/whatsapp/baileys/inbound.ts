import type { EventEmitter } from 'node:events'

import type { BinaryNode, WAMessage } from '@whiskeysockets/baileys'

import type { SignalVault } from '../../../features/signal-vault/signal-vault.port'
import type { InboundMedia, SessionRequest } from '../../../features/whatsapp-driver'
import { WorkLoop } from '../../../work-loop'
import type { LidMappings } from './lid-mappings'
import type { AppState } from './app-state'
import { baileysSignals } from './baileys-signals'
import type { ClientTokens } from './client-tokens'
import type { MediaPart } from './content/content'
import type { Groups } from './groups'
import { History, findHistoryPart } from './history/history'
import { saveTokens } from './history/save-tokens'
import { readFromPhone, readReceived, type ReceivedMessage } from './received-message'
import { InboundReader } from './inbound-reader'
import { encodeEntry, Envelopes, type JournalEntry } from './journal-entry'
import { JournalRecorder } from './journal-recorder'
import type { BaileysSocket } from './baileys-socket'
import type { BaileysSocketDeps } from './socket-deps'
import type { BaileysModule } from './load-baileys'
import { chooseLane } from './choose-lane'
import type { MediaHosts } from './media-hosts'
import type { InTurn } from './reading-turns'
import { SideEvents } from './side-events'
import { readPhoneAnswers, toPlaceholderEntry, chooseUndecryptedKind } from './placeholders'
import type { BaileysSettings } from './settings'
import { bareJid, type OwnAccount } from './content/sender'
import type { Troubles } from './troubles'
import { UndecryptedMessages } from './undecrypted-messages'

export interface InboundDeps {
  baileys: BaileysModule
  settings: BaileysSettings
  hosts: MediaHosts
  inTurn: InTurn
  vault: SignalVault
  request: SessionRequest
  socket(): BaileysSocket
  lidMappings: LidMappings
  groups: Groups
  clientTokens: ClientTokens
  appState: Pick<AppState, 'storeKeys'>
  troubles: Troubles
  open(part: MediaPart): InboundMedia['open']
}

const SECOND_MS = 1_000
const HOUR_SECONDS = 3_600

/** Passes everything that arrives over a socket to the gateway's callbacks. */
export class Inbound {
  readonly journal: BaileysSocketDeps['journal']
  private readonly recorder: JournalRecorder
  private readonly reader: InboundReader
  private readonly undecrypted: UndecryptedMessages
  private readonly history: History
  private readonly overdueLoop: WorkLoop
  private readonly sideEvents: SideEvents

  constructor(private readonly deps: InboundDeps) {
    const { vault, settings, request, groups, lidMappings } = deps
    this.undecrypted = new UndecryptedMessages(vault)
    this.reader = new InboundReader({
      own: () => this.own,
      findAlternative: (jid) => lidMappings.findAlternative(jid),
      groupSubject: (jid) => groups.subject(jid),
      isAdmin: (group, jid) => groups.isAdmin(group, jid),
      open: deps.open,
      refused: (why) => baileysSignals.senderRefused({ ...this.ref, why }),
      callbacks: request.callbacks,
    })
    this.recorder = new JournalRecorder({
      vault,
      chooseLane: (entry) => chooseLane(entry),
      record: (entry) => this.record(entry),
      failed: (error) => baileysSignals.notRecorded(this.ref, error),
      onStuck: () => deps.troubles.report('not-recorded'),
      onCrowded: (isCrowded) => deps.socket().setCrowded(isCrowded),
      closeBatchMs: settings.times.closeBatch,
    })
    this.overdueLoop = new WorkLoop(
      () => this.reportOverdue(),
      (error) => {
        baileysSignals.notRecorded(this.ref, error)
        deps.troubles.report('not-recorded')
        return settings.times.undecrypted
      },
    )
    this.sideEvents = new SideEvents(deps)
    this.history = this.makeHistory()
    this.journal = {
      envelopes: new Envelopes(),
      decrypted: (entry) => this.recorder.push(entry),
      redelivered: () => baileysSignals.redelivered(this.ref),
      undecryptable: (envelope, type) => this.onUndecryptable(envelope, type),
    }
  }

  /**
   * Open journal rows of an earlier session. Call before the socket
   * opens, and `begin` with the answer before the first frame.
   */
  async backlog(): Promise<JournalEntry[]> {
    await this.undecrypted.load()
    return this.recorder.backlog()
  }

  begin(socket: BaileysSocket, backlog: readonly JournalEntry[]): void {
    for (const entry of backlog) this.recorder.push(entry)
    if (this.undecrypted.isWaiting) this.overdueLoop.nudge()
    this.listen(socket)
  }

  private listen(socket: BaileysSocket): void {
    const { sock } = socket
    // The returned promise is awaited before the next stanza (`isolate-listeners.ts`).
    const onStanza = (stanza: BinaryNode): unknown => this.onStanza(socket, stanza)
    const ws = sock.ws as unknown as EventEmitter
    ws.prependListener('CB:message', onStanza)
    sock.ev.on('groups.update', (groups) => this.deps.groups.forget(groups.map(({ id }) => id ?? '')))
    sock.ev.on('group-participants.update', ({ id }) => this.deps.groups.forget([id]))
    this.sideEvents.listen(socket)
  }

  get lag(): number {
    return this.recorder.lag
  }

  async stop(): Promise<void> {
    this.history.stop()
    await Promise.all([this.overdueLoop.stop(), this.sideEvents.stop()])
    await this.recorder.stop()
  }

  /* Messages of the history are ignored unless they are younger than `historyHours`, which an administrator sets. */
  private makeHistory(): History {
    const { baileys, hosts, inTurn, settings, socket, lidMappings, clientTokens } = this.deps
    return new History({
      baileys,
      hosts,
      inTurn,
      firstRetryMs: settings.times.historyRetry,
      onGiveUp: (error) => {
        baileysSignals.historyGivenUp(this.ref, error)
        this.deps.troubles.report('history')
      },
      since: () => Math.floor(Date.now() / SECOND_MS) - settings.historyHours * HOUR_SECONDS,
      wantsMessages: settings.historyHours > 0,
      target: {
        messages: (messages) => this.onFromPhone(messages),
        contacts: (contacts) => this.sideEvents.reportHistoryContacts(contacts),
        lidMappings: async (pairs) => {
          await socket().sock.signalRepository.lidMapping.storeLIDPNMappings([...pairs])
          for (const { pn, lid } of pairs) await lidMappings.report(pn, lid)
        },
        tokens: (tokens) => saveTokens(socket().keys, tokens),
        salt: (salt) => clientTokens.saveSalt(salt),
      },
    })
  }

  private get own(): OwnAccount {
    const { id, lid } = this.deps.socket().me
    return { pn: bareJid(id), lid: bareJid(lid) }
  }

  private get ref() {
    const { companyId, connectionId } = this.deps.request
    return { companyId, connectionId }
  }

  private async record(entry: JournalEntry): Promise<void> {
    const arrived = this.read(entry)
    if (!arrived) return
    const part = findHistoryPart(arrived)
    if (part) return this.history.take(part)
    const keys = arrived.sender.isOurs && arrived.content.protocolMessage?.appStateSyncKeyShare
    if (keys) return this.deps.appState.storeKeys(keys)
    const { sender, chatAlt } = arrived
    await this.deps.lidMappings.report(sender.chat, chatAlt)
    await this.deps.lidMappings.report(sender.author, sender.authorAlt)
    if (entry.placeholder) return this.reader.reportPlaceholder(arrived, entry.placeholder)
    await this.reader.report(arrived)
    await this.recordResent(entry.envelope, arrived)
    await this.undecrypted.forget(entry.envelope)
  }

  /* The phone's answer stays open in the journal until everything in it is recorded, so a crash loses nothing. */
  private async recordResent(envelope: Record<string, string>, arrived: ReceivedMessage): Promise<void> {
    for (const message of readPhoneAnswers(this.deps.baileys, this.own, envelope, arrived)) {
      const answer = readFromPhone(this.own, message)
      if (answer) await this.reader.reportResent(answer)
    }
  }

  /* Durable before the stanza's acknowledgement leaves, and recorded in the order of its chat. */
  private onStanza({ gate }: BaileysSocket, stanza: BinaryNode): Promise<void> | undefined {
    const entry = toPlaceholderEntry(stanza, new Date())
    if (!entry) return undefined
    baileysSignals.unavailable({ ...this.ref, kind: entry.placeholder })
    const draft = { hash: entry.hash, content: encodeEntry(entry) }
    const isKept = this.deps.vault.write({ journal: [draft] })
    return gate.hold(isKept.then(() => this.recorder.push(entry)))
  }

  private read(entry: Pick<JournalEntry, 'envelope' | 'plaintext'>): ReceivedMessage | undefined {
    const arrived = readReceived(this.deps.baileys, this.own, entry)
    if (!arrived) baileysSignals.senderRefused({ ...this.ref, why: 'forged envelope' })
    return arrived
  }

  private async onUndecryptable(envelope: Record<string, string>, type: string): Promise<void> {
    baileysSignals.undecryptable({ ...this.ref, type })
    if (!envelope.id || envelope.category === 'peer') return
    await this.undecrypted.add(envelope, Date.now())
    this.overdueLoop.nudge()
  }

  /** Reports messages that were not sent again in time as placeholders; the gateway then requests them from our own phone. */
  private async reportOverdue(): Promise<number | undefined> {
    const { undecrypted } = this.deps.settings.times
    for (const { envelope } of this.undecrypted.listOverdue(Date.now() - undecrypted)) {
      const arrived = this.read({ envelope, plaintext: new Uint8Array() })
      if (arrived) await this.reader.reportPlaceholder(arrived, chooseUndecryptedKind(envelope, new Date()))
      await this.undecrypted.forget(envelope)
    }
    return this.undecrypted.isWaiting ? undecrypted : undefined
  }

  private async onFromPhone(messages: readonly WAMessage[]): Promise<void> {
    for (const message of messages) {
      const arrived = readFromPhone(this.own, message)
      if (arrived) await this.reader.report(arrived)
    }
  }
}
