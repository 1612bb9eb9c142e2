import type { CompanyId, MessageId } from '@balcao/contracts'
import type { AdReply, FilledTemplate, Location, Media, QuotedMessage } from '@balcao/contracts/wire'
import type { Tx } from '@balcao/kernel'

export interface MessageDocument {
  id: MessageId
  body: string
  media?: Media | undefined
  quoted?: QuotedMessage | undefined
  location?: Location | undefined
  vcard: string
  ad?: AdReply | undefined
  /** Of the kind `template`: what was filled in; `body` is its text. */
  template?: FilledTemplate | undefined
  /** In a group the participant, for our side the agent. */
  senderName: string
  /** What is said in its sound; '' when nothing is. Absent where nobody wrote it down. */
  transcript?: string | undefined
  /** Its text before each edit, oldest first. */
  earlier?: readonly EarlierBody[] | undefined
}

export interface EarlierBody {
  body: string
  /** When it was edited; ISO 8601. */
  until: string
}

/** Bodies and media of messages, by message id. Order, ownership and state are in the index row. */
export interface MessageDocuments {
  /** Idempotent by id: the first write wins, a repeat changes nothing. Durable when it resolves. */
  put(companyId: CompanyId, documents: readonly MessageDocument[]): Promise<void>
  /**
   * The same for messages that a transaction is about to write: where rows and documents are in one database, they are put by
   * the answered function, in that transaction; else now.
   */
  putFor(companyId: CompanyId, documents: readonly MessageDocument[]): Promise<(tx: Tx) => void>
  /** The documents of these ids (at most 100) that belong to the company; unknown and foreign ids are absent, never an error. */
  get(companyId: CompanyId, ids: readonly MessageId[]): Promise<Map<MessageId, MessageDocument>>
  /**
   * The same as the last statement of a transaction, where rows and documents are in one database; else undefined, and they are
   * read when it is over: it must not wait for another one.
   */
  getLast(
    tx: Tx,
    companyId: CompanyId,
    ids: readonly MessageId[],
  ): Promise<Map<MessageId, MessageDocument> | undefined>
  /**
   * The message was edited: its body from now on, with the one before kept among the earlier ones, at most 20. Idempotent;
   * unknown and foreign ids are ignored.
   */
  revise(companyId: CompanyId, id: MessageId, body: string, now: Date): Promise<void>
  /** The file that was missing. The first one stays; unknown and foreign ids are ignored. True when it is this one now. */
  attach(companyId: CompanyId, id: MessageId, media: Media): Promise<boolean>
  /**
   * The first page of its file, a JPEG in base64. The first one stays; messages without a file, unknown and foreign ids are
   * ignored. True when it is this one now.
   */
  illustrate(companyId: CompanyId, id: MessageId, thumbnail: string): Promise<boolean>
  /**
   * What is said in its sound. The first transcript stays; messages without a file, unknown and foreign ids are ignored.
   */
  transcribe(companyId: CompanyId, id: MessageId, transcript: string): Promise<void>
  /**
   * The content of a message whose document was put without any takes its place; earlier bodies stay. Idempotent; unknown
   * and foreign ids are ignored.
   */
  fill(companyId: CompanyId, document: MessageDocument): Promise<void>
  /** Replaces body and media by an erased marker (deletion, LGPD). Idempotent. */
  erase(companyId: CompanyId, ids: readonly MessageId[]): Promise<void>
  /** Those of `ids` that quote one of `quoted` keep the reference and lose the quoted text. Idempotent. */
  unquote(companyId: CompanyId, ids: readonly MessageId[], quoted: readonly MessageId[]): Promise<void>
  /** Deletes the whole document. Idempotent. */
  remove(companyId: CompanyId, ids: readonly MessageId[]): Promise<void>
}
