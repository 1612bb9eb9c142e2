import type { CompanyId, MessageId } from '@balcao/contracts'
import type { AdReply, Choices, FilledTemplate, Location, Media, QuotedMessage } from '@balcao/contracts/wire'
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
  /** What could be tapped under it; `body` has the same as numbered lines. */
  choices?: Choices | undefined
  /** Of a customer's answer that was tapped: the id of the choice. */
  choiceId?: string | undefined
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

/** The document as it is from now on; undefined when it stays as it is. Pure: it may be asked again with a newer document. */
export type DocumentChange = (known: MessageDocument) => MessageDocument | undefined

/** Bodies and media of messages, by message id. Order, ownership and state are in the index row. */
export interface MessageDocuments {
  /**
   * Writes the documents with the rows of their messages, in the transaction that inserts these; nothing waits for it. Idempotent by
   * id: the first write wins, a repeat changes nothing.
   */
  put(tx: Tx, companyId: CompanyId, documents: readonly MessageDocument[]): void
  /** The documents of these ids that belong to the company; unknown and foreign ids are absent, never an error. */
  get(companyId: CompanyId, ids: readonly MessageId[]): Promise<Map<MessageId, MessageDocument>>
  /**
   * The same as the last statement of a transaction, where all of them are in its database; else undefined, and they are read when it
   * is over: it must not wait for another store.
   */
  getLast(
    tx: Tx,
    companyId: CompanyId,
    ids: readonly MessageId[],
  ): Promise<Map<MessageId, MessageDocument> | undefined>
  /**
   * Changes a document; of changes at once none is lost. Answers the document as it is then, undefined for unknown and foreign ids.
   * In a transaction of its own.
   */
  change(companyId: CompanyId, id: MessageId, change: DocumentChange): Promise<MessageDocument | undefined>
  /** Replaces body and media by an erased marker (deletion, LGPD). Idempotent. */
  erase(companyId: CompanyId, ids: readonly MessageId[]): Promise<void>
  /** Those of `ids` that quote one of `quoted` keep the reference and lose the quoted text. Idempotent. */
  unquote(companyId: CompanyId, ids: readonly MessageId[], quoted: readonly MessageId[]): Promise<void>
  /**
   * Deletes the whole document. Idempotent.
   * @throws {AppError} ERR_UNAVAILABLE while one of them is being moved to another store: to be tried again
   */
  remove(companyId: CompanyId, ids: readonly MessageId[]): Promise<void>
}
