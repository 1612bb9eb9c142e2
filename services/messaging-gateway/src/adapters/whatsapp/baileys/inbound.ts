import type { EventEmitter } from 'node:events'

import type { BinaryNode, WAMessage } from '@whiskeysockets/baileys'

import type { SignalVault } from '../../../features/signal-vault/signal-vault.port'
import type { InboundMedia, Person, SessionRequest } from '../../../features/whatsapp-driver'
import { WorkLoop } from '../../../work-loop'
import type { AddressTwins } from './address-twins'
import type { AppState } from './app-state'
import { baileysSignals } from './baileys-signals'
import type { ClientTokens } from './client-tokens'
import type { MediaPart } from './content/content'
import type { Groups } from './groups'
import { History, historyPartOf } from './history/history'
import type { HistoryContact } from './history/history-intake'
import { keepTokens } from './history/keep-tokens'
import { arrivedFromPhone, arrivedOf, type Arrived } from './arrived'
import { InboundQueue } from './inbound-queue'
import { InboundReader } from './inbound-reader'
import { encodeEntry, Envelopes, type JournalEntry } from './journal-entry'
import { JournalPipe } from './journal-pipe'
import type { Line, LineDeps } from './line'
import type { BaileysModule } from './load-baileys'
import { laneOf } from './lane-of'
import type { MediaHosts } from './media-hosts'
import { personOf } from './people'
import { phoneAnswersOf, placeholderEntry, undecryptedKind } from './placeholders'
import type { BaileysSettings } from './settings'
import { bareJid, type OwnAccount } from './content/sender'
import type { Troubles } from './troubles'
import { UnreadMessages } from './unread-messages'

export interface InboundDeps {
  baileys: BaileysModule
  settings: BaileysSettings
  hosts: MediaHosts
  vault: SignalVault
  request: SessionRequest
  line(): Line
  twins: AddressTwins
  groups: Groups
  clientTokens: ClientTokens
  appState: Pick<AppState, 'takeKeys'>
  troubles: Troubles
  open(part: MediaPart): InboundMedia['open']
}

interface Aside {
  lane: string
  run(): Promise<void>
}

const SECOND_MS = 1_000
const HOUR_SECONDS = 3_600

/** Passes everything that arrives over a socket to the gateway's callbacks. */
export class Inbound {
  readonly journal: LineDeps['journal']
  private readonly pipe: JournalPipe
  private readonly reader: InboundReader
  private readonly unread: UnreadMessages
  private readonly history: History
  private readonly reminder: WorkLoop
  /** Events other than messages; each is tried again until it is recorded or the socket has ended. */
  private readonly aside: InboundQueue<Aside>

  constructor(private readonly deps: InboundDeps) {
    const { vault, settings, request, groups, twins } = deps
    this.unread = new UnreadMessages(vault)
    this.reader = new InboundReader({
      own: () => this.own,
      twinOf: (jid) => twins.of(jid),
      groupSubject: (jid) => groups.subject(jid),
      isAdmin: (group, jid) => groups.isAdmin(group, jid),
      open: deps.open,
      refused: (why) => baileysSignals.senderRefused({ ...this.ref, why }),
      callbacks: request.callbacks,
    })
    this.pipe = new JournalPipe({
      vault,
      laneOf: (entry) => laneOf(entry),
      record: (entry) => this.record(entry),
      failed: (error) => baileysSignals.notRecorded(this.ref, error),
      stuck: () => deps.troubles.tell('not-recorded'),
      crowded: (isCrowded) => deps.line().holdBack(isCrowded),
      closeBatchMs: settings.times.closeBatch,
    })
    this.reminder = new WorkLoop(
      () => this.tellOverdue(),
      (error) => {
        baileysSignals.notRecorded(this.ref, error)
        deps.troubles.tell('not-recorded')
        return settings.times.unread
      },
    )
    this.aside = new InboundQueue<Aside>({
      laneOf: ({ lane }) => lane,
      take: ({ run }) => run(),
      failed: (error) => baileysSignals.notRecorded(this.ref, error),
      stuck: () => deps.troubles.tell('not-recorded'),
    })
    this.history = this.makeHistory()
    this.journal = {
      envelopes: new Envelopes(),
      decrypted: (entry) => this.pipe.push(entry),
      redelivered: () => baileysSignals.redelivered(this.ref),
      undecryptable: (envelope, type) => this.onUndecryptable(envelope, type),
    }
  }

  /**
   * Open journal rows of an earlier session. Call before the socket
   * opens, and `begin` with the answer before the first frame.
   */
  async backlog(): Promise<JournalEntry[]> {
    await this.unread.load()
    return this.pipe.backlog()
  }

  begin(line: Line, backlog: readonly JournalEntry[]): void {
    for (const entry of backlog) this.pipe.push(entry)
    if (this.unread.isWaiting) this.reminder.nudge()
    this.listen(line)
  }

  private listen(line: Line): void {
    const { sock } = line
    const socket = sock.ws as unknown as EventEmitter
    socket.on('CB:call', (call: BinaryNode) =>
      this.aside.push({ lane: callIdOf(call), run: () => this.onCall(call) }),
    )
    // The returned promise is awaited before the next stanza (`tame-emitter.ts`).
    const onStanza = (stanza: BinaryNode): unknown => this.onStanza(line, stanza)
    socket.prependListener('CB:message', onStanza)
    sock.ev.on('contacts.upsert', (contacts) =>
      this.aside.push({ lane: 'names', run: () => this.onContacts(contacts) }),
    )
    sock.ev.on('lid-mapping.update', ({ lid, pn }) =>
      this.aside.push({ lane: 'names', run: () => this.deps.twins.learn(pn, lid) }),
    )
    sock.ev.on('groups.update', (groups) => this.deps.groups.forget(groups.map(({ id }) => id ?? '')))
    sock.ev.on('group-participants.update', ({ id }) => this.deps.groups.forget([id]))
  }

  get lag(): number {
    return this.pipe.lag
  }

  async stop(): Promise<void> {
    this.history.stop()
    await Promise.all([this.reminder.stop(), this.aside.stop()])
    await this.pipe.stop()
  }

  /* Messages of the history are ignored unless they are younger than `historyHours`, which an administrator sets. */
  private makeHistory(): History {
    const { baileys, hosts, settings, line, twins, clientTokens } = this.deps
    return new History({
      baileys,
      hosts,
      firstRetryMs: settings.times.historyRetry,
      gaveUp: (error) => {
        baileysSignals.historyGivenUp(this.ref, error)
        this.deps.troubles.tell('history')
      },
      since: () => Math.floor(Date.now() / SECOND_MS) - settings.historyHours * HOUR_SECONDS,
      wantsMessages: settings.historyHours > 0,
      target: {
        messages: (messages) => this.onFromPhone(messages),
        contacts: (contacts) => this.onHistoryContacts(contacts),
        twins: async (pairs) => {
          await line().sock.signalRepository.lidMapping.storeLIDPNMappings([...pairs])
          for (const { pn, lid } of pairs) await twins.learn(pn, lid)
        },
        tokens: (tokens) => keepTokens(line().keys, tokens),
        salt: (salt) => clientTokens.keepSalt(salt),
      },
    })
  }

  private get own(): OwnAccount {
    const { id, lid } = this.deps.line().me
    return { pn: bareJid(id), lid: bareJid(lid) }
  }

  private get ref() {
    const { companyId, connectionId } = this.deps.request
    return { companyId, connectionId }
  }

  private async record(entry: JournalEntry): Promise<void> {
    const arrived = this.read(entry)
    if (!arrived) return
    const part = historyPartOf(arrived)
    if (part) return this.history.take(part)
    const keys = arrived.sender.isOurs && arrived.content.protocolMessage?.appStateSyncKeyShare
    if (keys) return this.deps.appState.takeKeys(keys)
    const { sender, chatAlt } = arrived
    await this.deps.twins.learn(sender.chat, chatAlt)
    await this.deps.twins.learn(sender.author, sender.authorAlt)
    if (entry.placeholder) return this.reader.tellPlaceholder(arrived, entry.placeholder)
    await this.reader.tell(arrived)
    await this.takeAnswers(entry.envelope, arrived)
    await this.unread.forget(entry.envelope)
  }

  /* The phone's answer stays open in the journal until everything in it is recorded, so a crash loses nothing. */
  private async takeAnswers(envelope: Record<string, string>, arrived: Arrived): Promise<void> {
    for (const message of phoneAnswersOf(this.deps.baileys, this.own, envelope, arrived)) {
      const answer = arrivedFromPhone(this.own, message)
      if (answer) await this.reader.tellAnswer(answer)
    }
  }

  /* Durable before the stanza's acknowledgement leaves, and recorded in the order of its chat. */
  private onStanza({ gate }: Line, stanza: BinaryNode): Promise<void> | undefined {
    const entry = placeholderEntry(stanza, new Date())
    if (!entry) return undefined
    baileysSignals.unavailable({ ...this.ref, kind: entry.placeholder })
    const draft = { hash: entry.hash, content: encodeEntry(entry) }
    const isKept = this.deps.vault.write({ journal: [draft] })
    return gate.hold(isKept.then(() => this.pipe.push(entry)))
  }

  private read(entry: Pick<JournalEntry, 'envelope' | 'plaintext'>): Arrived | undefined {
    const arrived = arrivedOf(this.deps.baileys, this.own, entry)
    if (!arrived) baileysSignals.senderRefused({ ...this.ref, why: 'forged envelope' })
    return arrived
  }

  private async onUndecryptable(envelope: Record<string, string>, type: string): Promise<void> {
    baileysSignals.undecryptable({ ...this.ref, type })
    if (!envelope.id || envelope.category === 'peer') return
    await this.unread.add(envelope, Date.now())
    this.reminder.nudge()
  }

  /** Reports messages that were not sent again in time as placeholders; the gateway then requests them from our own phone. */
  private async tellOverdue(): Promise<number | undefined> {
    const { unread } = this.deps.settings.times
    for (const { envelope } of this.unread.overdue(Date.now() - unread)) {
      const arrived = this.read({ envelope, plaintext: new Uint8Array() })
      if (arrived) await this.reader.tellPlaceholder(arrived, undecryptedKind(envelope, new Date()))
      await this.unread.forget(envelope)
    }
    return this.unread.isWaiting ? unread : undefined
  }

  private async onFromPhone(messages: readonly WAMessage[]): Promise<void> {
    for (const message of messages) {
      const arrived = arrivedFromPhone(this.own, message)
      if (arrived) await this.reader.tell(arrived)
    }
  }

  private async onHistoryContacts(contacts: readonly HistoryContact[]): Promise<void> {
    await this.onContacts(contacts)
    const chatted = contacts.flatMap(({ id, lid, phoneNumber, hasChatted }) =>
      hasChatted ? [personOf([id, lid, phoneNumber], '')] : [],
    )
    const people = chatted.filter(({ number, lid }) => number || lid)
    if (people.length > 0) await this.deps.request.callbacks.chatted(people)
  }

  private async onContacts(
    contacts: readonly { id: string; lid?: string; phoneNumber?: string; name?: string }[],
  ): Promise<void> {
    const people: Person[] = []
    for (const { id, lid, phoneNumber, name } of contacts) {
      const person = personOf([id, lid, phoneNumber], name ?? '')
      await this.deps.twins.learn(`${person.number}@s.whatsapp.net`, `${person.lid}@lid`)
      if (person.number && person.name) people.push(person)
    }
    if (people.length > 0) await this.deps.request.callbacks.addressBook(people)
  }

  private async onCall(call: BinaryNode): Promise<void> {
    const [info] = Array.isArray(call.content) ? call.content : []
    if (info?.tag !== 'offer') return
    const from = info.attrs['call-creator'] ?? info.attrs.from ?? call.attrs.from ?? ''
    const waId = info.attrs['call-id'] ?? ''
    if (!waId || info.attrs['group-jid']) return
    const remoteJid = this.deps.baileys.jidNormalizedUser(from)
    const twin = info.attrs.caller_pn ?? (await this.deps.twins.of(remoteJid))
    const isVideo = Array.isArray(info.content) && info.content.some(({ tag }) => tag === 'video')
    const answer = await this.deps.request.callbacks.called({
      waId,
      remoteJid,
      contact: personOf([remoteJid, twin], call.attrs.notify ?? ''),
      isVideo,
      sentAt: new Date(Number(call.attrs.t ?? 0) * 1_000 || Date.now()),
    })
    if (answer === 'refuse') await this.deps.line().sock.rejectCall(waId, from)
  }
}

/* A lane per call: one that cannot be recorded does not delay the others. */
const callIdOf = ({ content }: BinaryNode): string =>
  (Array.isArray(content) && content[0]?.attrs['call-id']) || 'call'
