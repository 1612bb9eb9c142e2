import { parseField, findPayload, findField, parseVarint } from '../protobuf-fields'

/** An item of a phone's history, as protobuf bytes. */
export interface HistoryItem {
  /**
   * `message` is a HistorySyncMsg; `chat` a Conversation without
   * its messages, after all of them; `salt` is the bytes alone.
   */
  kind: 'message' | 'chat' | 'mapping' | 'salt'
  bytes: Buffer
}

/** Larger items are skipped: no message is that long. */
const MAX_ITEM_BYTES = 1024 ** 2

/* HistorySync, Conversation and PhoneNumberToLIDMapping of WAProto.proto, @whiskeysockets/baileys 7.0.0-rc14. */
const CONVERSATIONS = 2
const MAPPINGS = 15
/* nctSalt, which the library's protobuf lacks (whatsmeow waHistorySync.proto, 2026-08-21). */
const SALT = 19
const MESSAGES = 2
const CHAT_FIELDS = new Set([
  ...[1, 13, 38, 39, 42, 49], // id, name, displayName, pnJid, lidJid, accountLid
  ...[5, 12], // lastMsgTimestamp, conversationTimestamp
  ...[21, 22, 28], // tcToken, tcTokenTimestamp, tcTokenSenderTimestamp
])

/**
 * Parses a history while it is inflated, one message at a time: one chat of a busy number is most of a file and
 * decodes to twenty times its size (vinikjkkj/zapo #243, 2026-08-13). Holds at most one item in memory.
 */
export class HistoryReader {
  private rest: Buffer = Buffer.alloc(0)
  private skipped = 0
  /** Unread bytes of the current chat; undefined between chats. */
  private chatLeft: number | undefined
  private chat: Buffer[] = []

  /** @param wantsMessages false: returns chats and mappings only. */
  constructor(private readonly wantsMessages: boolean) {}

  /** The items that end in this chunk. @throws for bytes that are not a history. */
  push(chunk: Buffer): HistoryItem[] {
    const items: HistoryItem[] = []
    const bytes = this.rest.length > 0 ? Buffer.concat([this.rest, chunk]) : chunk
    let offset = 0
    for (let read = this.step(bytes, offset, items); read > 0; read = this.step(bytes, offset, items))
      offset += read
    this.rest = bytes.subarray(offset)
    return items
  }

  /** @throws when the history ends within an item. */
  end(): void {
    if (this.rest.length > 0 || this.skipped > 0 || this.chatLeft !== undefined)
      throw new Error('the history is cut off')
  }

  /** Number of bytes consumed; 0 when more are needed. */
  private step(bytes: Buffer, offset: number, items: HistoryItem[]): number {
    if (this.skipped > 0) return this.skip(Math.min(this.skipped, bytes.length - offset))
    if (this.chatLeft === 0) {
      items.push({ kind: 'chat', bytes: Buffer.concat(this.chat) })
      this.chatLeft = undefined
      this.chat = []
    }
    const field = parseField(bytes, offset)
    if (!field) return 0
    const { number, prefixBytes, payloadBytes } = field
    if (this.chatLeft === undefined && number === CONVERSATIONS) {
      this.chatLeft = payloadBytes
      return prefixBytes
    }
    const isKept = this.isWanted(number) && payloadBytes <= MAX_ITEM_BYTES
    if (isKept && bytes.length - offset < prefixBytes + payloadBytes) return 0
    this.consume(prefixBytes + payloadBytes)
    if (!isKept) {
      this.skipped = payloadBytes
      return prefixBytes
    }
    this.keep(number, bytes.subarray(offset, offset + prefixBytes + payloadBytes), prefixBytes, items)
    return prefixBytes + payloadBytes
  }

  private isWanted(field: number): boolean {
    if (this.chatLeft === undefined) return field === MAPPINGS || field === SALT
    return field === MESSAGES ? this.wantsMessages : CHAT_FIELDS.has(field)
  }

  private keep(number: number, field: Buffer, prefixBytes: number, items: HistoryItem[]): void {
    if (this.chatLeft !== undefined && number !== MESSAGES) this.chat.push(Buffer.from(field))
    else
      items.push({
        kind: this.chatLeft !== undefined ? 'message' : number === SALT ? 'salt' : 'mapping',
        bytes: field.subarray(prefixBytes),
      })
  }

  private skip(count: number): number {
    this.skipped -= count
    return count
  }

  /** Subtracts bytes from the rest of the chat. */
  private consume(count: number): void {
    if (this.chatLeft === undefined) return
    if (count > this.chatLeft) throw new Error('a field is longer than its chat')
    this.chatLeft -= count
  }
}

/** Timestamp of a HistorySyncMsg, in seconds since 1970; 0 without one. Cheaper than decoding the message. */
export function readTimestamp(item: Buffer): number {
  const message = findPayload(item, 1)
  const field = message && findField(message, 3)
  return (field && parseVarint(message, field.at)?.value) ?? 0
}
