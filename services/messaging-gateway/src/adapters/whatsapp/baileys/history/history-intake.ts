import type { proto, WAMessage } from '@whiskeysockets/baileys'

import type { BaileysModule } from '../load-baileys'
import { parseLid, parseNumber } from '../jids'
import { readTimestamp, type HistoryItem } from './history-reader'

/** The data of a history chat that the desk uses. */
export interface HistoryContact {
  id: string
  lid: string
  phoneNumber: string
  name: string
  /** The chat has a message, of either side. */
  hasChatted: boolean
}

export interface TrustToken {
  /** The LID where it is known. */
  jid: string
  token: Uint8Array
  /** Seconds since 1970. */
  timestamp: number
  senderTimestamp: number | undefined
}

export interface HistoryTarget {
  /** Messages of one chat, oldest first. */
  messages(messages: readonly WAMessage[]): Promise<void>
  contacts(contacts: readonly HistoryContact[]): Promise<void>
  /** Pairs that the phone has from the server. */
  lidMappings(pairs: readonly { lid: string; pn: string }[]): Promise<void>
  tokens(tokens: readonly TrustToken[]): Promise<void>
  /** The salt of client tokens (`client-tokens.ts`). */
  salt(salt: Uint8Array): Promise<void>
}

/** Size of a batch, and the maximum of messages per chat: the newest ones. */
const MAX_BATCH = 200
const MAX_PER_CHAT = 1_000

/** Groups the items of a history into batches. Holds one batch and the recent messages of one chat in memory. */
export class HistoryIntake {
  private recent: WAMessage[] = []
  private contacts: HistoryContact[] = []
  private pairs: { lid: string; pn: string }[] = []
  private tokens: TrustToken[] = []

  constructor(
    private readonly baileys: BaileysModule,
    private readonly target: HistoryTarget,
    /** Seconds since 1970; older messages are ignored. */
    private readonly since: number,
  ) {}

  async take({ kind, bytes }: HistoryItem): Promise<void> {
    const { proto } = this.baileys
    if (kind === 'message') return this.takeMessage(bytes)
    if (kind === 'salt') return this.target.salt(bytes)
    if (kind === 'mapping') this.takePair(proto.PhoneNumberToLIDMapping.decode(bytes))
    else await this.takeChat(proto.Conversation.decode(bytes))
    if (this.contacts.length >= MAX_BATCH || this.pairs.length >= MAX_BATCH) await this.flush()
  }

  /** Hands over the rest, at the end of the history. */
  async flush(): Promise<void> {
    const { contacts, pairs, tokens } = this
    this.contacts = []
    this.pairs = []
    this.tokens = []
    if (pairs.length > 0) await this.target.lidMappings(pairs)
    if (contacts.length > 0) await this.target.contacts(contacts)
    if (tokens.length > 0) await this.target.tokens(tokens)
  }

  private takeMessage(bytes: Buffer): void {
    if (readTimestamp(bytes) < this.since) return
    const { message } = this.baileys.proto.HistorySyncMsg.decode(bytes)
    if (message?.key) this.recent.push(message as WAMessage)
    if (this.recent.length >= 2 * MAX_PER_CHAT) this.recent = keepNewest(this.recent)
  }

  private takePair({ lidJid, pnJid }: proto.IPhoneNumberToLIDMapping): void {
    if (parseLid(lidJid) && parseNumber(pnJid)) this.pairs.push({ lid: lidJid ?? '', pn: pnJid ?? '' })
  }

  /* A chat's own fields follow its messages: the phone chooses the order of fields. */
  private async takeChat(chat: proto.IConversation): Promise<void> {
    const { id, lidJid, accountLid, pnJid, displayName, name } = chat
    const lid = [id, lidJid].find(parseLid) ?? ''
    this.takePair({ lidJid: lid, pnJid: [id, pnJid].find(parseNumber) ?? '' })
    const contact = { id: id ?? '', lid: lidJid || accountLid || '', phoneNumber: pnJid ?? '' }
    const hasChatted = Number(chat.conversationTimestamp ?? chat.lastMsgTimestamp ?? 0) > 0
    this.contacts.push({ ...contact, name: displayName || name || '', hasChatted })
    this.takeToken(chat, lid || (id ?? ''))
    const messages = keepNewest(this.recent)
    this.recent = []
    if (messages.length === 0) return
    await this.flush()
    await this.target.messages(messages)
  }

  private takeToken(
    { tcToken, tcTokenTimestamp, tcTokenSenderTimestamp }: proto.IConversation,
    jid: string,
  ): void {
    const timestamp = Number(tcTokenTimestamp ?? 0)
    if (!tcToken?.length || timestamp <= 0) return
    const senderTimestamp = Number(tcTokenSenderTimestamp ?? 0) || undefined
    this.tokens.push({ jid, token: tcToken, timestamp, senderTimestamp })
  }
}

const readSentAt = ({ messageTimestamp }: WAMessage) => Number(messageTimestamp ?? 0)

const keepNewest = (messages: readonly WAMessage[]): WAMessage[] =>
  messages.toSorted((a, b) => readSentAt(a) - readSentAt(b)).slice(-MAX_PER_CHAT)
