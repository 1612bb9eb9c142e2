import type { proto, WAMessage, WAMessageKey } from '@whiskeysockets/baileys'

import type {
  InboundMedia,
  InboundMessage,
  MessageTarget,
  Person,
  SessionCallbacks,
} from '../../../features/whatsapp-driver/whatsapp-driver.port'
import type { MediaPart, ReadContent } from './content/content'
import { readContent } from './content/read-content'
import type { BaileysModule } from './load-baileys'
import { isBroadcastList, isGroup, lidOf, numberOf, personOf } from './people'

export interface ReaderDeps {
  baileys: BaileysModule
  me(): { id: string; lid: string }
  /** The other address of a person, as the server told it; '' when unknown. */
  twinOf(jid: string): Promise<string>
  groupSubject(jid: string): Promise<string>
  open(part: MediaPart): InboundMedia['open']
  refused(why: string): void
  callbacks: SessionCallbacks
}

/** A message with everything the library read off its envelope. */
export interface Arrived {
  message: WAMessage
  content: proto.IMessage
}

/** The library's reading of a stanza's attributes. Undefined for a stanza it cannot read. */
export function arrivedOf(
  baileys: BaileysModule,
  me: { id: string; lid: string },
  envelope: Record<string, string>,
  plaintext: Uint8Array,
): Arrived {
  const stanza = { tag: 'message', attrs: envelope, content: [] }
  const { fullMessage } = baileys.decodeMessageNode(stanza, me.id, me.lid)
  const decoded = baileys.proto.Message.decode(plaintext)
  return { message: fullMessage as WAMessage, content: decoded }
}

const jid = (value: string | null | undefined) => value ?? ''

/** Tells the gateway what a message is: a message, a reaction, an edit or deletion, or nothing worth telling. */
export class InboundReader {
  constructor(private readonly deps: ReaderDeps) {}

  /** Resolves when the gateway has made it durable. */
  async tell({ message, content }: Arrived): Promise<void> {
    const own = this.ownContent(message, content)
    if (!own) return
    const read = readContent(own)
    if (read.as === 'message') return this.tellMessage(message, read)
    if (read.as === 'reaction') return this.tellReaction(message, read)
    if (read.as === 'revision') return this.tellRevision(message, read)
  }

  /** A message of which only the envelope could be read. */
  async tellUnreadable(message: WAMessage, body: string): Promise<void> {
    const blank = { quotedWaId: '', location: undefined, vcard: '', marks: [], media: undefined }
    await this.tellMessage(message, { as: 'message', kind: 'unsupported', body, ...blank })
  }

  /* What our own phone wrote comes wrapped; from anybody else the wrapper is a lie. */
  private ownContent(message: WAMessage, content: proto.IMessage): proto.IMessage | undefined {
    const wrapped = content.deviceSentMessage?.message
    if (!wrapped) return content
    if (message.key.fromMe) return wrapped
    this.deps.refused('device-sent message of a stranger')
    return undefined
  }

  private async tellMessage(
    message: WAMessage,
    read: Extract<ReadContent, { as: 'message' }>,
  ): Promise<void> {
    const chat = this.chatOf(message.key)
    const group = isGroup(chat)
    const [contact, sender] = await Promise.all([
      group ? this.groupOf(chat) : this.contactOf(message, chat),
      group ? this.writerOf(message) : undefined,
    ])
    const inbound: InboundMessage = {
      waId: jid(message.key.id),
      remoteJid: chat,
      participant: group ? this.participantOf(message.key) : '',
      fromMe: message.key.fromMe === true,
      isGroup: group,
      contact,
      sender,
      kind: read.kind,
      body: read.body,
      media: read.media && this.mediaOf(read.media),
      quotedWaId: read.quotedWaId,
      location: read.location,
      vcard: read.vcard,
      marks: message.key.isViewOnce ? [...new Set([...read.marks, 'viewOnce' as const])] : read.marks,
      sentAt: new Date(Number(message.messageTimestamp ?? 0) * 1_000),
    }
    await this.deps.callbacks.inbound(inbound)
  }

  private mediaOf(part: MediaPart): InboundMedia {
    const { name, claimedMimeType, durationSeconds, sizeBytes, ticket } = part
    return { name, claimedMimeType, durationSeconds, sizeBytes, ticket, open: this.deps.open(part) }
  }

  private async tellReaction(
    message: WAMessage,
    read: Extract<ReadContent, { as: 'reaction' }>,
  ): Promise<void> {
    const isOurs = message.key.fromMe === true
    await this.deps.callbacks.reacted({
      ...this.targetOf(message, read.target),
      emoji: read.emoji,
      by: isOurs ? undefined : await this.writerOf(message),
      sentAt: new Date(Number(message.messageTimestamp ?? 0) * 1_000),
    })
  }

  /* Only the writer may change a message: whatever the content claims, the target is the sender's own. */
  private async tellRevision(
    message: WAMessage,
    read: Extract<ReadContent, { as: 'revision' }>,
  ): Promise<void> {
    const target = this.targetOf(message, read.target)
    const writer = this.participantOf(message.key)
    const isOwn =
      target.fromMe === (message.key.fromMe === true) &&
      (!target.participant || target.participant === writer)
    if (!isOwn) return this.deps.refused('revision of another’s message')
    await this.deps.callbacks.revised({
      ...target,
      participant: isGroup(target.remoteJid) ? writer : '',
      deleted: read.deleted,
      body: read.body,
    })
  }

  /** The inner key is written from the sender's point of view; here it is from ours. */
  private targetOf(message: WAMessage, target: proto.IMessageKey): MessageTarget {
    const chat = this.chatOf(message.key)
    const group = isGroup(chat)
    const writer = group ? this.normal(jid(target.participant)) || this.participantOf(message.key) : ''
    const fromMe = group
      ? this.isMe(writer)
      : message.key.fromMe === true
        ? target.fromMe === true
        : target.fromMe !== true
    return { remoteJid: chat, participant: group && !fromMe ? writer : '', fromMe, waId: jid(target.id) }
  }

  /* A contact's broadcast list is how they wrote to us alone. */
  private chatOf(key: WAMessageKey): string {
    const remote = jid(key.remoteJid)
    return this.normal(isBroadcastList(remote) ? jid(key.participant) : remote)
  }

  private participantOf(key: WAMessageKey): string {
    return isGroup(jid(key.remoteJid)) ? this.normal(jid(key.participant)) : ''
  }

  private normal(value: string): string {
    return this.deps.baileys.jidNormalizedUser(value)
  }

  private isMe(value: string): boolean {
    const { id, lid } = this.deps.me()
    return (
      (numberOf(value) !== '' && numberOf(value) === numberOf(id)) ||
      (lidOf(value) !== '' && lidOf(value) === lidOf(lid))
    )
  }

  private async groupOf(chat: string): Promise<Person> {
    return { number: '', lid: '', name: await this.deps.groupSubject(chat) }
  }

  private async contactOf(message: WAMessage, chat: string): Promise<Person> {
    const name = message.key.fromMe ? '' : jid(message.pushName)
    const twin = jid(message.key.remoteJidAlt) || (await this.deps.twinOf(chat))
    return personOf([chat, twin], name)
  }

  private async writerOf(message: WAMessage): Promise<Person> {
    const { key } = message
    const writer = isGroup(jid(key.remoteJid)) ? jid(key.participant) : this.chatOf(key)
    const alternative = jid(key.participantAlt) || jid(key.remoteJidAlt)
    return personOf([writer, alternative || (await this.deps.twinOf(writer))], jid(message.pushName))
  }
}
