import type {
  InboundMedia,
  InboundMessage,
  MessageTarget,
  Person,
  SessionCallbacks,
} from '../../../features/whatsapp-driver'
import type { Arrived } from './arrived'
import type { MediaPart, ReadContent } from './content/content'
import { readContent } from './content/read-content'
import type { OwnAccount } from './content/sender'
import { checkContent, refusalOf } from './content/sender-checks'
import { personOf } from './people'
import type { PlaceholderKind } from './placeholders'

export interface ReaderDeps {
  own(): OwnAccount
  /** The person's other address as the server states it; '' when unknown. */
  twinOf(jid: string): Promise<string>
  groupSubject(jid: string): Promise<string>
  isAdmin(group: string, jid: string): Promise<boolean>
  open(part: MediaPart): InboundMedia['open']
  refused(why: string): void
  callbacks: SessionCallbacks
}

type Message = Extract<ReadContent, { as: 'message' }>

/* An empty message, so that the desk shows that something arrived. */
const BLANK: Message = {
  as: 'message',
  kind: 'unsupported',
  body: '',
  quotedWaId: '',
  location: undefined,
  vcard: '',
  ad: undefined,
  marks: [],
  media: undefined,
}

/** Reports a message to the gateway as a message, a reaction, an edit or a deletion, or not at all when it has no content. */
export class InboundReader {
  constructor(private readonly deps: ReaderDeps) {}

  /** Resolves when the gateway has made it durable. */
  async tell(arrived: Arrived): Promise<void> {
    const { sender, content } = arrived
    const own = this.deps.own()
    const refusal = refusalOf(content, sender, own)
    if (refusal) return this.deps.refused(refusal)
    const read = readContent(content, { isViewOnce: arrived.isViewOnce })
    const checked = checkContent(read, sender, own, await this.isDeletingAdmin(arrived, read))
    switch (checked.as) {
      case 'dropped':
        return this.deps.refused(checked.why)
      case 'message':
        return this.tellMessage(arrived, checked)
      case 'reaction':
        return this.tellReaction(arrived, checked)
      case 'revision':
        return this.deps.callbacks.revised({
          ...named(checked.target),
          deleted: checked.deleted,
          body: checked.body,
        })
      case 'nothing':
        return undefined
    }
  }

  /** A message of which only the envelope arrived or could be read. */
  tellPlaceholder(arrived: Arrived, kind: PlaceholderKind): Promise<void> {
    if (kind !== 'viewOnce') return this.tellMessage(arrived, { ...BLANK, kind })
    return this.tellMessage(arrived, { ...BLANK, kind: 'phoneOnly', marks: ['viewOnce'] })
  }

  /** A message that our own phone sent on request; an edit or reaction takes effect as if it had arrived directly. */
  async tellAnswer(arrived: Arrived): Promise<void> {
    const { sender, content } = arrived
    const refusal = refusalOf(content, sender, this.deps.own())
    if (refusal) return this.deps.refused(refusal)
    const read = readContent(content, { isViewOnce: arrived.isViewOnce })
    if (read.as !== 'message') await this.tell(arrived)
    const message = read.as === 'message' ? read : BLANK
    await this.deps.callbacks.filled(await this.messageOf(arrived, message))
  }

  private async tellMessage(arrived: Arrived, read: Message): Promise<void> {
    await this.deps.callbacks.inbound(await this.messageOf(arrived, read))
  }

  private async messageOf(arrived: Arrived, read: Message): Promise<InboundMessage> {
    const { sender, waId, sentAt } = arrived
    const { kind, body, quotedWaId, location, vcard, ad, marks } = read
    const [contact, writer] = await Promise.all([
      this.contactOf(arrived),
      sender.isGroup ? this.writerOf(arrived) : undefined,
    ])
    return {
      waId,
      kind,
      body,
      quotedWaId,
      location,
      vcard,
      ad,
      marks,
      sentAt,
      contact,
      remoteJid: sender.chat,
      participant: sender.isGroup && !sender.isOurs ? sender.author : '',
      fromMe: sender.isOurs,
      isGroup: sender.isGroup,
      sender: writer,
      media: read.media && this.mediaOf(read.media),
    }
  }

  private mediaOf(part: MediaPart): InboundMedia {
    const { name, claimedMimeType, durationSeconds, sizeBytes, ticket } = part
    return {
      name,
      claimedMimeType,
      durationSeconds,
      sizeBytes,
      reference: ticket,
      open: this.deps.open(part),
    }
  }

  private async tellReaction(
    arrived: Arrived,
    { target, emoji }: { target: MessageTarget; emoji: string },
  ): Promise<void> {
    const by = arrived.sender.isOurs ? undefined : await this.writerOf(arrived)
    await this.deps.callbacks.reacted({ ...named(target), emoji, by, sentAt: arrived.sentAt })
  }

  /* Queried only where it decides: a deletion in a group of another author's message. */
  private async isDeletingAdmin({ sender }: Arrived, read: ReadContent): Promise<boolean> {
    const mayMatter = read.as === 'revision' && read.deleted && sender.isGroup && !sender.isOurs
    return mayMatter && !read.target.fromMe && this.deps.isAdmin(sender.chat, sender.author)
  }

  private async contactOf({ sender, chatAlt, name }: Arrived): Promise<Person> {
    if (sender.isGroup) return { number: '', lid: '', name: await this.deps.groupSubject(sender.chat) }
    const twin = chatAlt || (await this.deps.twinOf(sender.chat))
    return personOf([sender.chat, twin], sender.isOurs ? '' : name)
  }

  private async writerOf({ sender, name }: Arrived): Promise<Person> {
    const twin = sender.authorAlt || (await this.deps.twinOf(sender.author))
    return personOf([sender.author, twin], name)
  }
}

/* Our own messages have no participant, also in groups: the gateway stores them without one. */
const named = (target: MessageTarget): MessageTarget =>
  target.fromMe ? { ...target, participant: '' } : target
