import type { EventEmitter } from 'node:events'

import type { BinaryNode } from '@whiskeysockets/baileys'

import type { Person, SessionRequest } from '../../../features/whatsapp-driver'
import { baileysSignals } from './baileys-signals'
import type { BaileysSocket } from './baileys-socket'
import type { HistoryContact } from './history/history-intake'
import { InboundQueue } from './inbound-queue'
import { toAddress, toPerson } from './jids'
import type { LidMappings } from './lid-mappings'
import type { BaileysModule } from './load-baileys'
import type { Troubles } from './troubles'

export interface SideEventsDeps {
  baileys: Pick<BaileysModule, 'jidNormalizedUser'>
  request: SessionRequest
  lidMappings: Pick<LidMappings, 'findAlternative' | 'report'>
  troubles: Pick<Troubles, 'report'>
  socket(): Pick<BaileysSocket, 'sock'>
}

interface SideEvent {
  lane: string
  run(): Promise<void>
}

/** Calls, contacts and LID mappings; each is tried again until it is recorded or the socket has ended. */
export class SideEvents {
  private readonly queue: InboundQueue<SideEvent>

  constructor(private readonly deps: SideEventsDeps) {
    this.queue = new InboundQueue<SideEvent>({
      chooseLane: ({ lane }) => lane,
      handle: ({ run }) => run(),
      failed: (error) => baileysSignals.notRecorded(deps.request, error),
      onStuck: () => deps.troubles.report('not-recorded'),
    })
  }

  listen({ sock }: Pick<BaileysSocket, 'sock'>): void {
    const ws = sock.ws as unknown as EventEmitter
    ws.on('CB:call', (call: BinaryNode) =>
      this.queue.push({ lane: readCallId(call), run: () => this.reportCall(call) }),
    )
    sock.ev.on('contacts.upsert', (contacts) =>
      this.queue.push({ lane: 'names', run: () => this.reportContacts(contacts) }),
    )
    sock.ev.on('lid-mapping.update', ({ lid, pn }) =>
      this.queue.push({ lane: 'names', run: () => this.deps.lidMappings.report(pn, lid) }),
    )
  }

  stop(): Promise<void> {
    return this.queue.stop()
  }

  /** Contacts of the history, and which of them have a chat. */
  async reportHistoryContacts(contacts: readonly HistoryContact[]): Promise<void> {
    await this.reportContacts(contacts)
    const chatted = contacts.flatMap(({ id, lid, phoneNumber, hasChatted }) =>
      hasChatted ? [toPerson([id, lid, phoneNumber], '')] : [],
    )
    const people = chatted.filter(({ number, lid }) => number || lid)
    if (people.length > 0) await this.deps.request.callbacks.chatted(people)
  }

  private async reportContacts(
    contacts: readonly { id: string; lid?: string; phoneNumber?: string; name?: string }[],
  ): Promise<void> {
    const people: Person[] = []
    for (const { id, lid, phoneNumber, name } of contacts) {
      const person = toPerson([id, lid, phoneNumber], name ?? '')
      await this.deps.lidMappings.report(`${person.number}@s.whatsapp.net`, `${person.lid}@lid`)
      if (person.number && person.name) people.push(person)
    }
    if (people.length > 0) await this.deps.request.callbacks.addressBook(people)
  }

  private async reportCall(call: BinaryNode): Promise<void> {
    const [info] = Array.isArray(call.content) ? call.content : []
    if (info?.tag !== 'offer') return
    const from = info.attrs['call-creator'] ?? info.attrs.from ?? call.attrs.from ?? ''
    const waId = info.attrs['call-id'] ?? ''
    if (!waId || info.attrs['group-jid']) return
    const caller = this.deps.baileys.jidNormalizedUser(from)
    const alternative = info.attrs.caller_pn ?? (await this.deps.lidMappings.findAlternative(caller))
    const isVideo = Array.isArray(info.content) && info.content.some(({ tag }) => tag === 'video')
    const answer = await this.deps.request.callbacks.called({
      event: 'rings',
      waId,
      chat: toAddress(caller),
      contact: toPerson([caller, alternative], call.attrs.notify ?? ''),
      isVideo,
      sentAt: new Date(Number(call.attrs.t ?? 0) * 1_000 || Date.now()),
    })
    if (answer === 'refuse') await this.deps.socket().sock.rejectCall(waId, from)
  }
}

/* A lane per call: one that cannot be recorded does not delay the others. */
const readCallId = ({ content }: BinaryNode): string =>
  (Array.isArray(content) && content[0]?.attrs['call-id']) || 'call'
