import type {
  InboundMedia,
  InboundMessage,
  MessageTarget,
  Person,
  SessionCallbacks,
} from '../../../features/whatsapp-driver'
import type { ReceivedMessage } from './received-message'
import type { MediaPart, ReadContent } from './content/content'
import { readContent } from './content/read-content'
import type { OwnAccount } from './content/sender'
import { checkContent, findDropReason, type JidTarget } from './content/sender-checks'
import { toAddress, toPerson } from './jids'
import type { PlaceholderKind } from './placeholders'

export interface InboundReaderDeps {
  own(): OwnAccount
  /** The person's other address as the server states it; '' when unknown. */
  findAlternative(jid: string): Promise<string>
  groupSubject(jid: string): Promise<string>
  isAdmin(group: string, jid: string): Promise<boolean>
  open(part: MediaPart): InboundMedia['open']
  refused(why: string): void
  callbacks: SessionCallbacks
}

type Message = Extract<ReadContent, { as: 'message' }>

/* An empty message, so that the desk shows that something arrived. */
const EMPTY_MESSAGE: Message = {
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
  constructor(private readonly deps: InboundReaderDeps) {}

  /** Resolves when the gateway has made it durable. */
  async report(arrived: ReceivedMessage): Promise<void> {
    const { sender, content } = arrived
    const own = this.deps.own()
    const refusal = findDropReason(content, sender, own)
    if (refusal) return this.deps.refused(refusal)
    const read = readContent(content, { isViewOnce: arrived.isViewOnce })
    const checked = checkContent(read, sender, own, await this.isDeletingAdmin(arrived, read))
    switch (checked.as) {
      case 'dropped':
        return this.deps.refused(checked.why)
      case 'message':
        return this.reportMessage(arrived, checked)
      case 'reaction':
        return this.reportReaction(arrived, checked)
      case 'revision':
        return this.deps.callbacks.revised({
          ...toMessageTarget(checked.target),
          deleted: checked.deleted,
          body: checked.body,
        })
      case 'nothing':
        return undefined
    }
  }

  /** A message of which only the envelope arrived or could be read. */
  reportPlaceholder(arrived: ReceivedMessage, kind: PlaceholderKind): Promise<void> {
    if (kind !== 'viewOnce') return this.reportMessage(arrived, { ...EMPTY_MESSAGE, kind })
    return this.reportMessage(arrived, { ...EMPTY_MESSAGE, kind: 'phoneOnly', marks: ['viewOnce'] })
  }

  /** A message that our own phone sent on request; an edit or reaction takes effect as if it had arrived directly. */
  async reportResent(arrived: ReceivedMessage): Promise<void> {
    const { sender, content } = arrived
    const refusal = findDropReason(content, sender, this.deps.own())
    if (refusal) return this.deps.refused(refusal)
    const read = readContent(content, { isViewOnce: arrived.isViewOnce })
    if (read.as !== 'message') await this.report(arrived)
    const message = read.as === 'message' ? read : EMPTY_MESSAGE
    await this.deps.callbacks.filled(await this.buildMessage(arrived, message))
  }

  private async reportMessage(arrived: ReceivedMessage, read: Message): Promise<void> {
    await this.deps.callbacks.inbound(await this.buildMessage(arrived, read))
  }

  private async buildMessage(arrived: ReceivedMessage, read: Message): Promise<InboundMessage> {
    const { sender, waId, sentAt } = arrived
    const { kind, body, quotedWaId, location, vcard, ad, marks } = read
    const [contact, author] = await Promise.all([
      this.resolveContact(arrived),
      sender.isGroup ? this.resolveAuthor(arrived) : undefined,
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
      chat: toAddress(sender.chat),
      author: sender.isGroup && !sender.isOurs ? toAddress(sender.author) : undefined,
      fromMe: sender.isOurs,
      sender: author,
      media: read.media && this.buildMedia(read.media),
    }
  }

  private buildMedia(part: MediaPart): InboundMedia {
    const { name, claimedMimeType, durationSeconds, waveform, thumbnail, sizeBytes, reference } = part
    return {
      name,
      claimedMimeType,
      durationSeconds,
      waveform,
      thumbnail,
      sizeBytes,
      reference,
      open: this.deps.open(part),
    }
  }

  private async reportReaction(
    arrived: ReceivedMessage,
    { target, emoji }: { target: JidTarget; emoji: string },
  ): Promise<void> {
    const by = arrived.sender.isOurs ? undefined : await this.resolveAuthor(arrived)
    await this.deps.callbacks.reacted({ ...toMessageTarget(target), emoji, by, sentAt: arrived.sentAt })
  }

  /* Queried only where it decides: a deletion in a group of another author's message. */
  private async isDeletingAdmin({ sender }: ReceivedMessage, read: ReadContent): Promise<boolean> {
    const mayMatter = read.as === 'revision' && read.deleted && sender.isGroup && !sender.isOurs
    return mayMatter && !read.target.fromMe && this.deps.isAdmin(sender.chat, sender.author)
  }

  private async resolveContact({ sender, chatAlt, name }: ReceivedMessage): Promise<Person> {
    if (sender.isGroup) return { number: '', lid: '', name: await this.deps.groupSubject(sender.chat) }
    const alternative = chatAlt || (await this.deps.findAlternative(sender.chat))
    return toPerson([sender.chat, alternative], sender.isOurs ? '' : name)
  }

  private async resolveAuthor({ sender, name }: ReceivedMessage): Promise<Person> {
    const alternative = sender.authorAlt || (await this.deps.findAlternative(sender.author))
    return toPerson([sender.author, alternative], name)
  }
}

/* Our own messages have no author, also in groups: the gateway stores them without one. */
const toMessageTarget = ({ remoteJid, participant, fromMe, waId }: JidTarget): MessageTarget => ({
  chat: toAddress(remoteJid),
  author: fromMe || participant === '' ? undefined : toAddress(participant),
  fromMe,
  waId,
})
